// Typed calls into the functions of web/door.h. All rules are behind them, and so is the table: whose turn
// it is, what may be taken back, who may see what.

import type { Analysis, Hint, Judgement, Now } from './source'
import type { Seated } from './online/messages'
import type { Catalogue, GameInfo, Seat, Step, View } from './view'

/** A refusal by the rules, with its reason. */
export class Refused extends Error {}

interface Exports {
  memory: WebAssembly.Memory
  door_buffer(): number
  door_buffer_size(): number
  door_list(): number
  door_record_players(length: number): number
  door_table_new(game: number, seats: number, options: number, first: number): number
  door_table_record(length: number): number
  door_table_print(): number
  door_table_now(): number
  door_tell_begin(all: number): number
  door_tell_view(): number
  door_tell_seat(): number
  door_tell_move(): number
  door_table_act(length: number): number
  door_table_try(length: number): number
  door_table_back(): number
  door_table_uncover(): number
  door_table_job(): number
  door_table_answer(length: number): number
  door_table_hint(): number
  door_hint_list(length: number): number
  door_table_judge(length: number): number
  door_judged(length: number): number
  door_puzzle(game: number, seed: number, ply: number): number
  door_client_hear(slot: number, length: number): number
  door_client_begin(slot: number, whole: number): void
  door_client_follow(slot: number, length: number): number
  door_client_settle(slot: number, length: number): number
  door_client_show(slot: number, legal: number): number
  door_client_try(slot: number, length: number): number
  door_client_verify(slot: number, kept: number, length: number): number
  door_sha256(length: number): number
  door_nets(): number
  door_nets_size(): number
  door_lacks_net(length: number): number
  door_think(length: number): number
  door_analysis_begin(): number
  door_analysis_next(): number
  door_analysis_take(length: number): number
  door_analysis_result(): number
}

/** Who sits at a table, and the seeds of its draws and bots. */
export interface Letter {
  /** The seed of the draws; a record's own seed takes precedence. */
  seed: Uint8Array
  /** The n-th draw is the same however the game goes. */
  deck?: boolean
  /** The seed of the bots' random numbers; it has nothing to do with the draws. */
  botSeed: bigint
  seats: Seat[]
  lesson: boolean
}

/** The state of the table, with what a list of games shows of it. */
export interface Standing extends Omit<Now, 'thinking' | 'failed'> {
  moves: number
  decisions: number
  totals: number[]
}

const LETTER_SIZE = 48

export class Door {
  /** Names of bots, the weakest first. */
  readonly levels: string[]
  private readonly games: GameInfo[]

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

  /** A result below 0 is a refusal whose reason stands in the buffer. */
  private good(result: number): number {
    if (result >= 0) return result
    const all = this.buffer(this.x.door_buffer_size())
    throw new Refused(new TextDecoder().decode(all.subarray(0, all.indexOf(0))))
  }

  private text(result: number): string {
    return new TextDecoder().decode(this.buffer(this.good(result)))
  }

  private json<T>(result: number): T {
    return JSON.parse(this.text(result)) as T
  }

  /** No bytes: there is nothing. */
  private bytes(result: number): Uint8Array | null {
    return this.good(result) ? this.buffer(result).slice() : null
  }

  private put(bytes: Uint8Array, at = 0): number {
    const length = at + bytes.length
    if (length >= this.x.door_buffer_size()) throw new Refused('the text is too long')
    this.buffer(length).set(bytes, at)
    return length
  }

  private putText(text: string, at = 0): number {
    return this.put(new TextEncoder().encode(text), at)
  }

  list(): GameInfo[] {
    return this.games
  }

  game(name: string): GameInfo {
    const found = this.games.find(g => g.name === name)
    if (!found) throw new Refused(`there is no game '${name}'`)
    return found
  }

  /** struct door_letter */
  private putLetter({ seed, botSeed, seats, lesson, deck }: Letter): void {
    const bytes = new Uint8Array(LETTER_SIZE)
    bytes.set(seed)
    new DataView(bytes.buffer).setBigUint64(32, botSeed, true)
    seats.forEach((s, i) => {
      bytes[40 + i] = s.kind === 'bot' ? 1 : 0
    })
    bytes[44] = lesson ? 1 : 0
    bytes[45] = deck ? 1 : 0
    this.put(bytes)
  }

  newTable(game: string, players: number, options: number, letter: Letter, first = 0): void {
    this.putLetter(letter)
    this.good(this.x.door_table_new(this.game(game).id, players, options, first))
  }

  /** A table that continues a record; every move of the record is checked. */
  openRecord(record: string, letter: Letter): void {
    this.putLetter(letter)
    this.good(this.x.door_table_record(this.putText(record, LETTER_SIZE)))
  }

  recordPlayers(record: string): number {
    return this.good(this.x.door_record_players(this.putText(record)))
  }

  record(): string {
    return this.text(this.x.door_table_print())
  }

  now(): Standing {
    return this.json(this.x.door_table_now())
  }

  /** The steps that the page does not know yet, as the viewer sees them: from index `from` on; if that is 0, with
   *  the view before them. Everything if asked for, or if all of it has changed. */
  tell(all: boolean): { from: number; start: string | null; steps: Step[] } {
    const from = this.good(this.x.door_tell_begin(all ? 1 : 0))
    const start = from ? null : this.text(this.x.door_tell_view())
    const steps: Step[] = []
    for (let seat; (seat = this.x.door_tell_seat()) >= 0;) {
      const move = this.text(this.x.door_tell_move())
      steps.push({ seat, move, json: this.text(this.x.door_tell_view()) })
    }
    return { from, start, steps }
  }

  /** Throws Refused with the reason when a move is not legal; then nothing has changed. */
  act(moves: string[]): void {
    this.good(this.x.door_table_act(this.putText(moves.join('\n'))))
  }

  /** What the viewer would know after these moves; throws as act() does. */
  tryOut(moves: string[]): View {
    return this.json(this.x.door_table_try(this.putText(moves.join('\n'))))
  }

  back(): boolean {
    return this.x.door_table_back() > 0
  }

  uncover(): void {
    this.x.door_table_uncover()
  }

  /** The turn that a bot has to make, and the way back for its answer. */
  job(): Uint8Array | null {
    return this.bytes(this.x.door_table_job())
  }
  answer(answer: Uint8Array): void {
    this.good(this.x.door_table_answer(this.put(answer)))
  }

  hintJob(): Uint8Array | null {
    return this.bytes(this.x.door_table_hint())
  }
  hints(answer: Uint8Array): Hint {
    return this.json(this.x.door_hint_list(this.put(answer)))
  }

  /** Decisions of the viewer, to be judged. */
  judgeJob(moves: string[]): Uint8Array | null {
    return this.bytes(this.x.door_table_judge(this.putText(moves.join('\n'))))
  }
  judged(answer: Uint8Array): Judgement {
    return this.json(this.x.door_judged(this.put(answer)))
  }

  /** The position of a puzzle as a record. */
  puzzle(game: string, seed: number, ply: number): string {
    return this.text(this.x.door_puzzle(this.game(game).id, seed, ply))
  }

  /** Tables of a host (door.h): the greatest number at a time, and each as a client. Messages are JSON. */
  readonly slots = 4

  clientHear(slot: number, message: string): void {
    this.good(this.x.door_client_hear(slot, this.putText(message)))
  }
  clientBegin(slot: number, whole: boolean): void {
    this.x.door_client_begin(slot, whole ? 1 : 0)
  }
  clientFollow(slot: number, event: string): void {
    this.good(this.x.door_client_follow(slot, this.putText(event)))
  }
  /** Throws if the host's table is not this one; returns who sits where. */
  clientSettle(slot: number, moment: string): Seated[] {
    return this.json<{ seats: Seated[] }>(this.x.door_client_settle(slot, this.putText(moment))).seats
  }
  clientShow(slot: number, legal: boolean): string {
    return this.text(this.x.door_client_show(slot, legal ? 1 : 0))
  }
  /** After these moves of the viewer; throws Refused with the reason. */
  clientTry(slot: number, moves: string[]): View {
    return this.json(this.x.door_client_try(slot, this.putText(moves.join('\n'))))
  }
  /** Compares a record with what was seen and with the promises that were kept. */
  clientVerify(slot: number, record: string, kept: string): unknown {
    const size = this.putText(kept)
    return this.json(this.x.door_client_verify(slot, size, this.putText(record, size)))
  }

  sha256(bytes: Uint8Array): Uint8Array {
    return this.bytes(this.x.door_sha256(this.put(bytes)))!
  }

  /** Is this a job for a bot that needs the nets before they are loaded? */
  lacksNet(job: Uint8Array, bot = ''): boolean {
    this.put(job)
    return this.good(this.x.door_lacks_net(this.putText(bot, job.length))) > 0
  }

  /** The nets, which build.mjs has left out of the module. */
  putNets(nets: Uint8Array): void {
    if (nets.length !== this.x.door_nets_size()) throw new Error('these are not the nets of this module')
    new Uint8Array(this.x.memory.buffer, this.x.door_nets(), nets.length).set(nets)
  }

  /** Does a job of another worker's table: a bot's turn with the bot named, other jobs with the bot that suits them. */
  think(job: Uint8Array, bot = ''): Uint8Array {
    this.put(job)
    return this.bytes(this.x.door_think(this.putText(bot, job.length)))!
  }

  /** The analysis of the game that is over: how many moves, then job after job. */
  analysisBegin(): number {
    return this.good(this.x.door_analysis_begin())
  }
  analysisJob(): Uint8Array | null {
    return this.bytes(this.x.door_analysis_next())
  }
  analysisTake(answer: Uint8Array): number {
    return this.good(this.x.door_analysis_take(this.put(answer)))
  }
  analysis(): Analysis {
    return this.json(this.x.door_analysis_result())
  }
}
