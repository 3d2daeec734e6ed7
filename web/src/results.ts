// How games ended that were played on this device: what statistics are made of. It stays when a game is deleted from the
// list, and goes when somebody deletes the statistics or everything (online/forget.ts).

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

/** All of them, the oldest first. */
export async function all(): Promise<Result[]> {
  const kept = await transact<Result[]>('readonly', store => store(RESULTS).getAll())
  return kept.sort((a, b) => a.when - b.when)
}

export const clear = (): Promise<unknown> => transact('readwrite', store => store(RESULTS).clear())
