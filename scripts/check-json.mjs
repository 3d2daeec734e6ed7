// check-json.mjs ATOLL WASM: checks that docs/formats/json.md (for a game, the part of its own page below "## JSON") describes
// every member that the command and the page's module print in random play, and that everything described is printed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue, open } from '../bench/wasm.mjs'

const [atoll, wasm] = process.argv.slice(2)
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The paths in the tables of a text, as patterns: <word> stands for any name. */
const rowsOf = text =>
  [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => ({
    path,
    pattern: new RegExp(`^${path.replace(/[.[\]]/g, '\\$&').replace(/<\w+>/g, '[\\w-]+')}$`),
    seen: false,
  }))

/** A page of docs/formats by its headings. */
function headings(page) {
  const file = join(root, 'docs/formats', page)
  const parts = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m).slice(1) : []
  return Object.fromEntries(parts.map(part => [part.slice(0, part.indexOf('\n')), rowsOf(part)]))
}

const sections = headings('json.md')
const unknown = new Set()

/** Looks up every member of a value in these sections. */
function look(value, names, path = '') {
  if (Array.isArray(value)) for (const element of value) look(element, names, `${path}[]`)
  else if (value && typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      const to = path ? `${path}.${name}` : name
      const rows = names.flatMap(n => sections[n] ?? []).filter(row => row.pattern.test(to))
      for (const row of rows) row.seen = true
      if (!rows.length) unknown.add(`${names.join(', ')}: ${to}`)
      look(member, names, to)
    }
}

const run = (args, input) => execFileSync(atoll, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
const report = (args, input) => JSON.parse(run([...args, '--json'], input))

/** Records of random games, read at various places, by every viewer. */
function command({ name, title, players_min, players_max }, folder) {
  for (let players = players_min; players <= players_max; players++) {
    run(['simulate', name, '--players', players, '--games', 1, '--seed', 7, '--records', folder])
    const record = join(folder, readdirSync(folder)[0])
    const plies = report(['replay', record]).moves_checked
    for (let part = 0; part <= 8; part++) {
      const to = ['replay', record, '--to', Math.floor((plies * part) / 8)]
      look(report(to), ['Every position', title, 'Replay'])
      const text = run(to)
      for (const viewer of ['public', players])
        look(report(['position', name, '-', '--view', viewer], text), ['Every position', title])
    }
    rmSync(record)
  }
}

/** The bots' reports about a record and about a position in it. */
function judged({ name, players_min }, folder) {
  const bot = ['--bot', 'search:nodes=50']
  run(['simulate', name, '--players', players_min, '--games', 1, '--seed', 7, '--records', folder])
  const record = join(folder, readdirSync(folder)[0])
  const analysis = report(['analyse', record, ...bot])
  const decision = analysis.moves.findLast(m => m.by !== 'chance')
  look(analysis, ['Analyse'])
  look(report(['hint', name, '-', ...bot], run(['replay', record, '--to', decision.ply - 1])), ['Hint'])
}

function logged({ name }, log) {
  run(['match', name, '--bots', 'greedy,random', '--games', 2, '--seed', 1, '--log', log])
  for (const line of readFileSync(log, 'utf8').trim().split('\n')) look(JSON.parse(line), ['Logs'])
}

/** A random game as the page sees it, with an occasional judgement. */
function page(door, { name, title, id, players_min }) {
  const text = length => {
    if (length < 0) throw new Error(`${name}: refused`)
    return new TextDecoder().decode(door.bytes().slice(0, length))
  }
  const put = words => {
    const bytes = new TextEncoder().encode(words)
    door.bytes().set(bytes)
    return bytes.length
  }
  door.door_start(0, id, players_min, 0)
  text(door.door_bot(0, put('search:nodes=50'), 1n))
  for (let n = 0; door.door_turn(0) !== -1; n++) {
    const turn = door.door_turn(0)
    const moves = text(door.door_legal(0)).trim().split('\n')
    const move = moves[(n * 7919) % moves.length]
    door.door_look(0, players_min, 1)
    if (n % 5 === 0) look(JSON.parse(text(door.door_show(1, 1))), ['Every position', title, 'The page'])
    if (n % 40 === 0 && turn > 0) {
      door.door_look(0, turn, 2)
      look(JSON.parse(text(door.door_choose(2))), ['Hint'])
    }
    text(door.door_apply(0, put(move)))
  }
}

const folder = mkdtempSync(join(tmpdir(), 'check-json-'))
try {
  const { games } = report(['games'])
  const door = await open(wasm)
  const offer = catalogue(door)
  look({ games }, ['Games'])
  look(offer, ['Games', 'The page'])
  for (const { name, title } of games) (sections[title] ??= []).push(...(headings(`${name}.md`).JSON ?? []))
  for (const game of games) command(game, folder)
  look(report(['replay', join(root, 'examples/fair.record')]), ['Every position', 'My Shelfie', 'Replay'])
  look(report(['simulate', games[0].name, '--players', 2, '--games', 9, '--seed', 1]), ['Simulate'])
  judged(games[0], folder)
  logged(games[0], join(folder, 'log'))
  for (const game of offer.games) page(door, game)
} finally {
  rmSync(folder, { recursive: true })
}
delete sections.Logs // members that appear only now and then may be missing

const silent = Object.entries(sections).flatMap(([name, rows]) =>
  rows.filter(r => !r.seen).map(r => `${name}: ${r.path}`),
)
for (const member of unknown) console.log(`not described: ${member}`)
for (const member of silent) console.log(`described, never printed: ${member}`)
const count = Object.values(sections).reduce((n, rows) => n + rows.length, 0)
console.log(`${count} members described`)
process.exit(unknown.size + silent.length ? 1 : 0)
