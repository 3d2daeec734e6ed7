// A worker of the table's worker: bots think here, with jobs that hold no more than a seat knows. To hurry
// a bot its worker is ended, so thinking needs no pauses and the table always answers.
//
// Nets are fetched when a bot first needs one: a first visit does without.

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
