// A worker of the table's worker: bots think here, from views only. Ending it early is ending the
// worker, so thinking needs no pauses and the table always answers.

import type { Door } from './door'
import type { Handlers } from './rpc'
import type { Compared, Judged } from './source'

const VIEW = 0

export function thinker(door: Door): Handlers {
  return {
    /** The move a bot of this level makes. quick: as good as can be had at once. */
    choose(view: Uint8Array, level: string, seed: bigint, quick: boolean): string {
      door.decode(VIEW, view)
      return door.choose(VIEW, quick ? 'greedy' : level, seed)
    },
    /** The moves worth thinking about, the best first. */
    advise(view: Uint8Array, spec: string, seed: bigint): Judged[] {
      door.decode(VIEW, view)
      return door.advise(VIEW, spec, seed)
    },
    /** The rest of a turn as it was played, against the best one. */
    compare(view: Uint8Array, spec: string, seed: bigint, moves: string[]): Compared {
      door.decode(VIEW, view)
      return door.compare(VIEW, spec, seed, moves)
    },
  }
}
