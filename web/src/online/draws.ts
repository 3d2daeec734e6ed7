// This device's part in the draws of tables online (docs/fair-draws.md): a number that is promised when
// sitting down and revealed when all sit, and the promises of the others at that time.

import { compute } from './device'
import type { EventsMessage, TableMessage } from './messages'
import { random, wire, type Refusal } from './wire'

/** What was promised at a table, as it stood when this device revealed its number. */
export interface Promised {
  commitment: string
  fair: boolean
  /** One for each seat; null for a bot. */
  promises?: (string | null)[]
  seat?: number
  number?: string
}

interface Kept {
  /** Numbers by their hashes; table: where they are to be revealed, as far as known. */
  numbers: Record<string, { number: string; table?: string; opened?: boolean }>
  tables: Record<string, Promised>
}

const KEY = 'atoll.draws'
/** The greatest number of tables that are remembered. */
const MOST = 200

function read(): Kept {
  try {
    return { numbers: {}, tables: {}, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return { numbers: {}, tables: {} }
  }
}

const last = <T>(all: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(all).slice(-MOST))

/** If nothing can be stored (a private window), it lasts as long as the page. */
let here: Kept | null = null

function change(f: (kept: Kept) => void): void {
  const kept = here ?? read()
  f(kept)
  try {
    localStorage.setItem(KEY, JSON.stringify({ numbers: last(kept.numbers), tables: last(kept.tables) }))
  } catch {
    here = kept
  }
}

/** Draws a number, stores it, and returns the `promise` of create, sit and rematch. */
export async function promise(table?: string): Promise<string> {
  attachDraws()
  const number = random(32)
  const hash = await compute<string>('sha256', number)
  change(kept => {
    kept.numbers[hash] = table ? { number, table } : { number }
  })
  return hash
}

/** What this device was promised at a table; null if it was not present. */
export function promisedAt(table: string): Promised | null {
  return (here ?? read()).tables[table] ?? null
}

/** All seats are taken: first everybody's promises are stored, then the own number is revealed. */
function open(m: TableMessage, seat: number, hash: string, number: string): void {
  change(kept => {
    kept.numbers[hash] = { number, table: m.table, opened: true }
    const promises = m.seats.map(s => s.promise ?? null)
    kept.tables[m.table] = { commitment: m.commitment, fair: m.fair, promises, seat, number }
  })
  wire()
    .ask({ do: 'reveal', table: m.table, number })
    .catch(() => {
      /* too late, or done by another tab: the table says which */
    })
}

function look(m: TableMessage): void {
  const { numbers, tables } = here ?? read()
  const own = m.seats.find(s => s.seat === m.you && s.promise && numbers[s.promise])
  const known = own && numbers[own.promise!]
  if (known && m.unopened?.includes(own.seat)) open(m, own.seat, own.promise!, known.number)
  else if (known && known.table !== m.table)
    change(kept => {
      kept.numbers[own.promise!] = { ...known, table: m.table }
    })
  else if (!tables[m.table] && m.phase === 'gathering')
    change(kept => {
      kept.tables[m.table] = { commitment: m.commitment, fair: m.fair }
    })
}

/** Tables where this device still has to reveal its number. */
const waiting = (): string[] =>
  Object.values((here ?? read()).numbers)
    .filter(n => n.table && !n.opened)
    .map(n => n.table!)

/** Is a number still to be revealed there? */
export const waitsForDraws = (table: string): boolean => waiting().includes(table)

async function openTable(table: string): Promise<void> {
  try {
    await wire().ask({ do: 'open', table, views: false })
  } catch (err) {
    if ((err as Refusal).code === 'unknown-table')
      change(kept => {
        for (const [hash, n] of Object.entries(kept.numbers)) if (n.table === table) delete kept.numbers[hash]
      })
  }
}

let attached = false

/** From now on numbers are revealed when it is time, whatever the screen shows. */
export function attachDraws(): void {
  if (attached) return
  attached = true
  const w = wire()
  let { state } = w
  w.on('table', m => look(m as TableMessage))
  w.on('events', m => {
    const e = m as EventsMessage
    if (e.unopened?.length && waiting().includes(e.table)) void openTable(e.table)
  })
  w.subscribe(() => {
    if (w.state === 'open' && state !== 'open') waiting().forEach(table => void openTable(table))
    state = w.state
  })
}

/** When the page starts: a number that was promised before a reload may still have to be revealed. */
export function resumeDraws(): void {
  if (waiting().length > 0) attachDraws()
}
