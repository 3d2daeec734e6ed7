// A table of a host, as one page sees it: the host's messages, kept up to date, and a source of moves for a
// session. The rules on this device compute what a move does (remote.ts), from what the host lets this
// viewer know.

import { during } from '../rest'
import type { Analysis, Hint, Judged, Now, Source, TableEvent as SourceEvent, TableInfo, Reason } from '../source'
import type { Seat, Step, View } from '../view'
import { Chat } from './chat'
import { compute } from './device'
import { attachDraws, promise, waitsForDraws } from './draws'
import type {
  EventsMessage,
  Moment,
  PresenceMessage,
  Seated,
  TableEvent,
  TableMessage,
  ThinkingMessage,
} from './messages'
import { News } from './news'
import type { Followed } from './remote'
import { drop, keep, unsent } from './unsent'
import { random, wire, type Command, type Message, type Refusal } from './wire'

/** The people at the table, with what only the page knows of them. */
function dressed(seats: Seated[], before: Seated[], events: TableEvent[]): Seated[] {
  return seats.map(s => {
    const sat = events.findLast(e => e.event === 'sat' && e.seat === s.seat)
    const known = before.find(x => x.seat === s.seat && x.person === s.person)
    if (s.kind !== 'person') return s
    return {
      ...(sat
        ? { here: true, ...pick(sat, 'name', 'picture') }
        : pick(known ?? s, 'name', 'picture', 'here', 'grace', 'absent_in', 'program')),
      ...s,
    }
  })
}

function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(keys.filter(k => from[k] !== undefined).map(k => [k, from[k]])) as Partial<Pick<T, K>>
}

export class HostedTable implements Source {
  /** The host's last table message; null before the first. */
  info: TableMessage | null = null
  /** Why it cannot be shown. */
  refusal: Refusal | null = null
  /** Everything up to now is known: a session can begin. */
  ready = false
  /** When the times left were told, by performance.now(). */
  told = 0
  /** Since when the seat to move has been thinking, likewise. */
  since = 0
  /** The table where the group plays again. */
  next: string | null = null
  /** The seats that have asked for that. */
  again: number[] = []
  /** A move that is being sent, or waits for the connection. */
  sending: string[] | null = null
  /** A move came too late: the position had changed. */
  late = false
  /** What happened there besides moves. */
  news = new News()
  readonly chat: Chat

  private receive: (e: SourceEvent) => void = () => {}
  private readonly listeners = new Set<() => void>()
  private readonly off: (() => void)[]
  private incarnation = ''
  private wireState = ''
  /** The number of the next unknown event. */
  private number = 0
  /** The viewer, once the rules here follow the moves. */
  private viewer: number | null = null
  private start = ''
  private steps: Step[] = []
  private legal: string[] = []
  private mended = 0
  /** The last whole table message of the host. */
  private whole: TableMessage | null = null
  /** The moves are being replayed from their beginning: the session hears of them when all are there. */
  private catching = false
  private closed = false
  /** Messages are handled in their order. */
  private chain: Promise<void> = Promise.resolve()

  constructor(
    readonly id: string,
    private readonly secret: string = '',
  ) {
    attachDraws()
    this.chat = new Chat(id, () => this.changed())
    const w = wire()
    const on = (type: string, f: (m: Message) => void) =>
      w.on(type, m => {
        if (m.table === id) f(m)
      })
    this.off = [
      on('table', m => this.hearTable(m as TableMessage)),
      on('events', m => this.queue(() => this.follow(m as EventsMessage))),
      on('presence', m => this.hearPresence(m as PresenceMessage)),
      on('thinking', m => this.hearThinking(m as ThinkingMessage)),
      on('chat', m => this.chat.hear(m)),
      on('unchat', m => this.chat.unhear(m.number as number)),
      on('rematch', m => {
        this.next = m.next as string
        this.again = (m.asked as number[] | undefined) ?? []
        this.changed()
      }),
      w.subscribe(() => this.wireChanged()),
    ]
    this.wireChanged()
  }

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  private changed(): void {
    this.listeners.forEach(f => f())
  }

  private queue(work: () => Promise<void>): void {
    this.chain = during(this.chain.then(work).catch(() => void this.mend().catch(() => {})))
  }

  // --- messages of the host ---

  private wireChanged(): void {
    const { state, hello } = wire()
    if (state === 'open' && this.wireState !== 'open') {
      if (hello!.incarnation !== this.incarnation) this.forget()
      this.incarnation = hello!.incarnation
      void this.open()
    }
    this.wireState = state
    this.changed()
  }

  private forget(): void {
    this.news = new News()
    this.viewer = null
    this.number = 0
  }

  /** Asks for the present state of the table and for the events since. */
  private async open(): Promise<void> {
    const secret = this.secret ? { secret: this.secret } : {}
    const last = this.number ? { last: this.number - 1 } : {}
    try {
      await wire().ask({ do: 'open', table: this.id, views: false, presence: true, ...last, ...secret })
      await this.complete()
    } catch (err) {
      this.refusal = err as Refusal
      this.changed()
    }
  }

  /** Fetches the missing events, as many at a time as the host gives. */
  private async complete(): Promise<void> {
    for (;;) {
      await this.chain
      const { number } = this
      if (this.closed || number >= (this.info?.number ?? 0)) break
      await wire().ask({ do: 'events', table: this.id, from: number })
      await this.chain
      if (this.number === number) break
    }
    if (await this.agrees()) this.mended = 0
    else await this.mend()
    const first = !this.ready
    this.refusal = null
    this.ready = true
    if (this.catching) this.tellAll()
    else this.tell(this.steps.length, [])
    if (first) this.sendAgain()
  }

  /** Does the state followed here agree with the host's table message? */
  private agrees(): Promise<boolean> {
    if (this.viewer === null || this.number !== this.whole!.number) return Promise.resolve(true)
    return compute('follow', this.id, [], null).then(
      () => true,
      () => false,
    )
  }

  /** The state computed here differs from the host's: start again from all events, and if that fails from the
   *  present view. */
  private async mend(): Promise<void> {
    if (this.closed) return
    this.forget()
    if (this.mended++ === 0) {
      void this.open()
      return
    }
    await this.begin(false)
    void this.complete()
  }

  private hearTable(m: TableMessage): void {
    this.queue(async () => {
      this.info = this.whole = m
      this.clock(m)
      this.chat.told(m.chats)
      const gathers = m.phase === 'gathering'
      if (gathers || this.viewer !== (m.you ?? 0)) await this.begin(!gathers)
      else await compute('hear', this.id, m)
      this.tell(this.steps.length, [])
    })
  }

  /** Follows the moves from the start of the game, or from the present state. */
  private async begin(all: boolean): Promise<void> {
    const m = this.whole!
    this.number = all ? 0 : m.number
    this.start = await compute<string>('begin', this.id, m, all)
    this.steps = []
    this.take(await compute<Followed>('follow', this.id, []))
    if (m.phase === 'gathering') return
    this.catching = true
    this.viewer = m.you ?? 0
  }

  private take({ from, steps, legal }: Followed): void {
    this.steps = [...this.steps.slice(0, from), ...steps]
    this.legal = legal
  }

  private async follow(m: EventsMessage): Promise<void> {
    const { info } = this
    const events = m.events.filter(e => e.number >= this.number)
    if (!info || !events.length) return
    if (events[0]!.number > this.number) {
      if (!m.old) void this.open()
      return
    }
    const moment = m.old ? undefined : { ...m, events: [] }
    const followed = await compute<Followed>('follow', this.id, events, moment)
    if (this.viewer === null && events.some(e => e.event === 'started')) {
      this.viewer = info.you ?? 0
      this.catching = false
    }
    this.take(followed)
    this.number = events.at(-1)!.number + 1
    this.news.take(events, m.old)
    if (followed.seats) this.info = this.after(info, m, dressed(followed.seats, info.seats, events))
    this.tell(followed.from, this.steps.slice(followed.from))
  }

  private after(info: TableMessage, m: EventsMessage, seats: Seated[]): TableMessage {
    this.clock(m)
    const now: Partial<Moment> = { ...m }
    for (const member of ['type', 'events', 'old', 'hash']) delete (now as Record<string, unknown>)[member]
    return { ...info, unopened: [], before: 0, ...now, seats } as TableMessage
  }

  private clock({ waited = 0 }: Partial<Moment>): void {
    this.told = performance.now()
    this.since = this.told - waited
  }

  private hearPresence(m: PresenceMessage): void {
    this.queue(() => {
      if (!this.info) return Promise.resolve()
      const seats = this.info.seats.map(s => {
        const now = m.seats.find(x => x.seat === s.seat)
        if (!now) return s
        const { here, grace, absent_in, program } = now
        return { ...s, here, grace, absent_in, program }
      })
      this.told = performance.now()
      this.info = { ...this.info, ...pick(m, 'left', 'running', 'runs_in'), seats }
      this.tell(this.steps.length, [])
      return Promise.resolve()
    })
  }

  private hearThinking({ before }: ThinkingMessage): void {
    this.queue(() => {
      if (this.info) this.info = { ...this.info, before }
      if (this.info) this.tell(this.steps.length, [])
      return Promise.resolve()
    })
  }

  // --- for a session ---

  /** The listener to all events from now on; it hears all steps first. */
  listen(receive: (e: SourceEvent) => void): void {
    this.receive = receive
    this.tellAll()
  }

  private tellAll(): void {
    this.catching = false
    this.tell(0, this.steps)
  }

  private tell(from: number, steps: Step[]): void {
    if (this.ready && this.viewer !== null && !this.catching)
      this.receive({ from, start: this.start, steps, now: this.now() })
    this.changed()
  }

  private seat(n: number | null): Seated | undefined {
    return this.info?.seats.find(s => s.seat === n)
  }

  /** A bot moves for this seat. */
  botMoves(seat: number | null): boolean {
    const s = this.seat(seat)
    return s !== undefined && (s.kind === 'bot' || !!s.stand_in)
  }

  private now(): Now {
    const { you, mover, phase, question, hints, read_only } = this.info!
    const playing = phase === 'playing'
    const known = this.number >= this.info!.number
    const mine = playing && known && you !== null && mover === you && !this.botMoves(you) && read_only === null
    return {
      viewer: you ?? 0,
      turn: playing ? (mover ?? 0) : -1,
      mine,
      cover: null,
      thinking: playing && this.botMoves(mover) ? mover : null,
      before: this.info!.before ?? 0,
      failed: null,
      canUndo: playing && you !== null && question === null && this.steps.some(s => s.seat === you),
      canHint: hints && you !== null,
      sending: this.sending !== null,
      legal: mine ? this.legal : [],
    }
  }

  get table(): TableInfo {
    const { game, players, seats, you } = this.info!
    return { id: this.id, game, players, seats: seats.map(s => seatOf(s, you)), lesson: false }
  }

  // --- commands ---

  /** A command about this table. Rejects with a Refusal. */
  ask(what: string, more: Omit<Command, 'do'> = {}) {
    return wire().ask({ do: what, table: this.id, ...more })
  }

  async act(moves: string[]): Promise<string | null> {
    const { ply, backs } = this.info!
    const id = random(16)
    const command = { do: 'move', table: this.id, ply, backs, moves }
    keep(this.id, { id, command })
    return this.send(command, id)
  }

  /** Sends a move until it is answered; returns the rules' reason if they refuse it. */
  private async send(command: Command, id: string): Promise<string | null> {
    this.sending = command.moves as string[]
    this.late = false
    this.tell(this.steps.length, [])
    let why: string | null = null
    try {
      await wire().ask(command, id)
    } catch (err) {
      const { code, message } = err as Refusal
      if (code === 'late') this.late = true
      else why = message
    }
    drop(this.id, id)
    await this.chain
    this.sending = null
    this.tell(this.steps.length, [])
    return why
  }

  /** The command that an earlier page of this device could not send. */
  private sendAgain(): void {
    const kept = unsent(this.id)
    if (kept) void this.send(kept.command, kept.id)
  }

  seenLate(): void {
    this.late = false
    this.changed()
  }

  preview(moves: string[]): Promise<View | null> {
    return compute<View>('preview', this.id, moves).catch(() => null)
  }
  why(move: string): Promise<string | null> {
    return compute<View>('preview', this.id, [move]).then(
      () => null,
      (err: Error) => err.message,
    )
  }

  async undo(): Promise<boolean> {
    if (!this.now().canUndo) return false
    return this.ask('back').then(
      () => true,
      () => false,
    )
  }

  async hint(): Promise<Hint> {
    const { moves, turn, reasons } = await this.ask('hint')
    return {
      moves: (moves as Omit<Judged, 'visits'>[]).map(m => ({ ...m, visits: 0 })),
      turn: (turn as string[] | undefined) ?? [],
      reasons: (reasons as Reason[] | undefined) ?? [],
    }
  }

  async record(): Promise<string> {
    return (await this.ask('record')).record as string
  }

  /** Plays again with the same group: returns the id of the table, where this device sits already. */
  async rematch(): Promise<string> {
    const answer = await this.ask('rematch', { promise: await promise(this.next ?? undefined) })
    return answer.table as string
  }

  uncover(): Promise<void> {
    return Promise.resolve()
  }
  hurry(): Promise<void> {
    return Promise.resolve()
  }
  keep(): Promise<void> {
    return Promise.resolve()
  }
  /** A record is analysed on this device, as any other (ui/analysis.tsx). */
  analyse(): Promise<Analysis> {
    return Promise.reject(new Error('not here'))
  }

  close(): void {
    this.closed = true
    this.off.forEach(f => f())
    this.chat.close()
    this.receive = () => {}
    void compute('end', this.id)
    if (wire().state === 'open' && !waitsForDraws(this.id)) this.ask('close').catch(() => {})
  }
}

function seatOf(s: Seated, you: number | null): Seat {
  if (s.kind === 'bot') return { kind: 'bot', name: '', level: s.level ?? '' }
  const picture = s.picture || s.person || 0
  return { kind: s.seat === you ? 'me' : 'guest', name: s.name ?? '', ...(picture ? { picture } : {}) }
}

/** Ids of tables online are longer than those of games on this device. */
export const isHosted = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

/** The record of a table whose game is over, with the people who sat there. */
export async function recordOf(id: string): Promise<{ record: string; seats: Seat[] }> {
  let seats: Seat[] = []
  const off = wire().on('table', m => {
    const table = m as TableMessage
    if (table.table === id) seats = table.seats.map(s => seatOf(s, table.you))
  })
  try {
    await wire().ask({ do: 'open', table: id, views: false })
    const { record } = await wire().ask({ do: 'record', table: id })
    return { record: record as string, seats }
  } finally {
    off()
  }
}
