// Tables of a host, in a worker: what this viewer knows after every move, computed by the rules from what the host
// told. There is never more here than the viewer may know.

import { Refused, type Door } from '../door'
import type { Handlers } from '../rpc'
import type { Step, View } from '../view'
import type { TableEvent } from './messages'

const hex = (bytes: Uint8Array): string => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16))

export interface Beginning {
  game: string
  rules: number
  players: number
  options: string
  viewer: number
  /** Begin with this view, because what was before it is not known. */
  bytes?: string
  ply?: number
}

/** What is new: steps from index `from` on replace those that were there. */
export interface Followed {
  from: number
  steps: Step[]
  hash: string
  legal: string[]
}

/** The moves that stand, as one viewer saw them; view n is that before step n. */
class Line {
  readonly views: Uint8Array[]
  readonly steps: Step[] = []
  readonly moves: number[] = []
  /** The ply of the first view. */
  private readonly first: number

  constructor(
    private readonly door: Door,
    readonly beginning: Beginning,
  ) {
    const { game, rules, players, viewer, options, bytes, ply } = beginning
    this.first = bytes === undefined ? 0 : (ply ?? 0)
    this.views = [bytes === undefined ? door.viewStart(game, rules, players, viewer, options) : unhex(bytes)]
  }

  get last(): Uint8Array {
    return this.views.at(-1)!
  }

  follow(events: TableEvent[]): Followed {
    let from = this.steps.length
    for (const { event, ply = 0, seat = 0, move, code } of events) {
      const at = ply - this.first
      if (event === 'took-back') {
        this.cut(at)
        from = Math.min(from, at)
      } else if (event === 'decided' || event === 'drew') {
        if (at !== this.steps.length) throw new Refused('a move is missing')
        const view = this.door.viewFollow(this.last, code!)
        this.views.push(view)
        this.moves.push(code!)
        this.steps.push({ seat: event === 'decided' ? seat : 0, move: move!, json: this.door.viewShow(view, false) })
      }
    }
    const { legal_moves = [] } = JSON.parse(this.door.viewShow(this.last, true)) as View
    return { from, steps: this.steps.slice(from), hash: this.door.viewHash(this.last), legal: legal_moves }
  }

  private cut(length: number): void {
    if (length < 0) throw new Refused('what was taken back is not known here')
    this.steps.length = this.moves.length = length
    this.views.length = length + 1
  }
}

export function remote(door: Door): Handlers {
  const lines = new Map<string, Line>()
  return {
    /** The SHA-256 of bytes, both as digits. */
    sha256: (digits: string) => hex(door.sha256(unhex(digits))),
    /** A table, from its beginning or from a view: that view. */
    begin(table: string, beginning: Beginning): string {
      const line = new Line(door, beginning)
      lines.set(table, line)
      return door.viewShow(line.last, false)
    },
    follow: (table: string, events: TableEvent[]) => lines.get(table)!.follow(events),
    /** What the viewer would know after these moves; throws with the reason. */
    preview: (table: string, moves: string[]) => door.viewTry(lines.get(table)!.last, moves),
    /** Reads the record with all it proves, and compares it with what was seen. Says how many moves it has. */
    check(table: string, record: string): number {
      const { beginning, moves } = lines.get(table)!
      return door.checkRecord(record, beginning.viewer, moves)
    },
    end: (table: string) => lines.delete(table),
  }
}
