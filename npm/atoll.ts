/** Atoll: exact rules of board games, for programs that play them. The C library `libatoll` as WebAssembly.
 *
 *      import { load, CHANCE, OVER } from 'atoll'
 *      const at = await load()
 *      const s = at.state_init(at.game_find('reef'), 2)
 *      const rng = at.rng_seed(1n)
 *      while (s.turn() !== OVER) s.apply(s.turn() === CHANCE ? s.draw(rng) : rng.choose(s.moves()))
 *      console.log(s.returns())
 *
 *  The names are those of atoll.h, which says what each does. at_NAME() is at.NAME(), and what C gives its
 *  state, game, player ... first is a method of it, without that word: at_state_apply(s, m, &why) is s.apply(m),
 *  at_move_print(s, m) is s.move_print(m). An error is thrown as an AtollError. What a method returns is a copy, except
 *  for the arrays of a batch.
 *
 *  Everything that the library allocates is freed when it is forgotten; free() does so at once. */
import { AtollError, Module, seed32, type Move } from './module.js'
import { Batch, Player, Replay, Sitting, type BatchSpec } from './play.js'
import { Game, Rng, State } from './state.js'

export {
  AtollError,
  CHANCE,
  CUT_OFF,
  DONE,
  GUESS_DEALT,
  GUESS_PLAYED,
  NOBODY,
  OVER,
  PUBLIC,
  TRUTH,
  type Move,
} from './module.js'
export {
  Batch,
  Player,
  Replay,
  Sitting,
  type BatchSpec,
  type ThinkSpec,
  type Thought,
  type ThoughtTurn,
} from './play.js'
export { Game, Rng, State, type Line, type Part, type Score } from './state.js'

/** What follows one state (struct at_successors). */
export interface Successor {
  from: number
  move: Move
  state: State
  observation: Uint8Array
}

/** struct at_history: what a seat (or PUBLIC) saw, from the first draw on. */
export interface History {
  game: Game
  seats: number
  options?: number
  viewer: number
  seen: Move[]
}

/** The library: what load() gives. */
export class Atoll {
  private readonly m: Module

  /** @internal */
  constructor(m: Module) {
    this.m = m
  }

  version(): string {
    return this.m.text(this.m.call('at_version'))
  }

  game_count(): number {
    return this.m.call('at_game_count')
  }

  /** All games. */
  games(): Game[] {
    return Array.from({ length: this.game_count() }, (_, i) => this.game_number(i)!)
  }

  game_number(number: number): Game | null {
    const p = this.m.call('at_game_number', number)
    return p ? new Game(this.m, p) : null
  }

  /** A game by its name. */
  game_find(name: string): Game {
    const p = this.m.with(name, at => this.m.call('at_game_find', at))
    if (!p) throw new AtollError(2, 0, `there is no game '${name}'`)
    return new Game(this.m, p)
  }

  rng_seed(seed: bigint, stream = 0n): Rng {
    const rng = new Rng(this.m, this.m.alloc(32), 'free')
    this.m.call('at_rng_seed', rng.at, seed, stream)
    return rng
  }

  state_size_max(): number {
    return this.m.call('at_state_size_max')
  }

  state_init(game: Game, seats: number, options = 0): State {
    return State.made(this.m, out => this.m.check('at_state_init', game.p, seats, options, out))
  }

  state_parse(text: string): State {
    return this.read((out, room) => this.m.with(text, at => this.m.check('at_state_parse', at, out, room)))
  }

  state_decode(bytes: Uint8Array): State {
    return this.read((out, room) => this.m.with(bytes, (at, n) => this.m.check('at_state_decode', at, n, out, room)))
  }

  private read(into: (out: number, room: number) => void): State {
    return State.made(this.m, out => into(out, this.state_size_max()))
  }

  /** A bot by its name: "hard", "search:nodes=5000" ... */
  player_new(game: Game, name: string, seed: bigint): Player {
    const p = this.m.with(name, at => this.m.make('at_player_new', game.p, at, seed))
    return new Player(this.m, p, 'at_player_free')
  }

  replay_new(text: string): Replay {
    return new Replay(
      this.m,
      this.m.with(text, at => this.m.make('at_replay_new', at)),
      'at_replay_free',
    )
  }

  sitting_new(game: Game, seats: number, options: number, seed: Uint8Array): Sitting {
    const p = this.m.with(seed32(seed), at => this.m.make('at_sitting_new', game.p, seats, options, at))
    return new Sitting(this.m, p, 'at_sitting_free')
  }

  batch_new(given: BatchSpec): Batch {
    const spec = { seats: 2, options: 0, limit: 0, seed: 0n, first: 0n, ...given }
    const { game, n, seats } = spec
    const look = n * game.observation_size()
    const sizes = { states: n * game.batch_state_size(), masks: n * game.actions(), observations: look, turns: n }
    const more = {
      rewards: 4 * n * seats,
      done: n,
      points: 4 * n * seats,
      gpu: 0,
      last_observations: look,
      last_turns: n,
    }
    const places: Record<string, number> = { actions: this.m.alloc(4 * n) }
    return this.m.room(80, at => {
      const v = this.m.view(at)
      this.m.bytes(at, 80).fill(0)
      ;[80, game.p, n].forEach((word, i) => v.setUint32(4 * i, word, true))
      v.setUint8(12, seats)
      v.setUint8(13, spec.options)
      v.setUint32(16, spec.limit, true)
      v.setBigUint64(24, spec.seed, true)
      v.setBigUint64(32, spec.first, true)
      Object.entries({ ...sizes, ...more }).forEach(([name, size], i) => {
        if (!size) return
        places[name] = this.m.alloc(size)
        this.m.view(at).setUint32(40 + 4 * i, places[name], true)
      })
      try {
        return new Batch(this.m, this.m.make('at_batch_new', at), spec, places)
      } catch (why) {
        for (const place of Object.values(places)) this.m.call('free', place)
        throw why
      }
    })
  }

  /** These states in a row, which must be of one game. */
  private rowed<T>(states: State[], use: (at: number, stride: number) => T): T {
    const stride = this.state_size_max()
    return this.m.room(Math.max(1, states.length) * stride, at => {
      states.forEach((s, i) => this.m.bytes(at + i * stride, s.raw().length).set(s.raw()))
      return use(at, stride)
    })
  }

  private table(
    states: State[],
    fill: (at: number, stride: number, win: number, points: number) => void,
  ): number[][][] {
    const seats = states[0]?.seats() ?? 1
    const size = 8 * seats * Math.max(1, states.length)
    return this.m.room(2 * size, win =>
      this.rowed(states, (at, stride) => {
        fill(at, stride, win, win + size)
        return [win, win + size].map(from => states.map((_, i) => this.m.doubles(from + 8 * seats * i, seats)))
      }),
    )
  }

  private history<T>(h: History, then: (at: number) => T): T {
    return this.m.room(24 + 4 * h.seen.length, at => {
      const v = this.m.view(at)
      const words = [h.game.p, h.seats, h.options ?? 0, h.viewer, at + 24, h.seen.length, ...h.seen]
      words.forEach((word, i) => v.setInt32(4 * i, word, true))
      return then(at)
    })
  }

  /** All that the viewer knows, with perfect recall, as text */
  information_print(h: History): string {
    const room = 64 * (h.seen.length + 4)
    return this.history(h, at =>
      this.m.room(room, out => {
        this.m.check('at_information_print', at, out, room)
        return this.m.text(out)
      }),
    )
  }

  /** ... and as rows of five bytes */
  information_tensor(h: History): Uint8Array {
    const size = h.game.information_size()
    return this.history(h, at =>
      this.m.room(size, out => {
        this.m.check('at_information_tensor', at, out)
        return this.m.bytes(out, size).slice()
      }),
    )
  }

  /** The evaluation alone: for each state every seat's share of the win, and its points. */
  evaluate(states: State[], worlds = 1, seed = 0n): { win: number[][]; points: number[][] } {
    const [win, points] = this.table(states, (at, stride, win, points) =>
      this.m.check('at_evaluate', at, stride, states.length, worlds, seed, win, points),
    )
    return { win: win!, points: points! }
  }

  /** Plays states to their ends, `times` each, with a bot on all seats or at random: the means. */
  play_out(
    states: State[],
    times: number,
    player: Player | null,
    seed: bigint,
  ): { returns: number[][]; points: number[][] } {
    const [returns, points] = this.table(states, (at, stride, returns, points) =>
      this.m.check('at_play_out', at, stride, states.length, times, player?.at ?? 0, seed, returns, points),
    )
    return { returns: returns!, points: points! }
  }

  /** All that follows truths of one game by one decision or draw. */
  successors(states: State[]): Successor[] {
    const game = states[0]?.game()
    if (!game) return []
    const [size, look] = [game.state_size(), game.observation_size()]
    return this.rowed(states, (at, stride) => {
      const list = (to: number, room: number) => {
        this.m.check('at_successors', at, stride, states.length, to, room, this.m.out)
        return this.m.words(this.m.out, 1)[0]!
      }
      const count = this.m.room(16, to => (this.m.bytes(to, 16).fill(0), list(to, 0)))
      return this.m.room(16 + count * (8 + size + look + 8), to => {
        const moves = to + 16 + 4 * count
        const next = (moves + 4 * count + 7) & ~7
        const places = [to + 16, moves, next, next + count * size]
        places.forEach((place, i) => this.m.view(to).setUint32(4 * i, place, true))
        list(to, count)
        return Array.from({ length: count }, (_, i) => ({
          from: this.m.words(to + 16 + 4 * i, 1)[0]!,
          move: this.m.words(moves + 4 * i, 1)[0]!,
          state: State.of(this.m, next + i * size),
          observation: this.m.bytes(next + count * size + i * look, look).slice(),
        }))
      })
    })
  }
}

/** The bytes of the engine: beside this file. */
async function beside(): Promise<BufferSource> {
  const url = new URL('./engine.wasm', import.meta.url)
  if (url.protocol !== 'file:') {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`)
    return answer.arrayBuffer()
  }
  const name = 'node:fs/promises' // hidden from bundlers, which make files for browsers
  return ((await import(/* @vite-ignore */ name)) as { readFile(url: URL): Promise<BufferSource> }).readFile(url)
}

/** Loads the library: from the file beside this one, or from these bytes or this module. */
export async function load(engine?: BufferSource | WebAssembly.Module): Promise<Atoll> {
  let m: Module | null = null
  const env = { now: () => performance.now(), stop: () => Number(m?.stop?.() ?? false) }
  const from = engine ?? (await beside())
  const made = from instanceof WebAssembly.Module ? from : await WebAssembly.compile(from)
  m = new Module(await WebAssembly.instantiate(made, { env }))
  return new Atoll(m)
}
