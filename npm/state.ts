/** Games, and states of them. */
import { AtollError, Module, Thing, seed32, type Move } from './module.js'

/** struct at_line */
export interface Line {
  label: string
  points: number
}

/** struct at_score */
export interface Score {
  total: number
  hidden: boolean
  lines: Line[]
  ties: Line[]
}

/** struct at_part: a part of the actions or of an observation */
export interface Part {
  name: string
  help: string
  first: number
  shape: number[]
  most: number
}

/** struct at_rng: a generator of random numbers for simulations */
export class Rng extends Thing {
  /** at_rng_pick: uniform in 0..n-1 */
  pick(n: number): number {
    return this.m.call('at_rng_pick', this.at, n) >>> 0
  }

  /** One of a list. */
  choose<T>(list: ArrayLike<T>): T {
    if (!list.length) throw new AtollError(2, 0, 'there is nothing to choose from')
    return list[this.pick(list.length)]!
  }
}

/** struct at_game: a game's rules */
export class Game {
  /** @internal */
  readonly m: Module
  /** @internal */
  readonly p: number

  /** @internal */
  constructor(m: Module, p: number) {
    this.m = m
    this.p = p
  }

  name(): string {
    return this.m.text(this.m.call('at_game_name', this.p))
  }

  title(): string {
    return this.m.text(this.m.call('at_game_title', this.p))
  }

  seats_min(): number {
    return this.m.call('at_game_seats_min', this.p)
  }

  seats_max(): number {
    return this.m.call('at_game_seats_max', this.p)
  }

  moves_max(): number {
    return this.m.call('at_game_moves_max', this.p)
  }

  plies_max(): number {
    return this.m.call('at_game_plies_max', this.p)
  }

  private optional(name: string, ...words: number[]): string | null {
    const at = this.m.call(name, this.p, ...words)
    return at ? this.m.text(at) : null
  }

  /** null beyond the last */
  option_name(option: number): string | null {
    return this.optional('at_option_name', option)
  }

  option_help(option: number): string | null {
    return this.optional('at_option_help', option)
  }

  option_choice(option: number, value: number): string | null {
    return this.optional('at_option_choice', option, value)
  }

  /** "squares=any first-game" as the number for state_init() */
  options_parse(text: string): number {
    return this.m.with(text, at => {
      this.m.check('at_options_parse', this.p, at, this.m.out)
      return this.m.bytes(this.m.out, 1)[0]!
    })
  }

  options_print(options: number): string {
    return this.m.printed('at_options_print', this.p, options)
  }

  state_size(): number {
    return this.m.call('at_state_size', this.p)
  }

  batch_state_size(): number {
    return this.m.call('at_batch_state_size', this.p)
  }

  numbers_version(): number {
    return this.m.call('at_numbers_version', this.p)
  }

  actions(): number {
    return this.m.call('at_actions', this.p)
  }

  observation_size(): number {
    return this.m.call('at_observation_size', this.p)
  }

  private part(name: string, part: number): Part | null {
    const { m } = this
    if (!m.call(name, this.p, part, m.out)) return null
    const v = m.view(m.out)
    const shape = [0, 1, 2, 3].map(i => v.getUint16(12 + 2 * i, true)).filter(n => n)
    const [name_, help] = [m.text(v.getUint32(0, true)), m.text(v.getUint32(4, true))]
    return { name: name_, help, first: v.getUint32(8, true), shape, most: v.getUint8(20) }
  }

  /** null beyond the last */
  action_part(part: number): Part | null {
    return this.part('at_action_part', part)
  }

  observation_part(part: number): Part | null {
    return this.part('at_observation_part', part)
  }

  information_size(): number {
    return this.m.call('at_information_size', this.p)
  }

  /** The head of a record with its "moves:" line; add the text of every move and a line end. */
  record_print_head(seats: number, options = 0, seed?: Uint8Array): string {
    const print = (at: number) => this.m.printed('at_record_print_head', this.p, seats, options, at)
    return seed ? this.m.with(seed32(seed), print) : print(0)
  }
}

/** struct at_state: a game in progress, the truth or somebody's view */
export class State extends Thing {
  private readonly size: number

  /** @internal */
  constructor(m: Module, p: number) {
    super(m, p, 'free')
    this.size = m.call('at_state_size', m.call('at_state_game', p))
  }

  /** A state of its own that is equal to this. */
  copy(): State {
    return State.of(this.m, this.at)
  }

  /** @internal a copy of a state anywhere in the module */
  static of(m: Module, from: number): State {
    const size = m.call('at_state_size', m.call('at_state_game', from))
    const p = m.alloc(size)
    m.bytes(p, size).set(m.bytes(from, size))
    return new State(m, p)
  }

  /** @internal what a function makes in (out, error) */
  static made(m: Module, make: (out: number) => void): State {
    return m.room(m.call('at_state_size_max'), out => {
      make(out)
      return State.of(m, out)
    })
  }

  /** @internal its bytes in the module */
  raw(): Uint8Array {
    return this.m.bytes(this.at, this.size)
  }

  equals(other: State): boolean {
    const theirs = other.raw()
    return this.size === theirs.length && this.raw().every((byte, i) => byte === theirs[i])
  }

  game(): Game {
    return new Game(this.m, this.m.call('at_state_game', this.at))
  }

  seats(): number {
    return this.m.call('at_state_seats', this.at)
  }

  options(): number {
    return this.m.call('at_state_options', this.at)
  }

  /** a seat from 0, CHANCE or OVER */
  turn(): number {
    return this.m.call('at_state_turn', this.at)
  }

  /** a seat, PUBLIC or TRUTH */
  viewer(): number {
    return this.m.call('at_state_viewer', this.at)
  }

  /** the first player, or NOBODY yet */
  first(): number {
    return this.m.call('at_state_first', this.at)
  }

  ply(): number {
    return this.m.call('at_state_ply', this.at)
  }

  fingerprint(): bigint {
    return BigInt.asUintN(64, this.m.x.at_state_fingerprint!(this.at) as bigint)
  }

  /** the legal moves, or the possible draws */
  moves(): Move[] {
    return this.m.words(this.m.out, this.m.call('at_state_moves', this.at, this.m.out))
  }

  /** at CHANCE: the odds of what moves() lists */
  odds(): number[] {
    return this.m.words(this.m.out, this.m.call('at_state_odds', this.at, this.m.out))
  }

  /** the next draw, not made yet; 0 if nothing is drawn */
  draw(rng: Rng): Move {
    return this.m.call('at_state_draw', this.at, rng.at) >>> 0
  }

  /** the next draw of a real game, from 32 bytes */
  deal(seed: Uint8Array): Move {
    return this.m.with(seed32(seed), at => this.m.call('at_state_deal', this.at, at) >>> 0)
  }

  /** Makes a move or a draw. */
  apply(move: Move): void {
    this.m.check('at_state_apply', this.at, move)
  }

  /** what a seat knows, or PUBLIC */
  view(viewer: number): State {
    return State.made(this.m, out => this.m.check('at_state_view', this.at, viewer, out))
  }

  /** the move as a viewer sees it; ask before it is made in the truth */
  seen(move: Move, viewer: number): Move {
    return this.m.call('at_state_seen', this.at, move, viewer) >>> 0
  }

  /** Updates a view with what its viewer saw. */
  follow(seen: Move): void {
    this.m.check('at_state_follow', this.at, seen)
  }

  /** a random truth that is consistent with this view */
  guess(rng: Rng): State {
    return State.made(this.m, out => this.m.check('at_state_guess', this.at, rng.at, out))
  }

  guess_as(kind: number, rng: Rng): State {
    return State.made(this.m, out => this.m.check('at_state_guess_as', this.at, kind, rng.at, out))
  }

  score(seat: number): Score {
    const { m } = this
    m.check('at_state_score', this.at, seat, m.out)
    const v = m.view(m.out)
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => {
        const [label, points] = [v.getUint32(from + 8 * i, true), v.getInt32(from + 8 * i + 4, true)]
        return { label: label ? m.text(label) : '', points }
      })
    const [listed, ties] = [lines(16, v.getInt32(4, true)), lines(80, v.getInt32(8, true))]
    return { total: v.getInt32(0, true), hidden: v.getUint8(12) !== 0, lines: listed, ties }
  }

  places(): number[] {
    this.m.call('at_state_places', this.at, this.m.out)
    return this.m.words(this.m.out, this.seats())
  }

  returns(): number[] {
    this.m.call('at_state_returns', this.at, this.m.out)
    return this.m.doubles(this.m.out, this.seats())
  }

  print(): string {
    return this.m.printed('at_state_print', this.at)
  }

  /** docs/formats/json.md describes it */
  json(): unknown {
    return JSON.parse(this.m.printed('at_state_json', this.at))
  }

  move_print(move: Move): string {
    return this.m.printed('at_move_print', this.at, move)
  }

  move_parse(text: string): Move {
    return this.m.with(text, at => {
      this.m.check('at_move_parse', this.at, at, this.m.out)
      return this.m.words(this.m.out, 1)[0]!
    })
  }

  encode(): Uint8Array {
    return this.m.bytes(this.m.out, this.m.call('at_state_encode', this.at, this.m.out)).slice()
  }

  /** 1 for every legal action */
  action_mask(): Uint8Array {
    this.m.call('at_action_mask', this.at, this.m.out)
    return this.m.bytes(this.m.out, this.game().actions()).slice()
  }

  action_index(move: Move): number {
    this.m.check('at_action_index', this.at, move, this.m.out)
    return this.m.words(this.m.out, 1)[0]!
  }

  action_move(action: number): Move {
    this.m.check('at_action_move', this.at, action, this.m.out)
    return this.m.words(this.m.out, 1)[0]!
  }

  act(action: number): void {
    this.m.check('at_state_act', this.at, action)
  }

  /** what a seat observes */
  observe(seat: number): Uint8Array {
    this.m.check('at_observe', this.at, seat, this.m.out)
    return this.m.bytes(this.m.out, this.game().observation_size()).slice()
  }
}
