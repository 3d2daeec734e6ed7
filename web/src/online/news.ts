// What happened at a table besides moves: requests, people who leave or come back, time that ran out, the
// end. The list is in the order in which things happened.

import type { Ending, TableEvent } from './messages'

export interface Item {
  number: number
  what: string
  seat: number
  /** Who did it, or whom it is about besides the seat. */
  others: number[]
  /** Moves: those that would be taken back, those that were, or those that a bot has played. */
  n: number
  level: string
  /** Who sits there from then on. */
  name?: string | null
}

const TOLD = [
  'stands-in',
  'replaced',
  'out-of-time',
  'resigned',
  'erased',
  'lapsed',
  'paused',
  'went-on',
  'nudged',
  'gave-time',
  'agreed',
  'reseated',
]
const LETS_BOT = ['stands-in', 'replaced', 'out-of-time', 'resigned', 'erased']

export class News {
  readonly items: Item[] = []
  /** How many of them, from the end, have just happened. */
  fresh = 0
  /** Whose moves stand, by ply. */
  private moves: { ply: number; seat: number }[] = []
  private asker = 0
  /** Moves that bots have played for people, by seat. */
  private readonly played = new Map<number, number>()
  private readonly standing = new Set<number>()

  take(events: TableEvent[], old: boolean): void {
    const before = this.items.length
    for (const e of events) this.hear(e)
    this.fresh = old ? 0 : this.items.length - before
  }

  /** Whose moves would be taken back from this ply on. */
  goes(ply: number): number[] {
    return this.moves.filter(m => m.ply >= ply).map(m => m.seat)
  }

  private add(e: TableEvent, what: string, more: Partial<Item> = {}): void {
    const { number, seat = 0, by = [], level = '' } = e
    this.items.push({ number, what, seat, others: by, n: 0, level, ...more })
  }

  private hear(e: TableEvent): void {
    const seat = e.seat ?? 0
    switch (e.event) {
      case 'decided':
        if (this.asker) this.add(e, 'overtaken')
        this.asker = 0
        this.moves.push({ ply: e.ply ?? 0, seat })
        if (this.standing.has(seat)) this.played.set(seat, (this.played.get(seat) ?? 0) + 1)
        break
      case 'asked':
        this.asker = seat
        this.ask(e)
        break
      case 'took-back': {
        const gone = this.goes(e.ply ?? 0)
        this.asker = 0
        this.add(e, 'took-back', { n: gone.length, others: [...new Set(gone)] })
        this.moves = this.moves.filter(m => m.ply < (e.ply ?? 0))
        break
      }
      case 'declined':
        this.add(e, seat === this.asker ? 'withdrawn' : 'declined')
        this.asker = 0
        break
      case 'came-back':
        this.standing.delete(seat)
        this.add(e, 'came-back', { n: this.played.get(seat) ?? 0 })
        break
      case 'ended':
        this.add(e, 'closed.agreed', { seat: this.asker })
        break
      case 'closed':
        this.add(e, `closed.${e.how as Ending['how']}`)
        break
      case 'opened':
        for (const [who, n] of this.played) this.add(e, 'played', { seat: who, n })
        break
      default:
        this.plain(e)
    }
  }

  private plain(e: TableEvent): void {
    if (LETS_BOT.includes(e.event)) this.standing.add(e.seat ?? 0)
    if (e.event === 'lapsed') this.asker = 0
    if (TOLD.includes(e.event)) this.add(e, e.event, { name: e.name })
  }

  private ask(e: TableEvent): void {
    const gone = e.ask === 'back' ? this.goes(e.ply ?? 0) : []
    this.add(e, `asked.${e.ask}`, { n: gone.length, others: e.absent ?? [...new Set(gone)] })
  }
}
