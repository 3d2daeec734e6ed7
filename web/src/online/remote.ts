// Tables of a host, in a worker: the same client as the terminal's (table/client.h) follows what the host tells. There
// is never more here than the viewer may know.

import { Refused, type Door } from '../door'
import type { Handlers } from '../rpc'
import type { Step, View } from '../view'
import type { Checked } from './check'
import type { EventsMessage, Seated, TableEvent, TableMessage } from './messages'

const hex = (bytes: Uint8Array): string => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16))

/** What is new: steps from index `from` on replace those that were there. */
export interface Followed {
  from: number
  steps: Step[]
  legal: string[]
  /** Who sits where, once it is known that the host's table is the same. */
  seats: Seated[] | null
}

/** A table: a client of the module, and the moves that stand as one viewer saw them. */
class Line {
  readonly steps: Step[] = []
  /** The ply that it began with. */
  private readonly first: number

  constructor(
    private readonly door: Door,
    readonly slot: number,
    message: TableMessage,
    whole: boolean,
  ) {
    door.clientHear(slot, JSON.stringify(message))
    door.clientBegin(slot, whole)
    this.first = whole ? 0 : message.ply
  }

  /** Takes events; moment: what came with them, or null for the table as it was told last. */
  follow(events: TableEvent[], moment?: EventsMessage | null): Followed {
    const { door, slot, steps } = this
    let from = steps.length
    for (const e of events) {
      door.clientFollow(slot, JSON.stringify(e))
      const at = (e.ply ?? 0) - this.first
      if (e.event === 'took-back') from = Math.min(from, (steps.length = at))
      if (e.event === 'decided' || e.event === 'drew')
        steps.push({ seat: e.seat ?? 0, move: e.move!, json: door.clientShow(slot, false) })
    }
    const seats = moment === undefined ? null : door.clientSettle(slot, moment ? JSON.stringify(moment) : '')
    const { legal_moves = [] } = JSON.parse(door.clientShow(slot, true)) as View
    return { from, steps: steps.slice(from), legal: legal_moves, seats }
  }
}

export function remote(door: Door): Handlers {
  const lines = new Map<string, Line>()
  const line = (table: string): Line => {
    const found = lines.get(table)
    if (!found) throw new Refused('this table is not followed any more')
    return found
  }
  /** A free slot, or that of the table that was opened first. */
  function slot(table: string): number {
    lines.delete(table)
    if (lines.size === door.slots) lines.delete(lines.keys().next().value!)
    const used = [...lines.values()].map(l => l.slot)
    return [...Array(door.slots).keys()].find(n => !used.includes(n))!
  }
  return {
    /** The SHA-256 of bytes, both as digits. */
    sha256: (digits: string) => hex(door.sha256(unhex(digits))),
    /** A table as the host tells it: from its beginning, all events to come, or from there on. The view that it begins with. */
    begin(table: string, message: TableMessage, whole: boolean): string {
      const begun = new Line(door, slot(table), message, whole)
      lines.set(table, begun)
      return door.clientShow(begun.slot, false)
    },
    /** The host tells again how it stands. */
    hear: (table: string, message: TableMessage) => door.clientHear(line(table).slot, JSON.stringify(message)),
    follow: (table: string, events: TableEvent[], moment?: EventsMessage | null) => line(table).follow(events, moment),
    /** What the viewer would know after these moves; throws with the reason. */
    preview: (table: string, moves: string[]) => door.clientTry(line(table).slot, moves),
    /** The record against what was seen, and what was kept of the promises. */
    check: (table: string, record: string, kept: object) =>
      door.clientVerify(line(table).slot, record, JSON.stringify(kept)) as Checked,
    end: (table: string) => lines.delete(table),
  }
}
