// With whom I sit at which table, as this device has seen it: lists of the host do not say it.

import type { TableMessage } from './messages'

const KEY = 'atoll.company'
/** Tables that are remembered. */
const MOST = 60

function read(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
}

/** The names of the others; none: not known here. */
export const companyAt = (table: string): string[] => read()[table] ?? []

/** Keeps who else sits there. */
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
