// The people I sit with at each table, as this device has seen them: the host's lists do not have them.

import type { TableMessage } from './messages'

const KEY = 'atoll.company'
/** The greatest number of tables that are remembered. */
const MOST = 60

function read(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
}

/** The names of the others; empty if they are not known here. */
export const companyAt = (table: string): string[] => read()[table] ?? []

/** Remembers who else sits there. */
export function keepCompany({ table, seats, you }: TableMessage): void {
  if (you === null) return
  const others = seats.flatMap(s => (s.kind === 'person' && s.seat !== you && s.name ? [s.name] : []))
  const all = read()
  if (JSON.stringify(all[table] ?? []) === JSON.stringify(others)) return
  delete all[table]
  const latest = Object.entries({ ...all, [table]: others }).slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    /* a private window may refuse: then the list says whose table it is */
  }
}
