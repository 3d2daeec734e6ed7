// A worker of the table's worker: bots think here, about jobs that hold no more than a seat knows. Ending
// it early is ending the worker, so thinking needs no pauses and the table always answers.
//
// Nets come when a bot first wants one: a first visit does without.

import type { Door } from './door'
import type { Handlers } from './rpc'

async function nets(): Promise<Uint8Array> {
  const got = await fetch(NETS_URL)
  if (!got.ok) throw new Error(`the nets could not be loaded: ${got.status}`)
  return new Uint8Array(await got.arrayBuffer())
}

export function thinker(door: Door): Handlers {
  return {
    think: async (job: Uint8Array, bot?: string) => {
      if (door.lacksNet(job, bot)) door.putNets(await nets())
      return door.think(job, bot)
    },
  }
}
