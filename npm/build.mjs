// build.mjs WASM OUT VERSION: the package as a folder and packed.
import { buildSync } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const [wasm, folder, version] = process.argv.slice(2)
const out = resolve(folder)
const source = join(here, 'atoll.ts')

rmSync(out, { recursive: true, force: true })
mkdirSync(out)
buildSync({
  entryPoints: [source],
  outdir: out,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minifyWhitespace: true,
  minifySyntax: true,
})
const tsc = join(here, '..', 'node_modules', 'typescript', 'bin', 'tsc')
const types =
  '--target ES2022 --lib ES2022,DOM --module ESNext --moduleResolution Bundler --strict --stripInternal'.split(' ')
execFileSync(process.execPath, [tsc, ...types, '--declaration', '--emitDeclarationOnly', '--outDir', out, source], {
  stdio: 'inherit',
})
copyFileSync(wasm, join(out, 'engine.wasm'))
copyFileSync(join(here, '..', 'LICENSE'), join(out, 'LICENSE'))
copyFileSync(join(here, '..', 'docs', 'javascript.md'), join(out, 'README.md'))
const about = { name: '', version, ...JSON.parse(readFileSync(join(here, 'package.json'))) }
writeFileSync(join(out, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
execFileSync('npm', ['pack', '--silent', '--pack-destination', dirname(out)], {
  cwd: out,
  stdio: ['ignore', 'ignore', 'inherit'],
})
writeFileSync(join(dirname(out), 'npm.stamp'), '')
