// door.mjs WASM: the wasm module without a browser: states in its slots, and the table as the page's worker
// uses it (web/src/door.ts).
import { build } from 'esbuild'
import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { split } from '../../web/nets.mjs'
import { Refused as SlotRefused, slots } from './slots.mjs'

globalThis.crypto ??= webcrypto // Node 18 has it under another name

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const path = process.argv[2] ?? join(dirname(process.env.ATOLL ?? join(root, 'build', 'atoll')), 'web', 'atoll.wasm')
const wasm = readFileSync(path)
const bundled = await build({
  stdin: {
    contents: "export * from './door'; export * from './table'; export * from './thinker'",
    resolveDir: join(root, 'web/src'),
  },
  define: { WORKER_URL: '""', NETS_URL: '"nets"' },
  bundle: true,
  write: false,
  format: 'esm',
})
const { Door, Refused, table, thinker } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`
)

const door = await slots(path)
const page = await Door.open(wasm)
const GAMES = door.list().map(g => g.name)
/** A number of seats for a test: this one, or one that the game allows. */
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
    check((err instanceof Refused || err instanceof SlotRefused) && pattern.test(err.stack), `${err}`)
    return
  }
  throw new Error('not refused')
}

/** A host's messages about a table of bots after five events (docs/protocol.md). */
function tableMessage(game, { players, ply }, turn, bytes) {
  return {
    game,
    players,
    rules: door.game(game).rules,
    options: '',
    first: null,
    clock: { kind: 'none', base: 0, increment: 0 },
    fair: false,
    commitment: '0'.repeat(64),
    given: 0,
    number: 5,
    phase: 'playing',
    ply,
    backs: 0,
    mover: turn,
    question: null,
    you: turn,
    seats: Array.from({ length: players }, (_, i) => ({ seat: i + 1, kind: 'bot', level: 'hard' })),
    bytes,
  }
}

/** Plays to the end with moves from the list; calls each(seat, move) before a move. */
function playOut(game, players, each = () => {}) {
  const moves = []
  door.seed(SEED)
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

/** The seats of a table, and its seeds. */
const letter = (players, level) => ({
  seed: SEED,
  botSeed: 5n,
  seats: Array.from({ length: players }, (_, i) =>
    level ? { kind: 'bot', name: '', level } : { kind: i ? 'guest' : 'me', name: '' },
  ),
  lesson: false,
})

/** A table where people play moves from the list to the end, or as many as asked for. */
function playTable(game, players, most = 5000) {
  page.newTable(game, players, 0, letter(players))
  for (let n = 0; n < most; n++) {
    const now = page.now()
    if (now.turn === -1) return
    if (now.cover !== null) page.uncover()
    const { legal } = page.now()
    page.act([legal[(n * 7919) % legal.length]])
  }
  check(most < 5000, 'the game ends')
}

/** Opens a table and returns the first bot's job, and a description of it. */
async function asked(opening) {
  const seen = new Promise(ok => {
    globalThis.Worker = class {
      addEventListener() {}
      terminate() {}
      postMessage({ args: [job] }) {
        ok({ seed: job.slice(0, 8).join(), seat: job[17], view: job.slice(8).join() })
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
    check(page.levels.join() === 'beginner,easy,casual,normal,skilled,hard,master', `levels ${page.levels}`)
    refuses(() => page.game('chess'), /no game/)
  },
  'whoever was chosen begins, in every game that draws the first player'() {
    check(!door.game('template').listed && door.game('template').first_drawn, 'a game that is not listed draws, too')
    for (const game of GAMES)
      for (const players of seatsOf(game))
        for (let first = 1; first <= players; first++) {
          page.newTable(game, players, 0, letter(players), first)
          const record = page.record()
          check(record.includes(`\nfirst: ${first}\n`), `${game}: ${record}`)
          while (page.now().ply < 40 && !/^first \d$/m.test(page.record())) page.act([page.now().legal[0]])
          check(page.record().includes(`\nfirst ${first}\n`), `${game}: ${page.record()}`)
        }
    refuses(() => page.newTable('reef', 2, 0, letter(2), 3), /no seat 3/)
  },
  'plays every game to its end, in every number of seats'() {
    for (const game of GAMES)
      for (const players of seatsOf(game)) {
        playOut(game, players)
        const view = JSON.parse(door.showJson(0, true))
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
      door.seed(SEED)
      door.start(0, game, some(game, 2), 0)
      const before = door.hash(0)
      refuses(() => door.apply(0, 'take a1 to 9'), /./)
      refuses(() => door.apply(0, ''), /./)
      refuses(() => door.apply(0, 'x'.repeat(400)), /./)
      check(door.hash(0) === before, 'unchanged')
    }
    refuses(() => door.start(0, 'reef', 5, 0), /./)
  },
  'a table writes a record and goes on with it, and a wrong one is refused by its line'() {
    for (const game of GAMES) {
      const players = some(game, 2)
      playTable(game, players)
      const text = page.record()
      check(text.includes('seed: ') && page.recordPlayers(text) === players, 'head')
      page.openRecord(text, letter(players))
      check(page.now().turn === -1 && page.record() === text, `${game}: the same`)
      playTable(game, players, 3)
      const part = page.record()
      page.openRecord(part, letter(players))
      check(page.record() === part && page.now().turn > 0, `${game}: unfinished`)
      refuses(() => page.openRecord(text.replace(/players: \d/, 'players: 7'), letter(players)), /line 2/)
      refuses(() => page.openRecord(text + 'nonsense\n', letter(players)), /line \d+/)
    }
  },
  'a record without its seed takes the draws as they stand'() {
    playTable('my-shelfie', 2, 4)
    const text = page.record().replace(/seed: .*\n/, '')
    page.openRecord(text, letter(2))
    check(page.record() === text, 'and does not get one')
  },
  'taking back and going on changes no draw'() {
    for (const game of GAMES) {
      playTable(game, some(game, 2), 12)
      const { now, record } = { now: page.now(), record: page.record() }
      if (!now.canUndo) continue
      const told = page.tell(true).steps.at(-1).move
      check(page.back(), 'taken back')
      page.act([told])
      check(page.record() === record, game)
    }
  },
  'what the page is told is what the seat at the screen may know'() {
    for (const game of GAMES) {
      playTable(game, some(game, 2), 9)
      const { viewer } = page.now()
      const { steps } = page.tell(true)
      for (const { json } of steps) check(JSON.parse(json).viewer === (viewer || 'public'), `${game}: ${viewer}`)
      check(page.tell(false).steps.length === 0, 'once')
    }
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
  "a host's table shows, tries, follows and refuses what it does in the truth"() {
    for (const game of GAMES) {
      const players = some(game, 2)
      let n = 0
      playOut(game, players, turn => {
        if (turn <= 0 || n++ > 9) return
        door.look(0, turn, 1)
        const truth = JSON.parse(door.showJson(1, false))
        const told = tableMessage(game, truth, turn, Buffer.from(door.encode(1)).toString('hex'))
        page.clientHear(n % page.slots, JSON.stringify(told))
        page.clientBegin(n % page.slots, false)
        check(page.clientShow(n % page.slots, true) === door.showJson(1, true), game)
        const seats = page.clientSettle(n % page.slots, '')
        check(seats.length === players && seats[0].kind === 'bot' && seats[0].level === 'hard', `${game}: seats`)
        const [move] = door.legal(1)
        check(page.clientTry(n % page.slots, [move]).ply > truth.ply, `${game}: tried`)
        refuses(() => page.clientTry(n % page.slots, ['nonsense']), /./)
        refuses(() => page.clientFollow(n % page.slots, JSON.stringify({ number: 7, event: 'ended' })), /./)
        page.clientFollow(n % page.slots, JSON.stringify({ number: 5, event: 'ended' }))
        refuses(() => page.clientSettle(n % page.slots, JSON.stringify({ ...told, number: 6 })), /./)
        page.clientSettle(n % page.slots, JSON.stringify({ ...told, number: 6, phase: 'abandoned', mover: null }))
        refuses(() => page.clientHear(n % page.slots, JSON.stringify({ ...told, bytes: '00' })), /./)
      })
    }
    const hex = bytes => Buffer.from(bytes).toString('hex')
    const hash = '02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc'
    check(hex(page.sha256(new Uint8Array(32).fill(0x11))) === hash, 'docs/fair-draws.md')
  },
  'a person with a secret gets the screen by confirming it'() {
    page.newTable('my-shelfie', 2, 0, letter(2))
    const { cover, viewer, legal } = page.now()
    check(cover > 0 && viewer === 0 && legal.length === 0, 'personal goals')
    page.uncover()
    check(page.now().viewer === cover && page.now().legal.length > 0, 'and then sees its own')
  },
  'bots choose legal moves, natively and as jobs, and hints give reasons'() {
    for (const game of GAMES) {
      let times = 0
      playOut(game, some(game, 2), turn => {
        if (turn <= 0 || times++ % 10 || times > 40) return
        door.look(0, turn, 1)
        const legal = door.legal(1)
        for (const level of page.levels.slice(0, 2)) check(legal.includes(door.choose(1, level, 1n)), game)
      })
      page.newTable(game, some(game, 2), 0, letter(some(game, 2), page.levels[0]))
      for (let n = 0, job; n < 20 && (job = page.job()); n++) page.answer(page.think(job, n % 2 ? 'greedy' : 'easy'))
      check(page.now().decisions > 0 && page.record(), `${game}: turns`)
      playTable(game, some(game, 2), 1)
      if (page.now().cover) page.uncover()
      const { moves, turn, reasons } = page.hints(page.think(page.hintJob()))
      const { legal } = page.now()
      check(moves.length > 0 && moves.every(a => legal.includes(a.move)), game)
      for (const a of moves)
        check(Math.abs(a.win.reduce((sum, w) => sum + w) - 1) < 0.01 && a.visits > 0, `win shares ${a.win}`)
      check(turn.length > 0 && page.tryOut(turn), `${game}: the turn is legal, one move after the other`)
      check(reasons.length > 0 && reasons.every(r => r.name && r.seat > 0 && r.from !== r.to), `${game}: reasons`)
      check(
        reasons.every((r, i) => i === 0 || Math.abs(r.points) <= Math.abs(reasons[i - 1].points)),
        `${game}: the greatest first`,
      )
      const good = page.judged(page.think(page.judgeJob(turn.slice(0, 1))))
      const bad = page.judged(page.think(page.judgeJob([legal.find(m => m !== turn[0])])))
      check(good.lost < 0.1 && bad.lost >= good.lost - 0.02, `${game}: ${good.lost} and ${bad.lost}`)
      check(legal.includes(good.turn[0]), `${game}: the best turn instead`)
      refuses(() => page.judgeJob(['nonsense']), /./)
    }
  },
  'an answer that comes too late is refused'() {
    page.newTable('reef', 2, 0, letter(2, 'easy'))
    const answer = page.think(page.job(), 'easy')
    page.answer(answer)
    const before = page.record()
    refuses(() => page.answer(answer), /gone on|not to move/)
    refuses(() => page.answer(answer.slice(1)), /no bot's turn/)
    check(page.record() === before, 'unchanged')
  },
  'a bot that there is not is refused, and nobody moves in its place'() {
    for (const game of GAMES) {
      door.start(0, game, some(game, 2), 0)
      while (door.turn(0) === 0) door.apply(0, door.deal(0))
      door.look(0, door.turn(0), 1)
      refuses(() => door.choose(1, 'nobody', 1n), /nobody/)
      page.newTable(game, some(game, 2), 0, letter(some(game, 2), 'nobody'))
      const job = page.job()
      refuses(() => page.think(job, 'nobody'), /nobody/)
    }
  },
  async 'what bots draw has nothing to do with the seed of the draws'() {
    const seats = [1, 2].map(() => ({ kind: 'bot', name: '', level: 'easy' }))
    playTable('my-shelfie', 2, 0)
    const record = { kind: 'record', record: page.record(), seats, keep: false }
    const first = await asked(record)
    const second = await asked(record)
    check(first.view === second.view && first.seed !== second.seed, 'the draws gave the bots their seed')
    // A chosen deal must be the same every time, bots included: their seed is one that anybody knows.
    const given = { kind: 'new', game: 'my-shelfie', players: 2, options: 0, seats }
    const jobs = []
    for (const digits of ['07', '18', '29']) jobs.push(await asked({ ...given, seed: digits.repeat(32) }))
    // Of three deals two begin with the same seat.
    const [a, b] = jobs.filter((job, _, all) => all.filter(other => other.seat === job.seat).length > 1)
    check(a.view !== b.view && a.seed === b.seed, 'the deal gave the bots their seed')
  },
  'from a deck the n-th draw is the same however a game goes, and a record with other draws is refused'() {
    /** The kinds that were drawn, one after the other, in a game with these decisions. */
    const drawn = (game, by, deck) => {
      const players = some(game, 2)
      page.newTable(game, players, 0, { ...letter(players), deck })
      for (let n = 0; page.now().turn !== -1; n++) {
        if (page.now().cover !== null) page.uncover()
        const { legal } = page.now()
        page.act([legal[(n * by) % legal.length]])
      }
      return page.record()
    }
    const kinds = record => [...record.matchAll(/^draw \S+ (\S+)$/gm)].map(m => m[1])
    for (const deck of [true, false]) {
      const [a, b] = [7919, 104729].map(by => kinds(drawn('my-shelfie', by, deck)))
      const common = Math.min(a.length, b.length)
      check(common > 40 && a.join() !== b.join(), 'two games')
      const same = a.slice(0, common).join() === b.slice(0, common).join()
      check(same === deck, `the same draws: ${same}, from a deck: ${deck}`)
    }
    for (const game of GAMES) {
      const players = some(game, 2)
      const deck = { ...letter(players), deck: true }
      const record = drawn(game, 7919, true)
      check(!/^seed:/m.test(record), 'no seed: the draws are not those of a ply')
      page.openRecord(record, deck)
      check(page.record() === record && page.now().turn === -1, `${game}: it opens again`)
      const half = record.split('\n').slice(0, record.split('\n').length >> 1)
      page.openRecord(half.join('\n') + '\n', deck)
      check(page.record().startsWith(half.join('\n')), `${game}: and goes on in the middle`)
      refuses(() => page.openRecord(record, { ...deck, seed: SEED.map(b => b ^ 1) }), /another draw/)
    }
  },
  'what is drawn from a deck cannot be looked at by taking back'() {
    page.newTable('my-shelfie', 2, 0, {
      ...letter(2, 'easy'),
      seats: [letter(2).seats[0], letter(2, 'easy').seats[0]],
      deck: true,
    })
    const bot = () => {
      for (let job; (job = page.job());) page.answer(page.think(job, 'easy by nodes'))
    }
    for (let n = 0; n < 3; n++) {
      bot()
      page.act([page.now().legal[0]])
    }
    bot()
    check(page.now().mine && !page.now().canUndo && !page.back(), 'the bot has moved since')
  },
  'without a clock a bot plays the same, whatever the time'() {
    for (const game of GAMES)
      for (const level of ['normal', 'hard']) {
        page.newTable(game, some(game, 2), 0, letter(some(game, 2), level))
        const job = page.job()
        const once = page.think(job, `${level} by nodes`).join()
        // The second time, an hour passes between any two looks at the clock.
        const { now } = performance
        let hours = 0
        const later = () => 3_600_000 * hours++
        Object.defineProperty(performance, 'now', { value: later, configurable: true })
        const again = page.think(job, `${level} by nodes`).join()
        Object.defineProperty(performance, 'now', { value: now, configurable: true })
        check(once === again, `${game}: ${level}`)
      }
    refuses(() => page.think(page.job(), 'nobody by nodes'), /nobody/)
  },
  async 'a net that was left out comes when a bot first wants it, and the moves are the same'() {
    const [code, nets] = await split(wasm)
    const { think } = thinker(await Door.open(code))
    const { fetch } = globalThis
    const asked = []
    globalThis.fetch = async url => {
      asked.push(url)
      return new Response(nets, { status: asked.length < 2 ? 404 : 200 })
    }
    try {
      page.newTable('my-shelfie', 2, 0, letter(2, 'hard'))
      const job = page.job()
      const same = async bot => (await think(job, bot)).join() === page.think(job, bot).join()
      check((await same('normal by nodes')) && asked.length === 0, 'nobody wants one yet')
      const failed = await think(job, 'hard by nodes').catch(err => err)
      check(/nets/.test(failed.message), `there is no move without it: ${failed}`)
      check((await same('hard by nodes')) && (await same('master by nodes')), 'as the whole module')
      check(asked.join() === 'nets,nets', `${asked}`)
    } finally {
      globalThis.fetch = fetch
    }
  },
  'an analysis says what decisions lost and what luck the draws brought'() {
    for (const game of GAMES.filter(g => g !== 'reef-encounter')) {
      const players = some(game, 3)
      playTable(game, players)
      check(page.analysisBegin() === page.now().moves, 'every move')
      let before = 0
      for (let n = 0, job; (job = page.analysisJob()); n++) {
        page.analysisTake(page.think(job))
        if (n % 20) continue
        const { graph, verdicts } = page.analysis()
        check(graph.length >= before && verdicts.every(v => v.seat > 0 && v.best), `${game}: as it is found`)
        before = graph.length
      }
      const a = page.analysis()
      check(a.graph.length >= before, `${game}: and all of it`)
      check(Math.abs(a.luck.reduce((sum, x) => sum + x)) < 0.001, `${game}: ${a.luck}`)
      check(a.choice.every(x => x <= 0) && a.verdicts.every(v => v.lost >= 0), `${game}: losses`)
      check(a.luck_points.length === players && a.lost_points.length === players, `${game}: in points`)
      check(a.verdicts.length > 0 && a.graph.length > 0 && a.graph.every(p => p.win.length === players), 'graph')
    }
    page.newTable('reef', 2, 0, letter(2))
    refuses(() => page.analysisBegin(), /not over/)
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
