// Before a turn ends: actions that are worth doing and are not done. Each is a button that begins the
// action.

import { useEffect, useState } from 'preact/hooks'
import { begin, starts, type Choices, type Tool } from './choice'
import { behind, coralAt, position, type Colour, type Props } from './model'
import { moveName, say } from './words'

/** A coral without a shrimp is worth guarding from this size on; a cube is worth playing for this many tiles. */
const GUARDED = 3,
  PLACED = 2

/** The best move of each kind that a turn should not end without. */
export function undone(p: Props): { tool: Tool; move: string }[] {
  const view = position(p.view)
  const me = view.seats[p.me - 1]
  if (!me) return []
  const size = (m: string) => coralAt(view, m.split(' ')[1]!)?.size ?? 0
  const tiles = (m: string) => {
    const colour = m.split(' ')[1] as Colour
    return Math.min(4, behind(me, colour)) + me.consumed[colour]
  }
  // Eating leaves nothing of the smallest coral in the advanced game.
  const meal = view.options.advanced === 'yes' ? 6 : 5
  const best = (tool: Tool, worth: (m: string) => number, least: number) => {
    const move = starts(p.legal, tool).sort((a, b) => worth(b) - worth(a))[0]
    return move && worth(move) >= least ? [{ tool, move }] : []
  }
  return [...best('eat', size, meal), ...best('cube', tiles, PLACED), ...best('shrimp', size, GUARDED)]
}

/** It can be put away: one's pieces decide which tiles to take from the sea. */
export function Undone({ p, c }: { p: Props; c: Choices }) {
  const [away, putAway] = useState(false)
  const ending = p.live && c.part?.tool === 'take'
  useEffect(() => putAway(false), [ending])
  const list = ending && !away ? undone(p) : []
  return (
    <div class="re-undone" role="status">
      {list.length > 0 && <p>{say(p.t, 'undone')}</p>}
      {list.map(({ tool, move }) => (
        <button key={tool} type="button" class="button" onClick={() => begin(p, { tool }, [move])}>
          {moveName(move, p.view, p.t)}
        </button>
      ))}
      {list.length > 0 && (
        <button type="button" class="re-close" aria-label={say(p.t, 'close')} onClick={() => putAway(true)}>
          ×
        </button>
      )}
    </div>
  )
}
