// Groups a game's steps into turns: the decisions of one seat in a row, with the draws that follow them.

import type { Step } from './view'

/** The steps from (included) to (not included). seat 0: steps before the first decision or after the last. */
export interface Turn {
  seat: number
  from: number
  to: number
}

const kept = new WeakMap<Step[], Turn[]>()

/** opening: is this a decision of the set-up? A player's first turn does not begin with it. */
export function turnsOf(steps: Step[], opening: (move: string) => boolean = () => false): Turn[] {
  const old = kept.get(steps)
  if (old) return old
  const turns: Turn[] = []
  let last: Turn | undefined
  let settingUp = false
  steps.forEach(({ seat, move }, n) => {
    const begins =
      seat === 0
        ? !last || (last.seat > 0 && move.startsWith('reveal '))
        : last?.seat !== seat || settingUp !== opening(move)
    if (seat > 0) settingUp = opening(move)
    if (begins) turns.push((last = { seat, from: n, to: n + 1 }))
    else last!.to = n + 1
  })
  kept.set(steps, turns)
  return turns
}

/** The last turn to be told when this many steps are shown; deciding: the seat in the middle of a turn. */
export function lastTurn(turns: Turn[], shown: number, deciding: number): Turn | null {
  const before = turns.filter(turn => turn.seat > 0 && turn.from < shown)
  const turn = before.at(-1)
  const own = turn && turn.seat === deciding && turn.to >= shown
  return (own ? before.at(-2) : turn) ?? null
}
