// The wasm door: typed calls into the functions of web/door.h. All rules live behind it.

import type { Compared, Judged } from './source'
import type { Catalogue, GameInfo, View } from './view'

/** What the rules refuse, with their reason. */
export class Refused extends Error {}

interface Exports {
  memory: WebAssembly.Memory
  door_buffer(): number
  door_buffer_size(): number
  door_list(): number
  door_seed(said: number): number
  door_start(to: number, game: number, seats: number, options: number): number
  door_copy(from: number, to: number): number
  door_look(from: number, viewer: number, to: number): number
  door_turn(at: number): number
  door_ply(at: number): number
  door_secrets(at: number, viewer: number): number
  door_show(at: number, legal: number): number
  door_legal(at: number): number
  door_apply(at: number, length: number): number
  door_seen_as(at: number, viewer: number, length: number): number
  door_deal(at: number): number
  door_position(at: number): number
  door_position_read(to: number, length: number): number
  door_encode(at: number): number
  door_decode(to: number, length: number): number
  door_hash(at: number): bigint
  door_record_head(at: number): number
  door_record_open(to: number, length: number): number
  door_record_seeded(): number
  door_record_next(at: number): number
  door_bot(at: number, length: number, seed: bigint): number
  door_choose(at: number): number
  door_advise(at: number, length: number): number
  door_luck(at: number, length: number): number
}

/** A game read from a record; without a seed its draws are taken as they stand. */
export interface Opened {
  game: GameInfo
  seed: Uint8Array | null
  players: number
  moves: string[]
}

interface Choice {
  move: string
  nodes: number
  moves: Judged[]
  turn: string[]
  whole: boolean
  asked?: Judged
}

export class Door {
  /** Names of bots, the weakest first. */
  readonly levels: string[]
  private readonly games: GameInfo[]
  private bot = ''

  private constructor(private readonly x: Exports) {
    const { levels, games } = JSON.parse(this.text(x.door_list())) as Catalogue
    this.levels = levels
    this.games = games
  }

  static async open(source: BufferSource | Promise<Response>): Promise<Door> {
    const imports = { env: { now: () => performance.now() } }
    const got =
      source instanceof Promise
        ? await WebAssembly.instantiateStreaming(source, imports)
        : await WebAssembly.instantiate(source, imports)
    return new Door(got.instance.exports as unknown as Exports)
  }

  private buffer(length: number): Uint8Array {
    return new Uint8Array(this.x.memory.buffer, this.x.door_buffer(), length)
  }

  /** What a call left in the buffer; a negative result is a refusal whose reason stands there. */
  private text(result: number): string {
    if (result >= 0) return new TextDecoder().decode(this.buffer(result))
    const all = this.buffer(this.x.door_buffer_size())
    throw new Refused(new TextDecoder().decode(all.subarray(0, all.indexOf(0))))
  }

  private put(text: string): number {
    const bytes = new TextEncoder().encode(text)
    if (bytes.length >= this.x.door_buffer_size()) throw new Refused('the text is too long')
    this.buffer(bytes.length).set(bytes)
    return bytes.length
  }

  list(): GameInfo[] {
    return this.games
  }

  game(name: string): GameInfo {
    const found = this.games.find(g => g.name === name)
    if (!found) throw new Refused(`there is no game '${name}'`)
    return found
  }

  /** The seed of all draws; records name it if said. */
  seed(bytes: Uint8Array, said: boolean): void {
    this.buffer(bytes.length).set(bytes)
    this.x.door_seed(said ? 1 : 0)
  }

  start(to: number, game: string, seats: number, options: number): void {
    this.text(this.x.door_start(to, this.game(game).id, seats, options))
  }

  copy(from: number, to: number): void {
    this.x.door_copy(from, to)
  }

  /** Viewers: a seat from 1, or 0 for the public. */
  look(from: number, viewer: number, to: number): void {
    this.x.door_look(from, viewer, to)
  }

  /** A seat from 1, 0 for chance, -1 when the game is over. */
  turn(at: number): number {
    return this.x.door_turn(at)
  }
  ply(at: number): number {
    return this.x.door_ply(at)
  }

  /** Does this viewer know anything now that the public does not? */
  secrets(at: number, viewer: number): boolean {
    return this.x.door_secrets(at, viewer) !== 0
  }

  showJson(at: number, legal: boolean): string {
    return this.text(this.x.door_show(at, legal ? 1 : 0))
  }
  show(at: number): View {
    return JSON.parse(this.showJson(at, true)) as View
  }
  legal(at: number): string[] {
    return this.text(this.x.door_legal(at)).split('\n').filter(Boolean)
  }

  /** Throws Refused with the reason when the move is not legal; then nothing has changed. */
  apply(at: number, move: string): void {
    this.text(this.x.door_apply(at, this.put(move)))
  }

  seenAs(at: number, viewer: number, move: string): string {
    return this.text(this.x.door_seen_as(at, viewer, this.put(move)))
  }

  deal(at: number): string {
    return this.text(this.x.door_deal(at))
  }
  position(at: number): string {
    return this.text(this.x.door_position(at))
  }
  readPosition(to: number, text: string): void {
    this.text(this.x.door_position_read(to, this.put(text)))
  }
  hash(at: number): bigint {
    return BigInt.asUintN(64, this.x.door_hash(at))
  }

  /** Views as bytes, for another worker; the door refuses the truth. */
  encode(at: number): Uint8Array {
    return this.buffer(this.x.door_encode(at)).slice()
  }
  decode(to: number, bytes: Uint8Array): void {
    this.buffer(bytes.length).set(bytes)
    this.text(this.x.door_decode(to, bytes.length))
  }

  recordHead(at: number): string {
    return this.text(this.x.door_record_head(at))
  }

  /** Reads a whole record into a slot, checking every move. */
  readRecord(to: number, text: string): Opened {
    const id = this.x.door_record_open(to, this.put(text))
    if (id < 0) this.text(id)
    const seed = this.x.door_record_seeded() ? this.buffer(32).slice() : null
    const moves: string[] = []
    for (;;) {
      const move = this.text(this.x.door_record_next(to))
      if (!move) break
      moves.push(move)
    }
    const view = JSON.parse(this.showJson(to, false)) as View
    return { game: this.games.find(g => g.id === id)!, seed, players: view.players, moves }
  }

  /** Makes the module's bot, unless it is this one already: it remembers its plan. */
  private prepare(at: number, spec: string, seed: bigint): void {
    const bot = `${(JSON.parse(this.showJson(at, false)) as View).game} ${spec} ${seed}`
    if (bot === this.bot) return
    this.text(this.x.door_bot(at, this.put(spec), seed))
    this.bot = bot
  }

  /** The move a bot makes from the view in a slot. */
  choose(at: number, spec: string, seed: bigint): string {
    this.prepare(at, spec, seed)
    return (JSON.parse(this.text(this.x.door_choose(at))) as Choice).move
  }

  private weigh(at: number, spec: string, seed: bigint, asked: string): Choice {
    this.prepare(at, spec, seed)
    return JSON.parse(this.text(this.x.door_advise(at, this.put(asked)))) as Choice
  }

  /** The moves worth thinking about, the best first. */
  advise(at: number, spec: string, seed: bigint): Judged[] {
    return this.weigh(at, spec, seed, '').moves
  }

  /** What a turn, or the rest of one, brings and what the best one would. */
  compare(at: number, spec: string, seed: bigint, moves: string[]): Compared {
    const { move, moves: found, turn, whole, asked } = this.weigh(at, spec, seed, moves.join('\n'))
    return { own: asked!, best: found.find(c => c.move === move)!, turn, whole }
  }

  /** What a draw brings each seat against what could be expected of it, in win shares. */
  luck(at: number, draw: string): number[] {
    this.prepare(at, 'greedy', 0n)
    return (JSON.parse(this.text(this.x.door_luck(at, this.put(draw)))) as { luck_win: number[] }).luck_win
  }
}
