// A database on this device (IndexedDB). It is opened on first use; a step is done when it is safely on the
// disk.

import { during } from './rest'

/** Does its work in one transaction; the result is that of the request that it returns. */
export type Transact = <R>(
  mode: IDBTransactionMode,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<R> | null,
) => Promise<R>

/** keyed: stores whose items have their key in `id`; plain: stores whose keys are given. */
export function database(name: string, keyed: string[], plain: string[] = []): Transact {
  let opened: Promise<IDBDatabase> | null = null
  const open = () =>
    new Promise<IDBDatabase>((ok, fail) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const store of keyed) request.result.createObjectStore(store, { keyPath: 'id' })
        for (const store of plain) request.result.createObjectStore(store)
      }
      request.onsuccess = () => ok(request.result)
      request.onerror = () => fail(request.error!)
    })
  const transact: Transact = async (mode, work) => {
    opened ??= open()
    const options = { durability: 'strict' } as IDBTransactionOptions
    const tx = (await opened).transaction([...keyed, ...plain], mode, options)
    const request = work(store => tx.objectStore(store))
    return new Promise((ok, fail) => {
      tx.oncomplete = () => ok(request?.result as never)
      tx.onabort = tx.onerror = () => fail(tx.error!)
    })
  }
  return (mode, work) => during(transact(mode, work))
}
