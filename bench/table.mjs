// table.mjs ATOLL MODULE: the speed of the native command and of the wasm module in one table, then the
// signatures of both.
import { execFileSync } from 'node:child_process'
import { gameIndex, open, signature } from './wasm.mjs'

const WORKS = ['view', 'guess', 'encode', 'decode']
const SLICES = 3 // the best one counts, as in the command
const SEED = 1n
const MS = 200

const [atoll, modulePath] = process.argv.slice(2)

// Milliseconds of processor time, as in the command: other programs on the machine do not count.
const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// Repeats work() for some milliseconds, several times; returns the seconds of the fastest.
function best(work, ms) {
  let fastest = Infinity
  for (let slice = 0; slice < SLICES; slice++) {
    const begin = worked()
    let count = 0
    let spent
    do {
      count += work()
      spent = worked() - begin
    } while (spent < ms)
    fastest = Math.min(fastest, spent / 1000 / count)
  }
  return fastest
}

function measure(door, name, players) {
  const game = gameIndex(door, name)
  let next = 0n
  let games = 0
  let decisions = 0
  const play = () => {
    door.door_tally_clear()
    door.door_simulate(game, players, 0, SEED, next, 16n)
    next += 16n
    games += 16
    decisions += Number(door.door_decisions())
    return Number(door.door_decisions())
  }
  const row = { decisions_per_second: 1 / best(play, MS), nanoseconds: {} }
  row.games_per_second = (row.decisions_per_second * games) / decisions
  door.door_sample(game, players, 0, SEED)
  WORKS.forEach((work, i) => {
    const run = () => {
      door.door_work(i, 4)
      return 4 * door.door_sample_size()
    }
    row.nanoseconds[work] = best(run, MS / 12) * 1e9
  })
  return row
}

function print(cells) {
  const widths = [-15, 7, -6, 11, 8, 7, 6, 7, 7, 7, 7, 6, 9]
  console.log(
    cells.map((cell, i) => (widths[i] < 0 ? `${cell}`.padEnd(-widths[i]) : `${cell}`.padStart(widths[i]))).join(' '),
  )
}

function printRow(name, players, where, row, moves, size) {
  const figures = [row.decisions_per_second, row.games_per_second].map(Math.round)
  const work = WORKS.map(w => Math.round(row.nanoseconds[w]))
  const search = row.search_nodes_per_second
  const more = [row.command_nanoseconds, search].map(figure => (figure === undefined ? '' : Math.round(figure)))
  print([name, players, where, ...figures, moves, ...work, more[0], size, more[1]])
}

const door = await open(modulePath)
const native = JSON.parse(execFileSync(atoll, ['bench', '--json'], { maxBuffer: 1 << 26 }))

print(['game', 'players', '', 'decisions/s', 'games/s', 'moves', ...WORKS, 'command', 'state', 'search/s'])
for (const row of native.rows) {
  const moves = row.mean_moves_per_decision.toFixed(1)
  printRow(row.game, row.players, 'native', row, moves, row.state_bytes)
  printRow('', '', 'wasm', measure(door, row.game, row.players), '', '')
}
console.log(
  'One thread; moves: legal ones a decision; view to decode: ns each; command: ns that a table takes for one beyond\n' +
    "the rules' own work; state: bytes; search/s: nodes of the search bot.\n",
)

let wrong = 0
for (const s of native.signatures) {
  const found = signature(door, s.game, s.players, s.options, BigInt(s.games), BigInt(s.seed))
  const mark = found === s.signature ? '' : `  wasm: ${found}`
  wrong += mark ? 1 : 0
  console.log(`${s.game} ${s.players} ${s.options} ${s.games} ${s.seed} ${s.signature}${mark}`)
}
console.log(wrong ? `${wrong} signatures differ in wasm` : 'The wasm module computes the same signatures.')
process.exit(wrong ? 1 : 0)
