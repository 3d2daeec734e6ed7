// The table's side of the thinkers: workers that are started when needed and ended to hurry them.

import { Caller } from './rpc'
import type { Compared, Judged } from './source'

/** What was being thought is not wanted any more. */
export class Ended extends Error {}

export class Thinker {
  private worker: Worker | null = null
  private port: Caller | null = null
  private ended: (() => void) | null = null

  private ask<R>(name: string, ...args: unknown[]): Promise<R> {
    if (!this.worker || !this.port) {
      this.worker = new Worker(WORKER_URL, { name: 'thinker' })
      this.port = new Caller(this.worker)
    }
    const answer = this.port.call<R>(name, ...args)
    const end = new Promise<never>((_, fail) => {
      this.ended = () => fail(new Ended())
    })
    return Promise.race([answer, end])
  }

  /** Drops what is being thought: its promise fails. The next question starts a new worker. */
  end(): void {
    this.worker?.terminate()
    this.worker = this.port = null
    this.ended?.()
    this.ended = null
  }

  choose(view: Uint8Array, level: string, seed: bigint, quick: boolean): Promise<string> {
    return this.ask('choose', view, level, seed, quick)
  }
  advise(view: Uint8Array, spec: string, seed: bigint): Promise<Judged[]> {
    return this.ask('advise', view, spec, seed)
  }
  compare(view: Uint8Array, spec: string, seed: bigint, moves: string[]): Promise<Compared> {
    return this.ask('compare', view, spec, seed, moves)
  }
}
