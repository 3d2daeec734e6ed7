/** Who plays: bots, records, tables and batches. */
import { AtollError, Module, Thing, type Move } from './module.js'
import { State, type Game } from './state.js'

const SEATS_MAX = 4

/** struct at_thought_turn; the seats' numbers are as many as there are seats */
export interface ThoughtTurn {
  move: Move
  visits: number
  prior: number
  win: number[]
  points: number[]
  error: number
  proved: boolean
  /** how many moves of the line are the turn itself */
  turn: number
  line: { seat: number; move: Move }[]
}

/** struct at_thought */
export interface Thought {
  move: Move
  seat: number
  nodes: number
  seconds: number
  stopped: boolean
  turns: ThoughtTurn[]
}

/** struct at_think_spec */
export interface ThinkSpec {
  ms?: number
  nodes?: number
  /** asked now and then: whether to stop */
  stop?: () => boolean
}

/** struct at_batch_spec; the arrays are made by the batch */
export interface BatchSpec {
  game: Game
  n: number
  seats?: number
  options?: number
  limit?: number
  seed?: bigint
  first?: bigint
}

/** struct at_player: a bot */
export class Player extends Thing {
  /** a new game */
  begin(seed: bigint): void {
    this.m.call('at_player_begin', this.at, seed)
  }

  /** Tells it a move, as State.seen() gives it for the bot's seat. */
  saw(seen: Move): void {
    this.m.call('at_player_saw', this.at, seen)
  }

  choose(state: State): Move {
    this.m.check('at_player_choose', this.at, state.at, this.m.out)
    return this.m.words(this.m.out, 1)[0]!
  }

  think(state: State, spec: ThinkSpec = {}): Thought {
    const { m } = this
    const given = m.view(m.out)
    const stop = spec.stop ? m.call('npm_stop') : 0
    ;[20, spec.ms ?? 0, spec.nodes ?? 0, stop, 0].forEach((word, i) => given.setUint32(4 * i, word, true))
    m.stop = spec.stop ?? null
    try {
      return thought(m, m.make('at_player_think', this.at, state.at, m.out), state.seats())
    } finally {
      m.stop = null
    }
  }
}

function thought(m: Module, at: number, seats: number): Thought {
  const v = m.view(at)
  const turns = m.words(v.getUint32(32, true), v.getInt32(28, true)).map(p => thoughtTurn(m, p, seats))
  return {
    move: v.getUint32(0, true),
    seat: v.getInt32(4, true),
    nodes: Number(v.getBigUint64(8, true)),
    seconds: v.getFloat64(16, true),
    stopped: v.getUint8(24) !== 0,
    turns,
  }
}

function thoughtTurn(m: Module, at: number, seats: number): ThoughtTurn {
  const v = m.view(at)
  const moves = m.words(v.getUint32(100, true), v.getInt32(96, true))
  const movers = m.bytes(v.getUint32(104, true), moves.length)
  return {
    move: v.getUint32(0, true),
    visits: v.getUint32(4, true),
    prior: v.getFloat64(8, true),
    win: m.doubles(at + 16, SEATS_MAX).slice(0, seats),
    points: m.doubles(at + 48, SEATS_MAX).slice(0, seats),
    error: v.getFloat64(80, true),
    proved: v.getUint8(88) !== 0,
    turn: v.getInt32(92, true),
    line: moves.map((move, i) => ({ seat: movers[i]!, move })),
  }
}

/** struct at_replay: a record that is read */
export class Replay extends Thing {
  /** a copy of the current position */
  state(): State {
    return State.of(this.m, this.m.call('at_replay_state', this.at))
  }

  /** Makes the next move and returns it; 0 at the end. */
  next(): Move {
    this.m.check('at_replay_next', this.at, this.m.out)
    return this.m.words(this.m.out, 1)[0]!
  }
}

/** struct at_sitting: a table, with its log and its secret seed */
export class Sitting extends Thing {
  /** a copy of the current truth */
  state(): State {
    return State.of(this.m, this.m.call('at_sitting_state', this.at))
  }

  /** A seat's decision, and the draws that follow it. */
  move(seat: number, move: Move): void {
    this.m.check('at_sitting_move', this.at, seat, move)
  }

  take_back(seat: number): void {
    this.m.check('at_sitting_take_back', this.at, seat)
  }

  /** all moves and draws that stand, as this viewer saw them */
  seen(viewer: number): Move[] {
    const most = this.state().game().plies_max()
    return this.m.room(4 * most, at => this.m.words(at, this.m.call('at_sitting_seen', this.at, viewer, at, most)))
  }

  record(): string {
    return this.m.printed('at_sitting_record', this.at)
  }
}

/** struct at_batch: many games at once. Its arrays are in the module's memory and written by every call; they are made
 *  anew by `arrays()` when the memory has grown, so take them from the batch after each call. */
export class Batch extends Thing {
  readonly spec: Required<BatchSpec>
  private readonly places: Record<string, number>

  /** @internal */
  constructor(m: Module, p: number, spec: Required<BatchSpec>, places: Record<string, number>) {
    super(m, p, 'at_batch_free')
    this.spec = spec
    this.places = places
    m.disown(this)
    const mine = Object.values(places)
    m.own(this, () => [m.call('at_batch_free', p), ...mine.map(place => m.call('free', place))])
  }

  override free(): void {
    if (this.p) for (const place of Object.values(this.places)) this.m.call('free', place)
    super.free()
  }

  private bytes(name: string, size: number): Uint8Array {
    return this.m.bytes(this.at && this.places[name]!, size)
  }

  /** (n, batch_state_size) the games themselves; put back a copy and call refresh() */
  get states(): Uint8Array {
    return this.bytes('states', this.spec.n * this.spec.game.batch_state_size())
  }

  /** (n, actions) of the seat to move */
  get masks(): Uint8Array {
    return this.bytes('masks', this.spec.n * this.spec.game.actions())
  }

  /** (n, observation_size) of the seat to move */
  get observations(): Uint8Array {
    return this.bytes('observations', this.spec.n * this.spec.game.observation_size())
  }

  get turns(): Int8Array {
    return new Int8Array(this.m.x.memory.buffer, this.at && this.places.turns!, this.spec.n)
  }

  /** (n, seats) */
  get rewards(): Float32Array {
    return new Float32Array(this.m.x.memory.buffer, this.at && this.places.rewards!, this.spec.n * this.spec.seats)
  }

  /** 0, DONE or CUT_OFF */
  get done(): Uint8Array {
    return this.bytes('done', this.spec.n)
  }

  /** (n, seats) */
  get points(): Int32Array {
    return new Int32Array(this.m.x.memory.buffer, this.at && this.places.points!, this.spec.n * this.spec.seats)
  }

  /** (n, observation_size), where a game ended */
  get last_observations(): Uint8Array {
    return this.bytes('last_observations', this.spec.n * this.spec.game.observation_size())
  }

  /** a seat where a game ended, else NOBODY */
  get last_turns(): Int8Array {
    return new Int8Array(this.m.x.memory.buffer, this.at && this.places.last_turns!, this.spec.n)
  }

  reset(seed: bigint): void {
    this.m.call('at_batch_reset', this.at, seed)
  }

  /** One decision in every game, and the draws that follow. */
  step(actions: ArrayLike<number>): void {
    if (actions.length !== this.spec.n) throw new AtollError(2, 0, `${actions.length} actions for ${this.spec.n} games`)
    new Int32Array(this.m.x.memory.buffer, this.places.actions, this.spec.n).set(actions)
    this.m.check('at_batch_step', this.at, this.places.actions!)
  }

  /** legal actions, uniformly at random */
  random(): Int32Array {
    this.m.call('at_batch_random', this.at, this.places.actions!)
    return new Int32Array(this.m.x.memory.buffer, this.places.actions, this.spec.n).slice()
  }

  refresh(): void {
    this.m.check('at_batch_refresh', this.at)
  }

  /** a copy of one game */
  state(environment: number): State {
    const at = this.m.call('at_batch_state', this.at, environment)
    if (!at) throw new AtollError(2, 0, `there is no environment ${environment}`)
    return State.of(this.m, at)
  }

  episode(environment: number): number {
    return this.m.call('at_batch_episode', this.at, environment) >>> 0
  }
}
