// How games ended that were played on this device: the data of the statistics. It stays when a game is
// deleted from the list, and is deleted with the statistics or with everything (online/forget.ts).

import { database } from './database'
import type { Score, Seat } from './view'

export interface Result {
  id: string
  game: string
  seats: Seat[]
  scores: Score[]
  when: number
  /** The date of a daily deal. */
  daily?: string
}

const RESULTS = 'results'
const transact = database('atoll-results', [RESULTS])

export const keep = (result: Result): Promise<unknown> =>
  transact('readwrite', store => store(RESULTS).put(result) as IDBRequest<unknown>)

export const drop = (id: string): Promise<unknown> => transact('readwrite', store => store(RESULTS).delete(id))

/** All results, the oldest first. */
export async function all(): Promise<Result[]> {
  const kept = await transact<Result[]>('readonly', store => store(RESULTS).getAll())
  return kept.sort((a, b) => a.when - b.when)
}

export const clear = (): Promise<unknown> => transact('readwrite', store => store(RESULTS).clear())
