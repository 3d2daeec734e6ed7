// Tables of a host, in a worker: the same client as the terminal's (table/client.h) follows the host's
// messages. It never holds more than the viewer may know.

import { Refused, type Door } from '../door'
import type { Handlers } from '../rpc'
import type { Step, View } from '../view'
import type { Checked } from './check'
import type { EventsMessage, Seated, TableEvent, TableMessage } from './messages'

const hex = (bytes: Uint8Array): string => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16))

/** New steps: those from index `from` on replace the known ones. */
export interface Followed {
  from: number
  steps: Step[]
  legal: string[]
  /** Who sits where, once the host's table is known to be the same. */
  seats: Seated[] | null
}

/** A table: a client of the module, and the moves that stand, as one viewer saw them. */
class Line {
  readonly steps: Step[] = []
  /** The ply with which it began. */
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

  /** Takes events; moment: the state that came with them, or null for that of the last table message. */
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
    /** The SHA-256 of bytes; both as hexadecimal digits. */
    sha256: (digits: string) => hex(door.sha256(unhex(digits))),
    /** Opens a table from the host's message: from its beginning, with all events to come, or from a later point
     *  with the view there. */
    begin(table: string, message: TableMessage, whole: boolean): string {
      const begun = new Line(door, slot(table), message, whole)
      lines.set(table, begun)
      return door.clientShow(begun.slot, false)
    },
    /** The host tells the state again. */
    hear: (table: string, message: TableMessage) => door.clientHear(line(table).slot, JSON.stringify(message)),
    follow: (table: string, events: TableEvent[], moment?: EventsMessage | null) => line(table).follow(events, moment),
    /** What the viewer would know after these moves; throws with the reason. */
    preview: (table: string, moves: string[]) => door.clientTry(line(table).slot, moves),
    /** Compares the record with what was seen and with the promises that were kept. */
    check: (table: string, record: string, kept: object) =>
      door.clientVerify(line(table).slot, record, JSON.stringify(kept)) as Checked,
    end: (table: string) => lines.delete(table),
  }
}
