// A module of the page by itself, for tests that need no browser.
import { build } from 'esbuild'

export async function load(path) {
  const file = new URL(`../../web/src/${path}`, import.meta.url).pathname
  const define = { LANG_URLS: '{}', LANG_KEYS: '""' }
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', define })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
