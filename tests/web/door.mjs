// door.mjs WASM: the wasm door as the page's worker uses it (web/src/door.ts), without a browser.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const wasm = readFileSync(process.argv[2] ?? join(root, 'build', 'web', 'atoll.wasm'))
const bundled = await build({
  stdin: { contents: "export * from './door'; export * from './table'", resolveDir: join(root, 'web/src') },
  define: { WORKER_URL: '""' },
  bundle: true,
  write: false,
  format: 'esm',
})
const { Door, Refused, table } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`
)

const door = await Door.open(wasm)
const GAMES = door.list().map(g => g.name)
/** A number of seats for a test that needs one: this many, or what the game allows. */
const some = (game, n) => Math.max(door.game(game).players_min, Math.min(n, door.game(game).players_max))
const seatsOf = game => Array.from({ length: 5 }, (_, n) => n).filter(n => n && some(game, n) === n)
const SEED = Uint8Array.from({ length: 32 }, (_, i) => i * 7)

function check(what, message) {
  if (!what) throw new Error(message)
}
function refuses(f, pattern) {
  try {
    f()
  } catch (err) {
    check(err instanceof Refused && pattern.test(err.stack), `${err}`)
    return
  }
  throw new Error('not refused')
}

/** Plays to the end with moves from the list; calls each(seat, move) before a move. */
function playOut(game, players, each = () => {}) {
  const moves = []
  door.seed(SEED, true)
  door.start(0, game, players, 0)
  for (let n = 0; door.turn(0) !== -1; n++) {
    check(n < 5000, 'the game ends')
    const turn = door.turn(0)
    const list = turn === 0 ? [] : door.legal(0)
    const move = turn === 0 ? door.deal(0) : list[(n * 7919) % list.length]
    each(turn, move)
    door.apply(0, move)
    moves.push(move)
  }
  return moves
}

/** The record of a game whose draws before the first decision were made. */
function dealt(game) {
  door.seed(SEED, true)
  door.start(0, game, 2, 0)
  const draws = []
  while (door.turn(0) === 0) {
    draws.push(door.deal(0) + '\n')
    door.apply(0, draws.at(-1).trim())
  }
  return door.recordHead(0) + draws.join('')
}

/** Opens a table and gives what the first bot at it is asked: its seed and its view. */
async function asked(opening) {
  const seen = new Promise(ok => {
    globalThis.Worker = class {
      addEventListener() {}
      terminate() {}
      postMessage({ call, args: [view, , seed] }) {
        if (call === 'choose') ok({ view: view.join(), seed })
      }
    }
  })
  await table(await Door.open(wasm), () => {}).open(opening)
  return seen
}

const tests = {
  'lists the games with their options'() {
    const names = door
      .list()
      .filter(g => g.listed)
      .map(g => g.name)
      .sort()
    check(
      ['my-shelfie', 'reef', 'reef-encounter'].every(name => names.includes(name)),
      names.join(),
    )
    for (const g of door.list()) {
      check(
        g.options.every(o => o.help && o.values.length >= 2),
        `${g.name}: options`,
      )
      check(g.minutes === undefined || (g.minutes[0] > 0 && g.minutes[0] <= g.minutes[1]), `${g.name}: minutes`)
    }
    check(door.game('reef').minutes.join() === '20,40' && !('minutes' in door.game('template')), 'minutes')
    check(door.levels.join() === 'easy,normal,hard,master', `levels ${door.levels}`)
    refuses(() => door.game('chess'), /no game/)
  },
  'plays every game to its end, in every number of seats'() {
    for (const game of GAMES)
      for (const players of seatsOf(game)) {
        playOut(game, players)
        const view = door.show(0)
        check(view.over && view.to_move === null && view.legal_moves.length === 0, game)
        check(view.scores.some(s => s.place === 1) && view.scores.length === players, 'places')
        for (const s of view.scores) check(s.lines.reduce((sum, l) => sum + l.points, 0) === s.total, 'lines add up')
      }
  },
  'a view follows its moves as they were seen'() {
    for (const game of GAMES) {
      const players = some(game, 3)
      const viewers = Array.from({ length: players + 1 }, (_, n) => n)
      door.start(0, game, players, 0)
      for (const viewer of viewers) door.look(0, viewer, 1 + viewer)
      playOut(game, players, (_, move) => {
        for (const viewer of viewers) {
          const seen = door.seenAs(0, viewer, move)
          door.apply(1 + viewer, seen)
        }
        door.copy(0, 6)
        door.apply(6, move)
        for (const viewer of viewers) {
          door.look(6, viewer, 5)
          check(door.showJson(5, false) === door.showJson(1 + viewer, false), `${game}, viewer ${viewer}, ${move}`)
        }
      })
    }
  },
  'the mover sees its legal moves in its view, the others none'() {
    for (const game of GAMES)
      playOut(game, some(game, 2), turn => {
        if (turn <= 0) return
        door.look(0, turn, 1)
        check(door.legal(1).join() === door.legal(0).join(), game)
        door.look(0, 3 - turn, 1)
        check(door.legal(1).length === 0, game)
      })
  },
  'an illegal move is refused with a reason and changes nothing'() {
    for (const game of GAMES) {
      door.seed(SEED, true)
      door.start(0, game, some(game, 2), 0)
      const before = door.hash(0)
      refuses(() => door.apply(0, 'take a1 to 9'), /./)
      refuses(() => door.apply(0, ''), /./)
      refuses(() => door.apply(0, 'x'.repeat(400)), /./)
      check(door.hash(0) === before, 'unchanged')
    }
    refuses(() => door.start(0, 'reef', 5, 0), /./)
  },
  'a record is written and read back, and a wrong one refused by its line'() {
    for (const game of GAMES) {
      const moves = playOut(game, some(game, 2))
      const hash = door.hash(0)
      const text = door.recordHead(0) + moves.map(m => m + '\n').join('')
      const opened = door.readRecord(1, text)
      check(
        opened.game.name === game && opened.players === some(game, 2) && opened.moves.join() === moves.join(),
        'moves',
      )
      check(opened.seed.join() === SEED.join() && door.hash(1) === hash, 'seed and state')
      refuses(() => door.readRecord(1, text.replace(/players: \d/, 'players: 7')), /line 2/)
      refuses(() => door.readRecord(1, text + 'nonsense\n'), /line \d+/)
    }
  },
  'a record without its seed takes the draws as they stand'() {
    const moves = playOut('my-shelfie', 2)
    const head = door.recordHead(0).replace(/seed: .*\n/, '')
    check(door.readRecord(1, head + moves.join('\n') + '\n').seed === null, 'no seed')
  },
  'positions go through text'() {
    for (const game of GAMES)
      playOut(game, some(game, 2), () => {
        door.readPosition(1, door.position(0))
        check(door.hash(1) === door.hash(0), game)
      })
  },
  'views go through bytes, the truth does not'() {
    for (const game of GAMES) {
      let n = 0
      playOut(game, some(game, 2), turn => {
        if (turn <= 0 || n++ > 20) return
        door.look(0, turn, 1)
        door.decode(2, door.encode(1))
        check(door.hash(2) === door.hash(1), game)
      })
    }
    refuses(() => door.decode(1, new Uint8Array([1, 2, 3])), /./)
  },
  'a seat with a secret is known to have one'() {
    door.seed(SEED, true)
    door.start(0, 'my-shelfie', 2, 0)
    check(!door.secrets(0, 1), 'nothing dealt yet')
    while (door.turn(0) === 0) door.apply(0, door.deal(0))
    check(door.secrets(0, 1) && door.secrets(0, 2) && !door.secrets(0, 0), 'personal goals')
  },
  'bots choose legal moves and give reasons'() {
    for (const game of GAMES) {
      let times = 0
      playOut(game, some(game, 2), turn => {
        if (turn <= 0 || times++ % 10 || times > 40) return
        door.look(0, turn, 1)
        const legal = door.legal(1)
        for (const level of door.levels.slice(0, 2)) check(legal.includes(door.choose(1, level, 1n)), game)
        const advice = door.advise(1, 'search:nodes=50', 1n)
        check(advice.length > 0 && advice.every(a => legal.includes(a.move)), game)
        const last = legal.at(-1)
        const asked = door.compare(1, 'search:nodes=50', 1n, [last])
        check(
          asked.own.move === last && asked.own.visits > 0 && asked.turn[0] === asked.best.move,
          'the one asked about',
        )
        for (const a of advice) check(Math.abs(a.win[0] + a.win[1] - 1) < 0.01, `win shares ${a.win}`)
      })
    }
  },
  'a bot that there is not is refused, and nobody moves in its place'() {
    for (const game of GAMES) {
      door.start(0, game, some(game, 2), 0)
      while (door.turn(0) === 0) door.apply(0, door.deal(0))
      door.look(0, door.turn(0), 1)
      refuses(() => door.choose(1, 'nobody', 1n), /nobody/)
    }
  },
  async 'what bots draw has nothing to do with the seed of the draws'() {
    const seats = [1, 2].map(() => ({ kind: 'bot', name: '', level: 'easy' }))
    const record = { kind: 'record', record: dealt('my-shelfie'), seats, keep: false }
    const first = await asked(record)
    const second = await asked(record)
    check(first.view === second.view && first.seed !== second.seed, 'the draws gave the bots their seed')
    // A deal that was asked for is to be the same every time, bots included: their seed is one that anybody knows.
    const given = { kind: 'new', game: 'my-shelfie', players: 2, options: 0, seats }
    const [a, b] = [await asked({ ...given, seed: '07'.repeat(32) }), await asked({ ...given, seed: '18'.repeat(32) })]
    check(a.view !== b.view && a.seed === b.seed, 'the deal gave the bots their seed')
  },
  'luck is what a draw brings, and nothing where there is no choice'() {
    for (const game of GAMES)
      playOut(game, some(game, 3), (turn, move) => {
        if (turn !== 0) return
        const luck = door.luck(0, move)
        check(luck.length === some(game, 3) && Math.abs(luck.reduce((sum, x) => sum + x)) < 0.001, `${game}: ${luck}`)
      })
  },
}

console.log(`1..${Object.keys(tests).length}`)
let failed = 0
for (const [i, [name, test]] of Object.entries(tests).entries()) {
  try {
    await test()
    console.log(`ok ${i + 1} - ${name}`)
  } catch (err) {
    failed++
    console.log(`not ok ${i + 1} - ${name}: ${err.message}`)
  }
}
process.exit(failed ? 1 : 0)
