// The last position of a record, as a table of this device would show it: every move is checked, and every
// draw of a daily deal.

import type { Shared } from '../share'
import { LocalSource } from '../source'
import type { View } from '../view'

export async function lastView({ record, seats, daily }: Shared): Promise<View> {
  let last = '{}'
  const source = await LocalSource.open(
    { kind: 'record', record, seats, keep: false, ...(daily ? { daily } : {}) },
    e => {
      last = e.steps.at(-1)?.json ?? e.start
    },
  )
  source.close()
  return JSON.parse(last) as View
}
