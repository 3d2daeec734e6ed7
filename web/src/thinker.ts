// A worker of the table's worker: bots think here, about jobs that hold no more than a seat knows. Ending
// it early is ending the worker, so thinking needs no pauses and the table always answers.

import type { Door } from './door'
import type { Handlers } from './rpc'

export function thinker(door: Door): Handlers {
  return { think: (job: Uint8Array, bot?: string) => door.think(job, bot) }
}
