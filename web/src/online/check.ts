// "Check the draws": compares the record that the host gives at the end with what this device was promised
// and has seen. The module compares them (table/verify.c), as the terminal does.

import { compute } from './device'
import { promisedAt } from './draws'
import type { HostedTable } from './table'

export interface Checked {
  /** Why it does not hold, as far as that can be said; null: everything fits. */
  wrong: 'record' | 'host' | 'person' | 'own' | null
  /** The exact mismatch, with the record's line. */
  why: string
  moves: number
  /** How the draws were made: by all persons and the host, by the host alone, or unknown. */
  by: 'all' | 'host' | 'untold'
  /** Seats that did not open their numbers in time. */
  silent: number[]
  /** This device was present when the numbers were promised. */
  present: boolean
}

export async function checkDraws(table: HostedTable): Promise<Checked> {
  const kept = promisedAt(table.id)
  const found = await compute<Checked>('check', table.id, await table.record(), kept ?? {})
  return { ...found, present: kept !== null }
}
