// build.mjs WASM OUT [DEPFILE]: the page as a folder of files. Names of scripts, styles, words and
// the wasm module carry a hash of their content, so they may be kept for ever; index.html and sw.js
// say which belong together.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGS, words } from './lang.mjs'

const web = dirname(fileURLToPath(import.meta.url))
const [wasmPath, out, depfile] = process.argv.slice(2)
const inputs = new Set()
const written = []
const quote = value => JSON.stringify(value)

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10)
}

function read(path) {
  inputs.add(resolve(path))
  return readFileSync(path)
}

/** Writes a file whose name carries its hash, unless it is one with a fixed name. */
function write(name, bytes, fixed = false) {
  const dot = name.lastIndexOf('.')
  const file = fixed ? name : `${name.slice(0, dot)}-${hash(bytes)}${name.slice(dot)}`
  writeFileSync(join(out, file), bytes)
  written.push(file)
  return file
}

/** What the module offers, asked once, here. */
async function catalogue(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { now: () => 0 } })
  const x = instance.exports
  const length = x.door_list()
  return JSON.parse(new TextDecoder().decode(new Uint8Array(x.memory.buffer, x.door_buffer(), length)))
}

/** The modules of the listed games that have one, as one list: import modules from 'games:modules'. */
const modules = {
  name: 'modules',
  setup(build) {
    build.onResolve({ filter: /^games:modules$/ }, ({ path }) => ({ path, namespace: 'games' }))
    build.onLoad({ filter: /.*/, namespace: 'games' }, () => {
      inputs.add(join(web, 'src', 'games')) // another file there is another module
      const listed = read(join(web, '..', 'games.list'))
        .toString()
        .trim()
        .split('\n')
      const found = listed.filter(game => existsSync(join(web, 'src', 'games', `${game}.tsx`)))
      const imports = found.map((game, i) => `import m${i} from './${game}'\n`).join('')
      return {
        contents: `${imports}export default [${found.map((_, i) => `m${i}`)}]`,
        resolveDir: join(web, 'src', 'games'),
      }
    })
  },
}

async function bundle(entry, define) {
  const result = await build({
    entryPoints: [join(web, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: '/',
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define,
    plugins: [modules],
    absWorkingDir: web,
    logLevel: 'warning',
  })
  for (const input of Object.keys(result.metafile.inputs))
    if (!/^(define|games):/.test(input)) inputs.add(resolve(web, input))
  const of = ending => result.outputFiles.find(f => f.path.endsWith(ending))?.contents
  return { js: of('.js'), css: of('.css') }
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const wasmBytes = read(wasmPath)
const wasm = write('atoll.wasm', wasmBytes)
// A language is its texts alone, in the order of the keys, which the page has once.
const keys = Object.keys(words(LANGS[0]))
const langs = {}
for (const lang of LANGS) {
  inputs.add(join(web, 'lang', lang))
  for (const part of readdirSync(join(web, 'lang', lang))) inputs.add(join(web, 'lang', lang, part))
  const own = words(lang)
  langs[lang] = write(`${lang}.json`, JSON.stringify(keys.map(key => own[key])))
}
const offer = await catalogue(wasmBytes)
const worker = await bundle('worker.ts', { WASM_URL: quote(wasm), WORKER_URL: 'self.location.href' })
const workerFile = write('worker.js', worker.js)
const sources = hash(Buffer.concat([Buffer.from(written.join()), read(join(web, 'index.html'))]))
const page = await bundle('main.tsx', {
  WORKER_URL: quote(workerFile),
  LANG_URLS: quote(langs),
  LANG_KEYS: quote(keys.join('\n')),
  CATALOGUE: quote(offer),
  VERSION: quote(sources),
})
const js = write('page.js', page.js)
const css = write('page.css', page.css)
write('icon.svg', read(join(web, 'src', 'art', 'atoll.svg')), true)
write('manifest.webmanifest', read(join(web, 'manifest.webmanifest')), true)
const titles = offer.games.filter(g => g.listed).map(g => g.title)
const html = read(join(web, 'index.html'))
  .toString()
  .replace('{{css}}', css)
  .replace('{{js}}', js)
  .replace('{{games}}', titles.join(', '))
write('index.html', html, true)

// The service worker keeps everything; its own text changes with any of it.
const version = hash(written.map(f => f + hash(readFileSync(join(out, f)))).join())
const files = ['./', ...written.filter(f => f !== 'index.html')]
const sw = await bundle('sw.ts', { FILES: quote(files), VERSION: quote(version) })
write('sw.js', sw.js, true)

if (depfile) {
  const from = ['build.mjs', 'lang.mjs'].map(f => join(web, f)).concat([...inputs])
  writeFileSync(depfile, `${relative('.', out)}.stamp: ${from.filter(f => !f.includes('node_modules')).join(' ')}\n`)
  writeFileSync(`${out}.stamp`, version + '\n')
}
