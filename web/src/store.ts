// Saved games. What the start screen lists is kept apart from the records, so that listing games does not load them.

import { database } from './database'
import type { Seat } from './view'

export interface Saved {
  id: string
  game: string
  players: number
  seats: Seat[]
  lesson: boolean
  /** The seed of the bots' random numbers, so that they play the same after a reload; games of older versions have
   *  none. */
  botSeed?: bigint
  created: number
  updated: number
  over: boolean
  /** Decisions made so far. */
  decisions: number
  /** Somebody has decided something on this device, or chose to keep the game; games of older versions do not have
   *  it. */
  touched?: boolean
  /** Somebody has decided something on this device; games of older versions do not have it. */
  played?: boolean
  /** The date of a daily deal. */
  daily?: string
  turn: number
  totals: number[]
}

const GAMES = 'games'
const RECORDS = 'records'
const transact = database('atoll', [GAMES], [RECORDS])

export function save(meta: Saved, record: string): Promise<unknown> {
  return transact('readwrite', store => {
    store(GAMES).put(meta)
    return store(RECORDS).put(record, meta.id) as IDBRequest<unknown>
  })
}

/** Nobody has done anything in it yet: it is stored for a reload, but not listed. */
const untouched = (s: Saved): boolean => !(s.touched ?? s.decisions > 0)
const DAY = 86_400_000

/** The games of this device, the latest first. Untouched ones are dropped after a day. */
export async function list(): Promise<Saved[]> {
  const all = await transact<Saved[]>('readonly', store => store(GAMES).getAll())
  for (const s of all) if (untouched(s) && s.updated < Date.now() - DAY) await remove(s.id)
  return all.filter(s => !untouched(s)).sort((a, b) => b.updated - a.updated)
}

export function meta(id: string): Promise<Saved | undefined> {
  return transact('readonly', store => store(GAMES).get(id))
}

export function record(id: string): Promise<string | undefined> {
  return transact('readonly', store => store(RECORDS).get(id))
}

export function remove(id: string): Promise<unknown> {
  return transact('readwrite', store => {
    store(GAMES).delete(id)
    return store(RECORDS).delete(id) as IDBRequest<unknown>
  })
}

/** Removes a game; the returned function restores it in its place. */
export async function removeForNow(saved: Saved): Promise<() => Promise<unknown>> {
  const text = await record(saved.id)
  await remove(saved.id)
  return () => save(saved, text ?? '')
}

export function clear(): Promise<unknown> {
  return transact('readwrite', store => {
    store(GAMES).clear()
    return store(RECORDS).clear() as IDBRequest<unknown>
  })
}
