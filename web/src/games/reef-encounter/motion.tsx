// Pieces that travel: tiles and shrimps from their owner to the reef, eaten or taken pieces to their owner,
// cylinders to the coral tiles.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { Cylinder, Larva, PolypTile, Shrimp } from '../../art/encounter'
import type { Seat } from '../../art/seats'
import { apart, drawn, fly, middle, nameSpot, spotAt, type Spot } from '../../ui/motion'
import {
  coralAt,
  grown,
  leaf,
  parts,
  polyp,
  position,
  spread,
  tileAt,
  type AlgaColour,
  type Colour,
  type Position,
  type Props,
} from './model'

const cellSpot = (cell: string): Spot | null => spotAt(`[data-name="${cell}"]`)

/** A tile from its owner to a cell, and the starfish's tile to its own cell. */
function flyTile(cell: string, owner: Spot | null, before: Position, after: Position, move: string): void {
  const colour = tileAt(after, cell)
  if (!colour) return
  const tile = () => drawn(<PolypTile kind={polyp(colour)} />)
  const star = grown(move, before, after)
  fly(tile(), owner, cellSpot(cell))
  if (star) fly(tile(), cellSpot(cell), cellSpot(star), apart())
}

function flyDecision(move: string, seat: number, before: Position, after: Position): void {
  const owner = middle(nameSpot(seat))
  const [kind, a = '', b = '', c = ''] = parts(move)
  const shrimp = () => drawn(<Shrimp seat={seat as Seat} />)
  switch (kind) {
    case 'place':
      return flyTile(a, owner, before, after, move)
    case 'shrimp':
      return fly(shrimp(), owner, cellSpot(a))
    case 'move':
      return fly(shrimp(), cellSpot(a), cellSpot(b))
    case 'home':
      return fly(shrimp(), cellSpot(a), owner)
    case 'eat': {
      const coral = coralAt(before, a)
      coral?.cells.forEach((cell, i) =>
        fly(drawn(<PolypTile kind={polyp(coral.colour)} />), cellSpot(cell), owner, (i * apart()) / 2),
      )
      return
    }
    case 'take': {
      const from = middle(spotAt(`[data-spot="${a}"]`))
      const pieces = [
        <Larva kind={polyp(a as Colour)} />,
        ...spread(before.sea[a as Colour]).map(k => <PolypTile kind={k} />),
      ]
      pieces.forEach((piece, i) => fly(drawn(piece), from, owner, i * apart()))
      return
    }
    case 'alga': {
      const to = b === 'tile' ? spotAt(`[data-pair="${c}"]`) : middle(spotAt('[data-spot="space"], .re-sea svg'))
      return fly(drawn(<Cylinder kind={leaf(a as AlgaColour)} />), owner, to)
    }
  }
}

/** Animates the decision that has just been made, mine or somebody else's. */
export function useFlights(p: Props): void {
  const seen = useRef(p.view)
  useLayoutEffect(() => {
    const next = seen.current === p.before
    seen.current = p.view
    if (next && !p.still && p.last && p.before && p.last.seat > 0)
      flyDecision(p.last.move, p.last.seat, position(p.before), position(p.view))
  }, [p.view])
}
