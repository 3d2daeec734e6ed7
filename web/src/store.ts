// Saved games (IndexedDB). What the start screen lists is kept apart from the records, so that
// listing games does not load them.

import type { Seat } from './view'

export interface Saved {
  id: string
  game: string
  players: number
  seats: Seat[]
  lesson: boolean
  /** The seed of the bots' random numbers, so that they do the same after a reload; games of older versions have none. */
  botSeed?: bigint
  created: number
  updated: number
  over: boolean
  /** Decisions made so far. */
  decisions: number
  turn: number
  totals: number[]
}

const GAMES = 'games'
const RECORDS = 'records'

function open(): Promise<IDBDatabase> {
  return new Promise((ok, fail) => {
    const request = indexedDB.open('atoll', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: 'id' })
      request.result.createObjectStore(RECORDS)
    }
    request.onsuccess = () => ok(request.result)
    request.onerror = () => fail(request.error!)
  })
}

let database: Promise<IDBDatabase> | null = null

async function transact<R>(
  mode: IDBTransactionMode,
  work: (games: IDBObjectStore, records: IDBObjectStore) => IDBRequest<R> | null,
): Promise<R> {
  database ??= open()
  const tx = (await database).transaction([GAMES, RECORDS], mode, { durability: 'strict' } as IDBTransactionOptions)
  const request = work(tx.objectStore(GAMES), tx.objectStore(RECORDS))
  return new Promise((ok, fail) => {
    tx.oncomplete = () => ok(request?.result as R)
    tx.onabort = tx.onerror = () => fail(tx.error!)
  })
}

export function save(meta: Saved, record: string): Promise<unknown> {
  return transact('readwrite', (games, records) => {
    games.put(meta)
    return records.put(record, meta.id) as IDBRequest<unknown>
  })
}

export async function list(): Promise<Saved[]> {
  const all = await transact<Saved[]>('readonly', games => games.getAll())
  return all.sort((a, b) => b.updated - a.updated)
}

export function meta(id: string): Promise<Saved | undefined> {
  return transact('readonly', games => games.get(id))
}

export function record(id: string): Promise<string | undefined> {
  return transact('readonly', (_, records) => records.get(id))
}

export function remove(id: string): Promise<unknown> {
  return transact('readwrite', (games, records) => {
    games.delete(id)
    return records.delete(id) as IDBRequest<unknown>
  })
}

export function clear(): Promise<unknown> {
  return transact('readwrite', (games, records) => {
    games.clear()
    return records.clear() as IDBRequest<unknown>
  })
}
