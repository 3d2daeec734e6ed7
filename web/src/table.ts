// The truth of a match on this device, in a worker: applies moves, makes the draws, lets bots think
// and tells the page what its viewer may see. Everything is saved after every move.

import { analyse } from './analyse'
import { Refused, type Door } from './door'
import type { Handlers } from './rpc'
import type { Analysis, Judged, Match, Now, Opening, TableEvent } from './source'
import * as store from './store'
import { Ended, Thinker } from './think'
import type { Seat, Step, View } from './view'

/** Slots of the wasm door: the truth, a view of it, one for replays and previews, and the truth as
 *  far as the page was told. */
const TRUTH = 0,
  VIEW = 1,
  REPLAY = 2,
  TOLD = 3

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16))
}

const newBotSeed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!

/** In a game whose deal was asked for, bots do the same every time too. */
const KNOWN_BOTS = 1n

class Table {
  private game = ''
  private players = 0
  private options = 0
  private seats: Seat[] = []
  private seed: Uint8Array = new Uint8Array(32)
  /** False for a record that came without its seed: its draws are taken as they stand. */
  private seeded = true
  private id = ''
  private lesson = false
  private created = Date.now()
  private keep = true
  /** Every move so far with the seat that made it; 0 is chance. */
  private moves: { seat: number; text: string }[] = []
  private viewer = 0
  private cover: number | null = null
  private thinking: number | null = null
  /** Why the bot that is to move has no move. */
  private failed: string | null = null
  /** Of the bots' random numbers. It has nothing to do with the draws: who sees what a bot does, or
   *  looks into its memory, learns nothing about what will be drawn. */
  private botSeed = 0n
  /** One a bot's seat: a bot follows its plan through the decisions of a turn. */
  private readonly bots = new Map<number, Thinker>()
  private readonly adviser = new Thinker()
  /** Grows with every change: what was thought about an older one is dropped. */
  private era = 0
  /** How many moves the page was told of, and the view it started from. */
  private told = 0
  private start = ''

  constructor(
    private readonly door: Door,
    private readonly send: (e: TableEvent | { progress: number }) => void,
  ) {}

  async open(o: Opening): Promise<Match> {
    if (o.kind === 'new') {
      this.setUp(o.game, o.players, o.options, o.seats)
      this.lesson = o.lesson ?? false
      this.seed = o.seed ? unhex(o.seed) : crypto.getRandomValues(new Uint8Array(32))
      this.botSeed = o.seed ? KNOWN_BOTS : newBotSeed()
      this.id = hex(crypto.getRandomValues(new Uint8Array(6)))
      this.replay([])
    } else if (o.kind === 'saved') {
      const [meta, record] = await Promise.all([store.meta(o.id), store.record(o.id)])
      if (!meta || record === undefined) throw new Refused('gone')
      this.read(record, meta.seats)
      this.id = meta.id
      this.lesson = meta.lesson
      this.created = meta.created
      this.botSeed = meta.botSeed ?? newBotSeed()
    } else {
      this.read(o.record, o.seats)
      this.botSeed = newBotSeed()
      this.id = hex(crypto.getRandomValues(new Uint8Array(6)))
      this.keep = o.keep
    }
    this.viewer = this.humans().length === 1 ? this.humans()[0]! : 0
    this.draw()
    this.seatViewer()
    await this.save()
    this.tell(true)
    void this.goOn()
    return { id: this.id, game: this.game, players: this.players, seats: this.seats, lesson: this.lesson }
  }

  private setUp(game: string, players: number, options: number, seats: Seat[]): void {
    this.game = game
    this.players = players
    this.options = options
    this.seats = seats
  }

  private read(record: string, seats: Seat[] | null): void {
    const opened = this.door.readRecord(REPLAY, record)
    const view = JSON.parse(this.door.showJson(REPLAY, false)) as View
    let options = 0
    for (const o of opened.game.options) options |= o.values.indexOf(view.options[o.name] ?? '') << o.shift
    const fits = seats?.length === opened.players
    this.setUp(
      opened.game.name,
      opened.players,
      options,
      fits ? seats : Array.from({ length: opened.players }, (_, i): Seat => ({ kind: i ? 'guest' : 'me', name: '' })),
    )
    this.seeded = opened.seed !== null
    this.seed = opened.seed ?? crypto.getRandomValues(new Uint8Array(32))
    this.replay(opened.moves)
  }

  /** Sets the truth to the start and applies these moves. */
  private replay(moves: string[]): void {
    this.door.seed(this.seed, this.seeded)
    this.door.start(TRUTH, this.game, this.players, this.options)
    this.moves = []
    for (const text of moves) this.push(text)
  }

  private push(text: string): void {
    const seat = this.door.turn(TRUTH)
    this.door.apply(TRUTH, text)
    this.moves.push({ seat, text })
    this.era++
  }

  /** Makes the draws that are due. */
  private draw(): void {
    while (this.door.turn(TRUTH) === 0) this.push(this.door.deal(TRUTH))
  }

  private humans(): number[] {
    return this.seats.flatMap((s, i) => (s.kind === 'bot' ? [] : [i + 1]))
  }

  /** Who looks at the screen now: with several people at it, the one to move; and if that one or
   *  the one before has secrets, nobody until it is confirmed. */
  private seatViewer(): void {
    const turn = this.door.turn(TRUTH)
    const humans = this.humans()
    this.cover = null
    if (humans.length < 2 || !humans.includes(turn) || turn === this.viewer) return
    const secret = this.door.secrets(TRUTH, turn) || (this.viewer > 0 && this.door.secrets(TRUTH, this.viewer))
    if (secret) this.cover = turn
    else this.viewer = turn
  }

  private eyes(): number {
    return this.cover === null ? this.viewer : 0
  }

  private now(): Now {
    const turn = this.door.turn(TRUTH)
    const mine = turn > 0 && this.cover === null && turn === this.viewer && this.seats[turn - 1]?.kind !== 'bot'
    this.door.look(TRUTH, this.eyes(), VIEW)
    return {
      viewer: this.eyes(),
      turn,
      mine,
      cover: this.cover,
      thinking: this.thinking,
      failed: this.failed,
      canUndo: this.undoTo() >= 0,
      legal: mine ? this.door.legal(VIEW) : [],
    }
  }

  /** Tells the page what is new; everything if the viewer has changed or moves were taken back. */
  private tell(all: boolean): void {
    const viewer = this.eyes()
    const steps: Step[] = []
    if (all) {
      this.told = 0
      this.door.start(TOLD, this.game, this.players, this.options)
      this.door.look(TOLD, viewer, VIEW)
      this.start = this.door.showJson(VIEW, false)
    }
    const from = this.told
    for (; this.told < this.moves.length; this.told++) {
      const { seat, text } = this.moves[this.told]!
      const move = this.door.seenAs(TOLD, viewer, text)
      this.door.apply(TOLD, text)
      this.door.look(TOLD, viewer, VIEW)
      steps.push({ seat, move, json: this.door.showJson(VIEW, false) })
    }
    this.send({ from, start: this.start, steps, now: this.now() })
  }

  /** The text of the record, draws included. */
  record(): string {
    return this.door.recordHead(TRUTH) + this.moves.map(m => m.text + '\n').join('')
  }

  async keepIt(): Promise<void> {
    this.keep = true
    await this.save()
  }

  /** Where nothing can be kept (a private window) the match goes on all the same. */
  private async save(): Promise<void> {
    if (!this.keep) return
    const view = JSON.parse(this.door.showJson(TRUTH, false)) as View
    await store
      .save(
        {
          id: this.id,
          game: this.game,
          players: this.players,
          seats: this.seats,
          lesson: this.lesson,
          botSeed: this.botSeed,
          created: this.created,
          updated: Date.now(),
          over: view.over,
          decisions: this.moves.filter(m => m.seat > 0).length,
          turn: this.door.turn(TRUTH),
          totals: view.over ? view.scores.map(s => s.total ?? 0) : [],
        },
        this.record(),
      )
      .catch(() => {})
  }

  /** After a change: draws, then the page is told, then it is saved. */
  private async settle(all: boolean): Promise<void> {
    const before = this.eyes()
    this.draw()
    this.seatViewer()
    this.tell(all || this.eyes() !== before)
    await this.save()
  }

  /** Lets bots move until a person has to. */
  private async goOn(): Promise<void> {
    for (;;) {
      const turn = this.door.turn(TRUTH)
      const seat = this.seats[turn - 1]
      if (turn <= 0 || seat?.kind !== 'bot') return
      const move = await this.think(turn, seat.level)
      if (move === null) return
      this.push(move)
      await this.settle(false)
    }
  }

  /** The seed of the turn that the seat is in: the same after a reload, or when moves were taken back. */
  private turnSeed(seat: number): bigint {
    const begin = this.moves.findLastIndex(m => m.seat !== seat && m.seat !== 0)
    return BigInt.asUintN(64, this.botSeed + BigInt(begin + 1))
  }

  private async think(turn: number, level: string): Promise<string | null> {
    const era = this.era
    this.thinking = turn
    this.failed = null
    this.tell(false)
    this.door.look(TRUTH, turn, VIEW)
    const view = this.door.encode(VIEW)
    const bot = this.bots.get(turn) ?? new Thinker()
    this.bots.set(turn, bot)
    const choose = (quick: boolean) => bot.choose(view, level, this.turnSeed(turn), quick)
    try {
      const move = await choose(false).catch(err => {
        if (err instanceof Ended && era === this.era) return choose(true)
        throw err
      })
      if (era !== this.era) return null
      this.thinking = null
      return move
    } catch (err) {
      if (era === this.era) this.giveUp(bot, err as Error)
      return null
    }
  }

  /** The bot has no move: nobody moves for it; the page says so, and can have it try again. */
  private giveUp(bot: Thinker, err: Error): void {
    bot.end()
    this.thinking = null
    this.failed = err.message
    this.tell(false)
  }

  hurry(): void {
    if (this.failed !== null) void this.goOn()
    else if (this.thinking !== null) this.bots.get(this.thinking)?.end()
  }

  async act(moves: string[]): Promise<string | null> {
    const turn = this.door.turn(TRUTH)
    if (turn <= 0 || this.seats[turn - 1]?.kind === 'bot' || this.cover !== null) return 'this seat is not to move'
    const before = this.moves.map(m => m.text)
    try {
      for (const move of moves) this.push(move)
    } catch (err) {
      this.replay(before)
      return (err as Error).message
    }
    this.keep = true
    await this.settle(false)
    void this.goOn()
    return null
  }

  /** Applies moves to the viewer's own knowledge; stops where a draw would come. */
  private tryOut(moves: string[]): void {
    this.door.look(TRUTH, this.eyes(), REPLAY)
    for (const move of moves) this.door.apply(REPLAY, move)
  }

  preview(moves: string[]): View | null {
    try {
      this.tryOut(moves)
    } catch {
      return null
    }
    return JSON.parse(this.door.showJson(REPLAY, true)) as View
  }

  why(move: string): string | null {
    try {
      this.tryOut([move])
    } catch (err) {
      return (err as Error).message
    }
    return null
  }

  /** How many moves remain after an undo, or -1 where it is not allowed: alone against bots always
   *  back to the last own decision; otherwise only while nothing has happened since, so that no
   *  draw and no other player's move is unseen. */
  private undoTo(): number {
    const humans = this.humans()
    const last = this.moves.map(m => humans.includes(m.seat)).lastIndexOf(true)
    if (last < 0 || this.cover !== null) return -1
    if (humans.length === 1) return last
    const same = this.moves[last]!.seat === this.viewer && this.door.turn(TRUTH) === this.viewer
    return same && last === this.moves.length - 1 ? last : -1
  }

  async undo(): Promise<boolean> {
    const to = this.undoTo()
    if (to < 0) return false
    this.era++
    this.bots.forEach(bot => bot.end())
    this.thinking = this.failed = null
    this.replay(this.moves.slice(0, to).map(m => m.text))
    await this.settle(true)
    return true
  }

  uncover(): void {
    if (this.cover === null) return
    this.viewer = this.cover
    this.cover = null
    this.tell(true)
  }

  async hint(): Promise<Judged[]> {
    const turn = this.door.turn(TRUTH)
    if (turn <= 0 || turn !== this.eyes()) throw new Refused('this seat is not to move')
    this.door.look(TRUTH, turn, VIEW)
    const view = this.door.encode(VIEW)
    return this.adviser.advise(view, this.door.levels.at(-1)!, this.turnSeed(turn))
  }

  /** Only when the game is over: then everything is open anyway. */
  async analyse(): Promise<Analysis> {
    if (this.door.turn(TRUTH) !== -1) throw new Refused('the game is not over')
    this.adviser.end()
    return analyse({
      door: this.door,
      thinker: this.adviser,
      // Not the strongest: every decision of a game is to be judged.
      spec: this.door.levels.at(-2)!,
      players: this.players,
      begin: () => this.door.start(REPLAY, this.game, this.players, this.options),
      moves: this.moves,
      progress: done => this.send({ progress: done }),
      state: REPLAY,
      view: VIEW,
    })
  }
}

export function table(door: Door, send: (event: unknown) => void): Handlers {
  const t = new Table(door, send)
  return {
    open: (o: Opening) => t.open(o),
    act: (moves: string[]) => t.act(moves),
    preview: (moves: string[]) => t.preview(moves),
    why: (move: string) => t.why(move),
    undo: () => t.undo(),
    uncover: () => t.uncover(),
    hurry: () => t.hurry(),
    hint: () => t.hint(),
    analyse: () => t.analyse(),
    record: () => t.record(),
    keep: () => t.keepIt(),
  }
}
