// My tables at the host, live: all of them, and those that wait for me.

import { keepCompany } from './company'
import { setKnown } from './known'
import type { TableMessage } from './messages'
import { wire, type Message } from './wire'

/** A table in a list (docs/protocol.md). */
export interface Listed {
  table: string
  game: string
  players: number
  phase: 'gathering' | 'playing' | 'finished' | 'abandoned'
  free: number
  creator: number
  creator_name: string | null
  creator_picture: number
}
/** A seat of one of my tables; score and place once the game is over (0: nobody has won). */
export interface OwnSeat {
  seat: number
  kind: 'free' | 'person' | 'bot'
  person?: number
  name?: string | null
  picture?: number
  level?: string
  score?: number
  place?: number
}
export interface Own extends Listed {
  your_turn: boolean
  /** Details, if they were asked for. */
  seats?: OwnSeat[]
  mover?: number | null
  paused?: boolean
  /** When the time of the player to move is up, by this device's clock. */
  until?: number
  ending?: string | null
  /** When something last happened there, in milliseconds since 1970. */
  active: number
}

type Told = Own & { left?: number }
const dated = ({ left, ...own }: Told): Own => (left === undefined ? own : { ...own, until: Date.now() + left })

/** First the tables that wait for me, then those under way, then those that are over; the latest first. */
function inOrder(tables: Own[]): Own[] {
  const rank = (t: Own) => (t.your_turn ? 0 : t.phase === 'playing' ? 1 : t.phase === 'gathering' ? 2 : 3)
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.active - a.active)
}

class Mine {
  /** null: not known yet. */
  tables: Own[] | null = null
  /** Is called for each turn that becomes mine. */
  onTurn: (t: Own) => void = () => {}
  private readonly listeners = new Set<() => void>()
  private started = false
  private detailed = false
  private person = 0

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  /** A screen shows them: from now on the host tells who sits there and how it ended. */
  detail(): void {
    if (this.detailed) return
    this.detailed = true
    const w = wire()
    if (this.started && w.state === 'open') void this.ask(w.hello?.person ?? 0)
  }

  /** The table that has waited for me longest, except this one. */
  next(but = ''): Own | undefined {
    return this.tables?.findLast(t => t.your_turn && t.table !== but)
  }

  get waiting(): number {
    return this.tables?.filter(t => t.your_turn).length ?? 0
  }

  /** Begins to listen, and connects for it; the list is kept up to date from then on. */
  start(): void {
    if (this.started) return
    this.started = true
    const w = wire()
    w.on('mine', m => this.take(m))
    w.on('table', m => keepCompany(m as TableMessage))
    let was = ''
    const follow = () => {
      const now = `${w.state} ${w.hello?.person ?? 0}`
      if (now === was) return
      was = now
      if (w.state === 'open') void this.ask(w.hello?.person ?? 0)
      this.changed()
    }
    w.subscribe(follow)
    follow()
  }

  private async ask(person: number): Promise<void> {
    if (person !== this.person) this.tables = null
    this.person = person
    setKnown(person > 0)
    if (person === 0) this.replace([])
    else
      await wire()
        .ask({ do: 'mine', stay: true, ...(this.detailed ? { details: true } : {}) })
        .then(m => this.replace((m.tables as Told[]).map(dated)))
        .catch(() => {
          /* refused: the list stays as it is */
        })
  }

  private take(m: Message): void {
    const gone = ((m.gone ?? []) as Own[]).map(t => t.table)
    const fresh = ((m.tables ?? []) as Told[]).map(dated)
    const others = (this.tables ?? []).filter(t => !gone.includes(t.table) && !fresh.some(f => f.table === t.table))
    this.replace([...fresh, ...others])
  }

  private replace(tables: Own[]): void {
    const before = this.tables
    this.tables = inOrder(tables)
    this.changed()
    for (const t of this.tables) if (t.your_turn && !before?.find(b => b.table === t.table)?.your_turn) this.onTurn(t)
  }

  private changed(): void {
    this.listeners.forEach(f => f())
  }
}

export const mine = new Mine()
