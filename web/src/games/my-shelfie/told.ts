// What a decision of My Shelfie brought, and where it was on the screen: the cells it emptied, the tiles on
// the shelf.

import { spotAt, type Spot } from '../../ui/motion'
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

/** A goal that was reached; the first full shelf. */
export function gains({ step, view, after }: { step: Step; view: View<Board>; after: View<Board> }) {
  const old = view.seats[step.seat - 1]?.taken ?? [],
    now = after.seats[step.seat - 1]?.taken ?? []
  const goals = now.flatMap((points, i) =>
    points && !old[i] ? [{ points, from: spotAt(`[data-goal="${after.goals[i]!.goal}"]`) }] : [],
  )
  const full = after.end_tile === step.seat && view.end_tile === null
  return full ? [...goals, { points: 1, from: spotAt('.ms-supply') }] : goals
}
