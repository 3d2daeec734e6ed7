// The npm package: packed, installed into a fresh folder, and used from there in node, in a page and in a worker, by the
// programs of docs/javascript.md as they are written. Every function of atoll.h has its counterpart.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { GAMES, check, host, recorded, run, visit } from './harness.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'atoll-npm-'))
const read = (...path) => readFileSync(join(root, ...path), 'utf8')
const sh = (cwd, command, ...args) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

sh(root, 'scripts/build', 'build-gcc', 'gcc', 'npm/npm.stamp')
const packed = join(root, 'build-gcc', 'npm', `atoll-${/version: '(.*)'/.exec(read('meson.build'))[1]}.tgz`)
writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
sh(folder, 'npm', 'install', '--offline', '--silent', packed)
const installed = join(folder, 'node_modules', 'atoll')
const { load, AtollError, Batch, Game, Player, Replay, Rng, Sitting, State, CHANCE, OVER } = await import(
  pathToFileURL(join(installed, 'atoll.js'))
)
const at = await load()

const programs = [...read('docs', 'javascript.md').matchAll(/^```js\n(.*?)^```/gms)].map(found => found[1])
const worker = programs.pop()

/** A game of random decisions: its moves as text. */
function play(game, seed, end = s => s.free()) {
  const [s, rng, said] = [at.state_init(game, game.seats_max()), at.rng_seed(seed), []]
  while (s.turn() !== OVER) {
    const move = s.turn() === CHANCE ? s.draw(rng) : rng.choose(s.moves())
    said.push(s.move_print(move))
    s.apply(move)
  }
  end(s)
  return said
}

function refused(call) {
  try {
    call()
  } catch (why) {
    check(why instanceof AtollError, `${why}`)
    return why
  }
  throw new Error('not refused')
}

const tests = {
  'the package has at most 250 kB, nets included'() {
    check(statSync(packed).size <= 250_000, `${statSync(packed).size} bytes`)
  },

  'every function of atoll.h has its name here'() {
    const things = {
      game: Game,
      state: State,
      rng: Rng,
      player: Player,
      replay: Replay,
      sitting: Sitting,
      batch: Batch,
    }
    const header = read('lib', 'atoll.h')
    const made =
      /_(free|new|init|seed|find|number|parse|decode|count|max)$|^at_(version|evaluate|successors|play_out|information_\w+)$/
    const missing = read('tests', 'kept', 'atoll.symbols')
      .split('\n')
      // Of GPUs there are none; the batch has its arrays and one width of actions.
      .filter(name => name.startsWith('at_') && !/^at_gpu|^at_batch_(arrays|step_wide)$/.test(name))
      .filter(name => {
        const first = new RegExp(`\\b${name}\\((?:const )?struct at_(\\w+) \\*`).exec(header)?.[1]
        const own = first && things[first]?.prototype
        const short = name.replace(/^at_/, '')
        return (
          !(own && [short, short.replace(`${first}_`, '')].some(n => n in own)) && !(made.test(name) && short in at)
        )
      })
    check(missing.length === 0, missing.join(' '))
  },

  'the programs of the guide run as written, and have the right types'() {
    programs.forEach((program, i) => {
      writeFileSync(join(folder, `${i}.js`), program)
      writeFileSync(join(folder, `${i}.ts`), program)
      const said = sh(folder, process.execPath, `${i}.js`)
      check(/\[ -?1, -?1 \]|visits, wins 0\.\d+|^\d\d+ games/m.test(said), said)
    })
    const types = '--noEmit --strict --target ES2022 --module NodeNext --moduleResolution NodeNext'.split(' ')
    const files = programs.map((_, i) => `${i}.ts`)
    sh(
      folder,
      process.execPath,
      join(root, 'node_modules/typescript/bin/tsc'),
      ...types,
      '--lib',
      'ES2022,DOM',
      ...files,
    )
  },

  'recorded games are played move by move, and end as recorded'() {
    for (const name of GAMES)
      for (const n of [1, 2, 3]) {
        const text = recorded(name, 2, n)
        const replay = at.replay_new(text)
        const s = replay.state()
        const views = [0, 1].map(seat => s.view(seat))
        for (let m = replay.next(); m; m = replay.next()) {
          views.forEach((view, seat) => view.follow(s.seen(m, seat)))
          s.apply(m)
          check(s.equals(replay.state()), `${name} ${n}: ply ${s.ply()}`)
          check(
            views.every((view, seat) => view.equals(s.view(seat))),
            `${name} ${n}: views`,
          )
        }
        check(s.turn() === OVER && s.places().includes(1), `${name} ${n}`)
        check(at.state_parse(s.print()).fingerprint() === s.fingerprint(), `${name}: as text`)
        check(at.state_decode(s.encode()).equals(s), `${name}: as bytes`)
        check(s.json().seats.length === 2, `${name}: as JSON`)
        const sum = s.score(0).lines.reduce((all, line) => all + line.points, 0)
        check(sum === s.score(0).total, `${name}: ${sum} points`)
      }
  },

  'actions, successors, play-outs and batches agree with single moves'() {
    for (const game of at.games()) {
      const batch = at.batch_new({ game, n: 3, seed: 5n })
      for (let i = 0; i < 20; i++) batch.step(batch.random())
      const states = [0, 1, 2].map(e => batch.state(e))
      states.forEach((s, e) => {
        const [mask, look] = [game.actions(), game.observation_size()]
        check(`${s.action_mask()}` === `${batch.masks.slice(e * mask, (e + 1) * mask)}`, `${game.name()}: mask`)
        check(
          `${s.observe(s.turn())}` === `${batch.observations.slice(e * look, (e + 1) * look)}`,
          `${game.name()}: looks`,
        )
        check(
          s.moves().every(m => s.action_move(s.action_index(m)) === m),
          `${game.name()}: indices`,
        )
      })
      const next = at.successors(states)
      check(next.length === states.reduce((sum, s) => sum + s.moves().length, 0), `${game.name()}: ${next.length}`)
      for (const { from, move, state, observation } of next.slice(0, 40)) {
        const [s, seat] = [states[from].copy(), states[from].turn()]
        s.apply(move)
        check(s.equals(state) && `${s.observe(seat)}` === `${observation}`, `${game.name()}: a successor`)
      }
      const { returns } = at.play_out(states, 2, null, 1n)
      check(
        returns.every(row => Math.abs(row[0] + row[1]) < 1e-9),
        `${returns}`,
      )
      const { win } = at.evaluate(states)
      check(
        win.every(row => Math.abs(row[0] + row[1] - 1) < 1e-9),
        `${win}`,
      )
      check(refused(() => batch.step([-1, 0, 0])).message.includes('environment 0'), 'an illegal action')
      batch.free()
    }
  },

  'a bot with nodes is a function of its seed; it thinks, and stops'() {
    for (const game of at.games()) {
      const rng = at.rng_seed(3n)
      const s = at.state_init(game, 2)
      while (s.turn() === CHANCE) s.apply(s.draw(rng))
      const [one, two] = [0, 1].map(() => at.player_new(game, 'search:nodes=300', 9n))
      check(one.choose(s) === two.choose(s), game.name())
      const thought = one.think(s, { nodes: 500 })
      check(thought.nodes > 0 && thought.seat === s.turn() && !thought.stopped, `${thought.nodes} nodes`)
      check(
        thought.turns.every(t => t.line[0].move === t.move && t.line[0].seat === thought.seat),
        'lines',
      )
      let asked = 0
      const long = at.player_new(game, 'search:nodes=100000000', 9n)
      const stopped = long.think(s, { stop: () => ++asked > 2 })
      check(stopped.stopped && asked > 2, `${asked}`)
      for (const bot of [one, two, long]) bot.free()
    }
  },

  'a table takes moves of the seat to move, and moves back; its record is read again'() {
    const table = at.sitting_new(at.game_find('reef'), 2, 0, new Uint8Array(32).fill(7))
    for (let i = 0; i < 4; i++) table.move(table.state().turn(), table.state().moves()[0])
    const [before, seat] = [table.state(), table.state().turn()]
    table.move(seat, before.moves()[0])
    table.take_back(seat)
    check(table.state().equals(before), 'taken back')
    check(refused(() => table.move(1 - seat, before.moves()[0])).code !== 0, 'another seat')
    const view = at.state_init(at.game_find('reef'), 2).view(1)
    for (const seen of table.seen(1)) view.follow(seen)
    check(view.equals(before.view(1)), 'all that was seen')
    const told = { game: before.game(), seats: 2, viewer: 1, seen: table.seen(1) }
    const said = at.information_print(told)
    check(said.split('\n').length === told.seen.length + 2 && said.startsWith('reef players 2 seat 2'), said)
    const numbers = at.information_tensor(told)
    check(numbers[0] === 255 && numbers.slice(5 * told.seen.length).every(n => n === 0), 'its information')
    const replay = at.replay_new(table.record())
    while (replay.next());
    check(replay.state().equals(before), 'its record')
  },

  'what is wrong is refused with the rule; what was freed too'() {
    const s = at.state_init(at.game_find('my-shelfie'), 2)
    const rng = at.rng_seed(1n)
    while (s.turn() === CHANCE) s.apply(s.draw(rng))
    const why = refused(() => s.apply(s.move_parse('take d5 e5 e6 to 3')))
    check(/^MS-\d/.test(why.rule) && why.code === 3, `${why.rule} ${why.message}`)
    check(refused(() => at.state_init(at.game_find('reef'), 7)).message.includes('2 to 4'), 'players')
    check(refused(() => at.game_find('chess')).message.includes('chess'), 'games')
    check(refused(() => at.replay_new('game: reef\nplayers: 9\n')).line === 2, 'lines')
    check(refused(() => at.sitting_new(s.game(), 2, 0, new Uint8Array(5))).code === 2, 'seeds')
    s.free()
    s.free()
    check(refused(() => s.moves()).message.includes('freed'), 'freed')
  },

  'memory that is freed is used again'() {
    const size = () => at.m.x.memory.buffer.byteLength
    for (let i = 0; i < 3; i++) play(at.game_find('reef'), BigInt(i))
    at.player_new(at.game_find('reef'), 'hard', 1n).free()
    const before = size()
    for (let i = 0; i < 20; i++) at.player_new(at.game_find('reef'), 'hard', 1n).free()
    for (let i = 0; i < 20; i++) play(at.game_find('reef'), BigInt(i))
    check(size() === before, `${before} bytes became ${size()}`)
  },

  async 'a page and a worker play the same game'({ browser }) {
    const site = join(folder, 'site')
    mkdirSync(site)
    cpSync(installed, site, { recursive: true })
    const here = "'./atoll.js'"
    writeFileSync(join(site, 'worker.js'), worker.replace("'atoll'", here))
    writeFileSync(
      join(site, 'index.html'),
      `<!doctype html><title>Atoll</title><h1>Atoll</h1><pre></pre><script type="module">
       import { load, CHANCE } from ${here}
       const at = await load()
       const s = at.state_init(at.game_find('reef-encounter'), 2), rng = at.rng_seed(4n)
       while (s.turn() === CHANCE) s.apply(s.draw(rng))
       const thinker = new Worker('worker.js', { type: 'module' })
       thinker.onmessage = ({ data }) => { document.querySelector('pre').textContent = data }
       thinker.postMessage({ position: s.print(), seed: 4 })
       </script>`,
    )
    const server = await host(undefined, site)
    try {
      const { page, errors } = await visit(browser, server.url)
      await page.waitForFunction(() => document.querySelector('pre').textContent)
      const said = await page.textContent('pre')
      const s = at.state_init(at.game_find('reef-encounter'), 2)
      const rng = at.rng_seed(4n)
      while (s.turn() === CHANCE) s.apply(s.draw(rng))
      check(s.moves().includes(s.move_parse(said)), said)
      check(errors.length === 0, errors.join())
    } finally {
      server.stop()
    }
  },
}

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await run(tests)
