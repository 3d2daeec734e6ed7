// turns.mjs ATOLL MODULE [BOT...]: how long the levels, or these bots, think about a turn, natively and in
// the wasm module, one thread each: one game of two players for each level. Both must choose the same
// moves; it fails if BOTs without a clock do not.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { open } from './wasm.mjs'

const AT_ONCE = Object.fromEntries(['beginner', 'easy', 'casual', 'normal', 'skilled'].map(level => [level, [50, 50]]))
const BARS = { ...AT_ONCE, hard: [1000, 2000] } // ms natively and in wasm
const LONG_BARS = { ...AT_ONCE, hard: [2000, 4000] } // Reef Encounter: many decisions a turn
const SEED = Uint8Array.from({ length: 32 }, (_, i) => i)
const TRUTH = 0
const VIEW = 1

const [atoll, modulePath, ...named] = process.argv.slice(2)
const door = await open(modulePath)

function write(text) {
  const bytes = new TextEncoder().encode(text)
  door.bytes().set(bytes)
  return bytes.length
}

function said(length) {
  const text = new TextDecoder().decode(door.bytes().slice(0, Math.abs(length)))
  if (length < 0) throw new Error(text)
  return text
}

// A native bot behind its protocol (docs/bot-protocol.md).
function native(game, level) {
  const child = spawn(atoll, ['bot', game, '--bot', level], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.write(`new ${game} seed 1\n`)
  return {
    async choose(view) {
      const begin = performance.now()
      child.stdin.write(`view\n${view}end\ngo\n`)
      for (;;) {
        const { value } = await lines.next()
        if (value.startsWith('best ')) return { move: value.slice(5), ms: performance.now() - begin }
        if (value.startsWith('error ')) throw new Error(value)
      }
    },
    quit: () => child.stdin.end('quit\n'),
  }
}

// Milliseconds of every turn, natively and in wasm.
async function playGame(game, level) {
  const bot = native(game, level)
  const turns = []
  let mover = 0
  let differ = 0
  door.bytes().set(SEED)
  door.door_seed()
  if (door.door_start(TRUTH, door.id[game], 2, 0) < 0) throw new Error(game)
  if (door.door_bot(TRUTH, write(level), 1n) < 0) throw new Error(level)
  for (let turn; (turn = door.door_turn(TRUTH)) !== -1; mover = turn) {
    let move
    if (turn === 0) {
      move = said(door.door_deal(TRUTH))
    } else {
      door.door_look(TRUTH, turn, VIEW)
      const there = await bot.choose(said(door.door_position(VIEW)))
      const begin = performance.now()
      move = JSON.parse(said(door.door_choose(VIEW))).move
      const here = performance.now() - begin
      if (turn !== mover) turns.push([0, 0])
      turns.at(-1)[0] += there.ms
      turns.at(-1)[1] += here
      differ += move === there.move ? 0 : 1
    }
    if (door.door_apply(TRUTH, write(move)) < 0) throw new Error(move)
  }
  bot.quit()
  return { turns, differ }
}

const { levels, games } = JSON.parse(said(door.door_list()))
door.id = Object.fromEntries(games.map(g => [g.name, g.id]))
console.log('game            level     turns   native mean    longest   wasm mean    longest   bar on the longest, ms')
for (const game of Object.keys(door.id)) {
  for (const level of named.length ? named : levels) {
    const { turns, differ } = await playGame(game, level)
    const bars = (game === 'reef-encounter' ? LONG_BARS : BARS)[level]
    const figures = [0, 1].flatMap(i => {
      const list = turns.map(t => t[i])
      return [list.reduce((a, b) => a + b) / list.length, Math.max(...list)]
    })
    const columns = [12, 11, 12, 11].map((width, i) => figures[i].toFixed(1).padStart(width)).join('')
    console.log(
      `${game.padEnd(16)}${level.padEnd(9)}${`${turns.length}`.padStart(6)}  ${columns}   ${bars ? bars.join(' / ') : ''}` +
        (differ ? `  (${differ} other choices natively: did the clock cut in?)` : ''),
    )
    if (differ && named.length) process.exitCode = 1
  }
}
