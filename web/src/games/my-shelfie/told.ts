// Where a decision of My Shelfie was on the screen: the cells it emptied, and the tiles on the shelf.

import type { Spot } from '../../ui/motion'
import type { Step, View } from '../../view'
import { columnOf, parseTake, ROWS, type Board } from './choice'
import { roomSpot, shelfSpot } from './motion'

export function places({ step, after }: { step: Step; after: View<Board> }): Spot[] {
  const take = parseTake(step.move)
  if (!take || take.column === null) return []
  const height = columnOf(after.seats[step.seat - 1]!.shelf, take.column - 1).length
  const spots = take.cells.flatMap((cell, i) => [
    roomSpot(cell),
    shelfSpot(step.seat, ROWS - height + i, take.column! - 1),
  ])
  return spots.filter((s): s is Spot => s !== null)
}
