// The worker of this device for tables online: one for the page, started when first needed.

import { Caller } from '../rpc'

let caller: Caller | null = null

export function compute<R>(name: string, ...args: unknown[]): Promise<R> {
  caller ??= new Caller(new Worker(WORKER_URL, { name: 'remote' }))
  return caller.call<R>(name, ...args)
}
