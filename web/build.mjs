// build.mjs WASM OUT [DEPFILE]: the page as a folder of files. Names of scripts, styles, words and
// the wasm module carry a hash of their content, so they may be kept for ever; index.html and sw.js
// say which belong together. What a first visit needs is one script, one style sheet, the words of one
// language, and the worker with its module; what the sources import() is loaded when it is opened.
import { build, transform } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGS, laterWords, words } from './lang.mjs'
import { split } from './nets.mjs'
import { pictureFile, ruleFiles, rulebook } from './rulebook.mjs'

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

/** What the module offers: it is asked once, when the page is built. */
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
      inputs.add(join(web, 'src', 'games')) // another file in its place is another module
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

/** Parts that are loaded later import the page's entry. All that the entry needs must therefore be in one file,
 *  not in one for every set of parts that share something. A part's style (x.css?later) is a script, as its code
 *  is. */
const later = {
  name: 'later',
  setup(build) {
    const entry = join(web, 'src', 'main.tsx')
    const parts = new Set()
    build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === later) return
      const found = await build.resolve(path, { kind, resolveDir, pluginData: later })
      parts.add(found.path)
      return found
    })
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
      parts.has(path)
        ? { contents: `import ${quote(entry)}\n${read(path)}`, loader: path.endsWith('x') ? 'tsx' : 'ts' }
        : undefined,
    )
    build.onResolve({ filter: /\.css\?later$/ }, ({ path, resolveDir }) => ({
      path: relative(web, join(resolveDir, path.replace('?later', ''))), // names are derived from it, so it must not depend on this machine
      namespace: 'later',
    }))
    build.onLoad({ filter: /.*/, namespace: 'later' }, async ({ path }) => {
      const { code } = await transform(read(join(web, path)), { loader: 'css', minify: true, target: TARGET })
      return { contents: `import { addSheet } from './src/sheet'\naddSheet(${quote(code)})`, resolveDir: web }
    })
  },
}

const TARGET = ['chrome123', 'firefox120', 'safari17.5']

/** The files that esbuild makes of an entry, the first of them the entry's own; null where there is no style sheet. */
async function bundle(entry, define, options) {
  const result = await build({
    entryPoints: { [entry.replace(/\.tsx?$/, '')]: join(web, 'src', entry) },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: join(web, 'out'),
    format: 'iife',
    target: TARGET,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define,
    plugins: [modules, later],
    absWorkingDir: web,
    preserveSymlinks: true, // the same names wherever node_modules really are, so the same bytes
    logLevel: 'warning',
    ...options,
  })
  for (const input of Object.keys(result.metafile.inputs))
    if (!/^(define|games|later):/.test(input)) inputs.add(resolve(web, input))
  const made = result.metafile.outputs
  const own = f => made[relative(web, f.path)].entryPoint === `src/${entry}`
  const of = ending => result.outputFiles.filter(f => f.path.endsWith(ending)).sort((a, b) => own(b) - own(a))
  return { js: of('.js')[0].contents, css: of('.css')[0]?.contents, scripts: of('.js'), made }
}

/** Words that belong to a later part are not available to the first visit. */
function checkWords(sources, late) {
  for (const source of sources.filter(f => /\.tsx?$/.test(f)))
    for (const [, key] of String(read(join(web, source))).matchAll(/\bt\('([^']+)'/g))
      if (key in late) throw new Error(`${source}: a first visit needs ${key}, which is in a folder 'later'`)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const wasmBytes = read(wasmPath)
const [code, nets] = await split(wasmBytes)
const wasm = write('atoll.wasm', code)
const netsFile = write('nets.bin', nets)
// The words of a first visit are only the texts, in the order of the keys; the page has the keys once.
const late = laterWords(LANGS[0])
const keys = Object.keys(words(LANGS[0])).filter(key => !(key in late))
const langs = {}
for (const lang of LANGS) {
  for (const part of ['', ...readdirSync(join(web, 'lang', lang), { recursive: true })])
    inputs.add(join(web, 'lang', lang, part))
  const own = words(lang)
  langs[lang] = [
    write(`${lang}.json`, JSON.stringify(keys.map(key => own[key]))),
    write(`${lang}-later.json`, JSON.stringify(laterWords(lang))),
  ]
}
// A year of puzzles for each game that has puzzles (atoll lab puzzles).
const puzzles = {}
inputs.add(join(web, 'puzzles'))
for (const file of readdirSync(join(web, 'puzzles')).sort())
  puzzles[file.replace('.txt', '')] = write(`puzzles-${file}`, read(join(web, 'puzzles', file)))
// The numbered rules in every language, and their pictures.
const drawn = {}
const drawing = name => (drawn[name] ??= write(name, read(pictureFile(name))))
const rules = {}
for (const lang of LANGS) {
  ruleFiles(lang).forEach(f => inputs.add(f))
  rules[lang] = write(`rules-${lang}.json`, JSON.stringify(rulebook(lang, drawing)))
}
const offer = await catalogue(wasmBytes)
const worker = await bundle('worker.ts', {
  WASM_URL: quote(wasm),
  NETS_URL: quote(netsFile),
  WORKER_URL: 'self.location.href',
})
const workerFile = write('worker.js', worker.js)
const sources = hash(Buffer.concat([Buffer.from(written.join()), read(join(web, 'index.html'))]))
const page = await bundle(
  'main.tsx',
  {
    WORKER_URL: quote(workerFile),
    LANG_URLS: quote(langs),
    LANG_KEYS: quote(keys.join('\n')),
    PUZZLE_URLS: quote(puzzles),
    RULES_URLS: quote(rules),
    CATALOGUE: quote(offer),
    VERSION: quote(sources),
  },
  { format: 'esm', splitting: true, chunkNames: '[name]-[hash]' },
)
// The entry's own file only names the one that has it all.
let js
const rest = [
  netsFile,
  ...LANGS.flatMap(lang => langs[lang]),
  ...Object.values(puzzles),
  ...Object.values(rules),
  ...Object.values(drawn),
]
for (const script of page.scripts.filter(f => basename(f.path) !== 'main.js')) {
  const from = Object.keys(page.made[relative(web, script.path)].inputs)
  const name = write(basename(script.path), script.contents, true)
  if (!from.includes('src/main.tsx')) rest.push(name)
  else {
    js = name
    checkWords(from, late)
  }
}
const css = write('page.css', page.css)
write('icon.svg', read(join(web, 'src', 'art', 'atoll.svg')), true)
const titles = offer.games.filter(g => g.listed).map(g => g.title)
const withTitles = file => String(read(join(web, file))).replace('{{games}}', titles.join(', '))
write('manifest.webmanifest', withTitles('manifest.webmanifest'), true)
write('index.html', withTitles('index.html').replace('{{css}}', css).replace('{{js}}', js), true)

// The service worker keeps the files of a first visit at once, and the others when somebody plays. Its own
// text changes when any of them changes.
const version = hash(written.map(f => f + hash(readFileSync(join(out, f)))).join())
const files = ['./', ...written.filter(f => f !== 'index.html' && !rest.includes(f))]
const sw = await bundle('sw.ts', { FILES: quote(files), REST: quote(rest), VERSION: quote(version) })
write('sw.js', sw.js, true)

// What only a device asks for that installs the page.
inputs.add(join(web, 'icons'))
for (const file of readdirSync(join(web, 'icons')).sort()) write(file, read(join(web, 'icons', file)), true)

if (depfile) {
  const from = ['build.mjs', 'lang.mjs', 'nets.mjs', 'rulebook.mjs'].map(f => join(web, f)).concat([...inputs])
  writeFileSync(depfile, `${relative('.', out)}.stamp: ${from.filter(f => !f.includes('node_modules')).join(' ')}\n`)
  writeFileSync(`${out}.stamp`, version + '\n')
}
