// The table's side of the thinkers: workers that are started when needed, and ended to hurry them.

import { Caller } from './rpc'

/** The result of this job is not wanted any more. */
export class Ended extends Error {}

export class Thinker {
  private worker: Worker | null = null
  private port: Caller | null = null
  private ended: (() => void) | null = null

  /** The answer to a table's job; for a bot's turn, by the bot named. */
  think(job: Uint8Array, bot?: string): Promise<Uint8Array> {
    if (!this.worker || !this.port) {
      this.worker = new Worker(WORKER_URL, { name: 'thinker' })
      this.port = new Caller(this.worker)
    }
    const answer = this.port.call<Uint8Array>('think', job, bot)
    const end = new Promise<never>((_, fail) => {
      this.ended = () => fail(new Ended())
    })
    return Promise.race([answer, end])
  }

  /** Drops the current job: its promise fails. The next job starts a new worker. */
  end(): void {
    this.worker?.terminate()
    this.port?.close()
    this.worker = this.port = null
    this.ended?.()
    this.ended = null
  }
}
