// A table on this device, in a worker. The table itself is C (web/door.h). This file sends its jobs to the
// bots' workers and their answers back, tells the page what is new, and saves the game after every move.

import { dealName } from './daily'
import { Refused, type Door, type Letter } from './door'
import { TabLock } from './tablock'
import { during } from './rest'
import type { Handlers } from './rpc'
import type { Analysis, Hint, Judgement, Now, TableInfo, Opening, Progress, TableEvent } from './source'
import * as results from './results'
import * as store from './store'
import { Ended, Thinker } from './think'
import type { Seat, View } from './view'

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16))
}

const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))
const newBotSeed = (): bigint => new DataView(random(8).buffer).getBigUint64(0)

/** The bot that plays for one that is hurried. */
const AT_ONCE = 'greedy'

/** In a game whose deal was chosen, bots play the same every time too. */
const KNOWN_BOTS = 1n

/** How often an analysis reports its findings, in ms. */
const FOUND_EVERY = 700

class Table {
  private seats: Seat[] = []
  private id = hex(random(6))
  private lesson = false
  /** The date of a daily deal: its draws come from a deck, its bots think by nodes, and there is neither hurrying
   *  nor help. */
  private daily: string | undefined
  private created = Date.now()
  private keep = true
  /** Somebody has decided something here, or chose to keep the game. */
  private touched = false
  /** Somebody has decided something here: the result counts for this device. */
  private played = false
  private counted = false
  /** The seed of the bots' random numbers. It has nothing to do with the draws: bots' moves and memory reveal
   *  nothing about later draws. */
  private botSeed = newBotSeed()
  private thinking: number | null = null
  /** Why the bot to move has no move. */
  private failed: string | null = null
  private readonly bot = new Thinker()
  private readonly adviser = new Thinker()
  /** Grows with every change: thoughts about an older position are dropped. */
  private era = 0
  /** The view before the first step, and after the last one that was sent. */
  private start = ''
  private last = '{}'
  /** Whether this tab plays or watches another one. */
  private lock!: TabLock
  /** Nothing was done here since this tab took the game over. */
  private fresh = true

  constructor(
    private readonly door: Door,
    private readonly send: (e: TableEvent | Progress) => void,
  ) {}

  async open(o: Opening): Promise<TableInfo> {
    if (o.kind === 'new') {
      this.seats = o.seats
      this.lesson = o.lesson ?? false
      this.daily = o.daily
      if (o.seed) this.botSeed = KNOWN_BOTS
      const letter = this.letter(o.game, o.seed ? unhex(o.seed) : random(32))
      this.door.newTable(o.game, o.players, o.options, letter, o.first)
    } else if (o.kind === 'saved') {
      const [meta, record] = await Promise.all([store.meta(o.id), store.record(o.id)])
      if (!meta || record === undefined) throw new Refused('gone')
      this.id = meta.id
      this.lesson = meta.lesson
      this.created = meta.created
      this.touched = meta.touched ?? meta.decisions > 0
      this.played = meta.played ?? meta.decisions > 0
      this.counted = meta.over
      this.botSeed = meta.botSeed ?? this.botSeed
      this.daily = meta.daily
      this.read(record, meta.seats)
    } else if (o.kind === 'puzzle') {
      this.keep = false
      this.layPuzzle(this.door.puzzle(o.game, o.seed, o.ply))
    } else {
      this.keep = this.touched = o.keep
      this.daily = o.daily
      this.read(o.record, o.seats)
    }
    this.lock = new TabLock(this.id, {
      held: held => void during(this.change(held)),
      saved: () => void during(this.follow()),
    })
    await this.lock.begin()
    this.tell(true)
    if (o.kind !== 'saved') await this.save()
    void during(this.goOn())
    return this.info()
  }

  /** The game has gone to another tab, or has come from one, with everything that was done there. */
  private async change(held: boolean): Promise<void> {
    if (this.start === '') return // it is being opened
    this.era++
    this.bot.end()
    this.thinking = this.failed = null
    this.fresh = true
    if (held) await this.follow()
    else this.tell()
    void during(this.goOn())
  }

  /** Follows what another tab has saved. */
  private async follow(): Promise<void> {
    if (!this.fresh && this.lock.held) return
    const record = await store.record(this.id).catch(() => undefined)
    if (record === undefined || record === this.record()) return this.tell()
    this.era++
    this.read(record, this.seats)
    this.tell(true)
  }

  playHere(): Promise<void> {
    return this.lock.take()
  }

  private letter(game: string, seed: Uint8Array): Letter {
    const deck = this.daily !== undefined
    if (deck) {
      seed = this.door.sha256(new TextEncoder().encode(dealName(game, this.daily!)))
      this.botSeed = new DataView(seed.buffer).getBigUint64(8)
    }
    return { seed, deck, botSeed: this.botSeed, seats: this.seats, lesson: this.lesson }
  }

  /** The viewer is the person to move; the other people do not act any more. */
  private layPuzzle(record: string): void {
    this.read(record, null)
    const { turn } = this.door.now()
    this.read(
      record,
      this.seats.map((_, i): Seat =>
        i + 1 === turn ? { kind: 'me', name: '' } : { kind: 'bot', name: '', level: 'casual' },
      ),
    )
  }

  /** The seats come from the people who started the game, or from the record. */
  private read(record: string, seats: Seat[] | null): void {
    const length = this.door.recordPlayers(record)
    this.seats =
      seats?.length === length
        ? seats
        : Array.from({ length }, (_, i): Seat => ({ kind: i ? 'guest' : 'me', name: '' }))
    const game = /^game: *(\S+)/m.exec(record)?.[1] ?? ''
    this.door.openRecord(record, this.letter(game, random(32)))
  }

  private info(): TableInfo {
    const { game, players } = JSON.parse(this.start) as View
    const daily = this.daily === undefined ? {} : { daily: this.daily }
    return { id: this.id, game, players, seats: this.seats, lesson: this.lesson, ...daily }
  }

  /** Tells the page what is new; everything if asked for. */
  private tell(all = false): void {
    const { from, start, steps } = this.door.tell(all)
    this.start = start ?? this.start
    this.last = steps.at(-1)?.json ?? this.last
    const now: Now = { ...this.door.now(), thinking: this.thinking, failed: this.failed }
    if (this.daily) now.canHint = false
    const watching = { mine: false, canUndo: false, legal: [], canHint: false, cover: null, watching: true }
    this.send({ from, start: this.start, steps, now: this.lock.held ? now : { ...now, ...watching } })
  }

  record(): string {
    return this.door.record()
  }

  async keepIt(): Promise<void> {
    this.keep = this.touched = true
    await this.save()
  }

  /** If nothing can be stored (a private window), the game goes on all the same. */
  private async save(): Promise<void> {
    if (!this.keep) return
    const { decisions, turn, totals } = this.door.now()
    const { botSeed, created, touched, played } = this
    const state = { touched, played, updated: Date.now(), over: turn === -1, decisions, turn, totals }
    const meta = { ...this.info(), botSeed, created, ...state }
    await store.save(meta, this.record()).then(
      () => this.lock.saved(),
      () => {},
    )
    await this.count(turn === -1).catch(() => {})
  }

  /** The result counts unless it is taken back; guided games do not count. */
  private async count(over: boolean): Promise<void> {
    if (this.lesson || !this.played || over === this.counted) return
    this.counted = over
    const { id, game, seats, daily } = this.info()
    const { scores } = JSON.parse(this.last) as View
    if (over) await results.keep({ id, game, seats, scores, when: Date.now(), ...(daily ? { daily } : {}) })
    else await results.drop(id)
  }

  /** After a change: tells the page, then saves. */
  private async settle(): Promise<void> {
    this.era++
    this.fresh = false
    this.tell()
    await this.save()
  }

  /** Lets bots move until a person has to. */
  private async goOn(): Promise<void> {
    for (let job; this.lock.held && (job = this.door.job());) {
      const { era } = this
      this.thinking = this.door.now().turn
      this.failed = null
      this.tell()
      try {
        const answer = await this.bot.think(job, this.levelOf(this.thinking)).catch(err => {
          if (err instanceof Ended && era === this.era) return this.bot.think(job, AT_ONCE)
          throw err
        })
        if (era !== this.era) return
        this.thinking = null
        this.door.answer(answer)
      } catch (err) {
        if (era === this.era) this.giveUp(err as Error)
        return
      }
      await this.settle()
    }
  }

  private levelOf(seat: number): string {
    const s = this.seats[seat - 1]!
    if (s.kind !== 'bot') return ''
    return this.daily ? `${s.level} by nodes` : s.level
  }

  /** The bot has no move. Nobody else moves for it: the page says so, and can let it try again. */
  private giveUp(err: Error): void {
    this.bot.end()
    this.thinking = null
    this.failed = err.message
    this.tell()
  }

  hurry(): void {
    if (this.failed !== null) void during(this.goOn())
    else if (this.thinking !== null && !this.daily) this.bot.end()
  }

  async act(moves: string[]): Promise<string | null> {
    if (!this.lock.held) return 'another tab plays'
    try {
      this.door.act(moves)
    } catch (err) {
      return (err as Error).message
    }
    this.keep = this.touched = this.played = true
    await this.settle()
    void during(this.goOn())
    return null
  }

  preview(moves: string[]): View | null {
    try {
      return this.door.tryOut(moves)
    } catch {
      return null
    }
  }

  why(move: string): string | null {
    try {
      this.door.tryOut([move])
    } catch (err) {
      return (err as Error).message
    }
    return null
  }

  async undo(): Promise<boolean> {
    if (!this.lock.held || !this.door.back()) return false
    this.thinking = this.failed = null
    await this.settle()
    this.bot.end()
    return true
  }

  uncover(): void {
    this.door.uncover()
    this.tell()
  }

  async hint(): Promise<Hint> {
    return this.door.hints(await this.advise(this.daily ? null : this.door.hintJob()))
  }

  async judge(moves: string[]): Promise<Judgement> {
    return this.door.judged(await this.advise(this.door.judgeJob(moves)))
  }

  private advise(job: Uint8Array | null): Promise<Uint8Array> {
    if (!job) throw new Refused('this seat is not to move')
    return this.adviser.think(job)
  }

  /** Only when the game is over: then everything is public anyway. */
  async analyse(): Promise<Analysis> {
    this.adviser.end()
    const count = this.door.analysisBegin()
    let told = 0
    for (let job; (job = this.door.analysisJob());) {
      const progress = this.door.analysisTake(await this.adviser.think(job)) / count
      const due = performance.now() - told > FOUND_EVERY
      this.send(due ? { progress, found: this.door.analysis() } : { progress })
      if (due) told = performance.now()
    }
    return this.door.analysis()
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
    judge: (moves: string[]) => t.judge(moves),
    analyse: () => t.analyse(),
    record: () => t.record(),
    keep: () => t.keepIt(),
    playHere: () => t.playHere(),
  }
}
