// rule-pictures [--check] [BUILD]: draws positions of tests/games/GAME/*.case as docs/rules/pictures/*.svg,
// before and after the move, with the page's own drawings, and writes docs/rules/pictures/README.md.
// --check only compares them. Needs the page's module (scripts/build build gcc).
import { build } from 'esbuild'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { slots } from '../tests/web/slots.mjs'

const OUT = 'docs/rules/pictures'
/** Test files, and the beginnings of the names of the tests that are drawn. */
const CASES = {
  reef: {
    patterns: [
      'RF-5.1 after growing, a covered piece counts no longer',
      'RF-5.4 the value counts for each occurrence',
      'RF-5.5 the example of the rulebooks',
      'RF-3.4 RF-5.1 growing may spoil what would have scored',
    ],
    setup: ['RF-1.3 a card has two pieces, a pattern and a value'],
    growing: ['RF-4.2 a supply with one piece gives one of two', 'RF-4.3 on a full reef both pieces go back'],
  },
  'reef-encounter': {
    attack: [
      'RE-5.1 a coral of two consumes a weaker tile beside it',
      'RE-5.4 an attack splits a coral and the shrimp keeps its part',
    ],
    placing: [
      'RE-4.2 a tile goes on bare rock, to start a coral or to extend one',
      'RE-4.3 RE-4.1 corals of which one holds a shrimp may be joined',
      'RE-4.4 a tile beside the extra-growth cell makes a bonus tile grow there',
      'RE-4.4 RE-4.3 no growth where it would connect two corals with shrimps',
    ],
    eating: ['RE-9.2 four tiles go back to the bag, the rest into the fish'],
    shrimps: ['RE-6.1 a shrimp from behind the screen goes on any coral without a shrimp'],
  },
  'my-shelfie': {
    turn: ['MS-3.3 the first tile placed lies lowest'],
    end_of_turn: [
      'MS-4.1 the first to satisfy a common goal takes the highest scoring tile',
      'MS-4.1 the next takes the highest one left',
      'MS-4.1 both goals can be satisfied in one turn',
      'MS-4.1 squares=any: squares of two types take the tile',
      'MS-4.2 the first full shelf takes the end-of-game tile',
    ],
  },
}

/** The drawings are plain functions: the hooks that they share with the page return initial values. */
const still = {
  name: 'still',
  setup(b) {
    b.onResolve({ filter: /^preact\/hooks$/ }, () => ({ path: 'hooks', namespace: 'still' }))
    b.onLoad({ filter: /.*/, namespace: 'still' }, () => ({
      contents: `export const useContext = c => c.__, useState = x => [typeof x === 'function' ? x() : x, () => {}],
        useEffect = () => {}, useLayoutEffect = useEffect, useRef = x => ({ current: x }), useMemo = f => f(),
        useCallback = f => f, useReducer = (f, x) => [x, () => {}]`,
    }))
  },
}

async function drawings() {
  const games = Object.keys(CASES)
  const contents = `${games.map((g, i) => `import { ending as e${i} } from './games/${g}/ending'`).join('\n')}
    export { ReefCard } from './art/reefcard'
    export { Sprites } from './art/sprites'
    export const endings = { ${games.map((g, i) => `'${g}': e${i}`)} }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'web/src', loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { LANG_URLS: '{}', LANG_KEYS: '""' },
    loader: { '.css': 'empty' },
    plugins: [still],
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const escape = text =>
  String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])

/** Preact's output as text. */
function markup(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (Array.isArray(node)) return node.map(markup).join('')
  if (typeof node !== 'object') return escape(node)
  const { type, props } = node
  if (typeof type === 'function') return markup(type(props))
  const own = Object.entries(props).filter(
    ([k, v]) => !/^(children|key|ref)$|^on[A-Z]/.test(k) && v !== undefined && v !== null && v !== false,
  )
  const list = own.map(([k, v]) => ` ${k === 'className' ? 'class' : k}="${escape(style(v))}"`).join('')
  const inside = markup(props.children)
  return inside ? `<${type}${list}>${inside}</${type}>` : `<${type}${list}/>`
}
const style = v =>
  typeof v === 'object'
    ? Object.entries(v)
        .map(([k, x]) => `${k}:${x}`)
        .join(';')
    : v

/** The style sheet's colours by day; rules of the page for single classes. */
const sheets = [
  'web/src/art/palette.css',
  ...Object.keys(CASES).map(g => `web/src/games/${g}/style.css`),
  'web/style/base.css',
]
const css = sheets.map(f => readFileSync(f, 'utf8').replace(/\/\*[^]*?\*\//g, '')).join('\n')
const COLOURS = Object.fromEntries(
  [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
    .map(m => [m[1], m[2].replace(/light-dark\(([^,]+),.*\)$/, '$1')])
    .reverse(),
)
const plain = text => {
  for (let n = 0; n < 4; n++) text = text.replace(/var\((--[\w-]+)\)/g, (all, name) => COLOURS[name] ?? all)
  return text
}
const rulesOf = text =>
  [...new Set([...text.matchAll(/class="([^"]+)"/g)].flatMap(m => m[1].split(' ')))]
    .flatMap(name =>
      [...css.matchAll(new RegExp(`(?:^|[};\\n])\\s*(\\.${name})\\s*\\{([^}]*)\\}`, 'g'))].map(
        m => `${m[1]}{${m[2].trim()}}`,
      ),
    )
    .join('')

/** The symbols that a drawing uses, directly and indirectly. */
function symbolsOf(text, all) {
  const wanted = new Set()
  const add = t =>
    [...t.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g)].forEach(m => {
      const id = m[1] ?? m[2]
      if (wanted.has(id) || !all.has(id)) return
      wanted.add(id)
      add(all.get(id))
    })
  add(text)
  return [...all]
    .filter(([id]) => wanted.has(id))
    .map(([, s]) => s)
    .join('')
}

function read(game, file, begins) {
  const tests = readFileSync(`tests/games/${game}/${file}.case`, 'utf8')
    .split(/^test: /m)
    .slice(1)
  const text = tests.find(t => t.startsWith(begins))
  if (!text) throw new Error(`${game}/${file}.case has no test '${begins}'`)
  const [name] = text.split('\n', 1)
  const [position, checks] = text.slice(name.length + 1).split('\n---\n')
  return { name, position: position + '\n', move: /^apply (.*)$/m.exec(checks)[1] }
}

/** The boards to show: that of the seat to move, or those that have changed. */
const shown = (before, after, seat) => {
  const some = before
    .map((d, i) => i)
    .filter(i => (before[i].seat ? before[i].seat === seat : markup(before[i].drawing) !== markup(after[i].drawing)))
  return some.length ? some : [0]
}

const H = 300,
  EDGE = 20,
  GAP = 150,
  ARROW = 200

function picture(draw, symbols, game, { position, move }, door) {
  door.readPosition(0, position)
  const seat = door.turn(0)
  const see = () => JSON.parse(door.showJson(0, false))
  const [was] = [see()]
  door.apply(0, move)
  const is = see()
  const { boards } = draw.endings[game]
  const t = Object.assign(key => key, { lang: 'en' })
  const [before, after] = [boards(was, t), boards(is, t)]
  const list = shown(before, after, seat)
  const wide = i => (H * before[i].w) / before[i].h
  const half = list.reduce((n, i) => n + wide(i) + EDGE, 0)
  const place = (all, from) => {
    let x = from
    return list
      .map(i => {
        const d = all[i],
          svg = `<svg x="${x}" y="${EDGE}" width="${Math.round(wide(i))}" height="${H}" viewBox="0 0 ${d.w} ${d.h}">${markup(d.drawing)}</svg>`
        x += wide(i) + EDGE
        return svg
      })
      .join('')
  }
  const width = Math.round(2 * half + GAP + EDGE)
  const middle = EDGE + half + GAP / 2 - EDGE / 2
  const points = v => v.scores[seat - 1].total
  const words = (y, text, bold) =>
    `<text x="${middle}" y="${y}" font-size="16" text-anchor="middle" fill="#22303a"${bold ? ' font-weight="bold"' : ''}>${escape(text)}</text>`
  // What a card of Reef scores is drawn on it.
  const card = was.cards?.[/^play (\d+)/.exec(move)?.[1]]
  const face = card ? markup(draw.ReefCard({ ...card, x: middle - 38, y: EDGE, size: 76 })) : ''
  const lines = (move + ' ').match(/.{1,14} /g)
  const body = `${place(before, EDGE)}${face}${lines.map((l, i) => words(ARROW - 28 - 18 * (lines.length - 1 - i), l.trim(), true)).join('')}<path d="M${middle - 40} ${ARROW}h76m-16-12 16 12-16 12" fill="none" stroke="#22303a" stroke-width="5"/>${words(ARROW + 42, `${points(was)} → ${points(is)}`)}${place(after, EDGE + half + GAP - EDGE)}`
  const used = symbolsOf(body, symbols)
  const rules = rulesOf(body + used)
  return plain(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${H + 2 * EDGE}" width="${width}" height="${H + 2 * EDGE}" font-family="sans-serif"><style>${rules}</style><defs>${used}</defs><rect width="100%" height="100%" fill="#fff"/>${body}</svg>\n`,
  )
}

const draw = await drawings()
const sheet = markup(draw.Sprites({}))
const symbols = new Map(
  [
    ...sheet.matchAll(
      /<(symbol|linearGradient|radialGradient|clipPath|pattern|filter|g|path)[^>]* id="([^"]+)"[^]*?<\/\1>/g,
    ),
  ].map(m => [m[2], m[0]]),
)
const from = process.argv.slice(2).find(a => !a.startsWith('--')) ?? 'build'
const door = await slots(new URL(`../${from}/web/atoll.wasm`, import.meta.url))
const files = new Map()
const TITLES = { reef: 'Reef', 'reef-encounter': 'Reef Encounter', 'my-shelfie': 'My Shelfie' }
let page = `# Rules with pictures

Positions of the tests, drawn as the page draws them: before the move, the move as it is written in records, and after it, with the points of the player who moves.
\`node scripts/rule-pictures.mjs\` draws them.
`
for (const [game, list] of Object.entries(CASES)) {
  page += `\n## ${TITLES[game]}\n`
  for (const [file, names] of Object.entries(list))
    for (const begins of names) {
      const test = read(game, file, begins)
      const [, numbers, title] = /^((?:[A-Z]+-[\d.]+ )+)(.*)$/.exec(test.name)
      const name = `${game}-${begins
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^([a-z]+-\d+-\d+).*?(-[a-z]+-[a-z]+)$/, '$1$2')}.svg`
      files.set(name, picture(draw, symbols, game, test, door))
      const links = numbers
        .trim()
        .split(' ')
        .map(n => `[${n}](../${game}.md#${n})`)
        .join(', ')
      page += `\n${links}: ${title}.\n\n![before and after the move](${name})\n`
    }
}
files.set('README.md', page)
mkdirSync(OUT, { recursive: true })
let stale = 0
for (const [name, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(`${OUT}/${name}`, text)
  else if (
    text !==
    (() => {
      try {
        return readFileSync(`${OUT}/${name}`, 'utf8')
      } catch {
        return ''
      }
    })()
  ) {
    console.log(`${OUT}/${name} is stale: node scripts/rule-pictures.mjs`)
    stale++
  }
}
console.log(`${files.size} files, ${stale} stale`)
process.exit(stale ? 1 : 0)
