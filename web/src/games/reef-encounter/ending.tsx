// How a game of Reef Encounter ended: what the parrotfish ate, colour by colour; the reefs for a picture.

import { PolypTile, ReefCell, Shrimp } from '../../art/encounter'
import type { Seat } from '../../art/seats'
import type { Ending, Sum } from '../game'
import { cellPlace, colourOf, COLOURS, inFish, joins, polyp, position, type Board, type Reef } from './model'
import { colourWord, say } from './words'

function sums({ view, seat, t }: Parameters<Ending<Board>['sums']>[0]): Sum[] {
  const v = position(view)
  const player = v.seats[seat - 1]!
  return COLOURS.map(c => ({ c, n: inFish(player, c) }))
    .filter(({ n }) => n > 0)
    .map(({ c, n }) => ({
      words: say(t, 'sum', { n, colour: colourWord(t, c), value: v.values[c] }),
      points: n * v.values[c],
    }))
}

function ReefDrawing({ reef }: { reef: Reef }) {
  return (
    <g class="art">
      <rect class="re-water" x={0} y={0} width={724} height={624} rx={22} />
      <g transform="translate(12 12)">
        {reef.ground.flatMap((row, y) =>
          [...row].map((ground, x) => {
            const colour = colourOf(reef.tiles[y]![x]!)
            const at = { x: x * 100, y: y * 100 }
            return (
              <g key={`${x}${y}`}>
                <ReefCell kind={ground === 'x' ? 'sand' : ground === '*' ? 'star' : 'rock'} {...at} />
                {colour && <PolypTile kind={polyp(colour)} joins={joins(reef, x, y)} {...at} />}
              </g>
            )
          }),
        )}
        {reef.shrimps.map(s => {
          const { x, y } = cellPlace(s.cell)
          return <Shrimp key={s.cell} seat={s.seat as Seat} x={x * 100 + 8} y={y * 100 + 6} size={84} />
        })}
      </g>
    </g>
  )
}

export const ending: Ending<Board> = {
  why(view, names, t) {
    const v = position(view)
    return say(t, `ended.${v.end}`, { who: names[(v.ender ?? 0) - 1] ?? '' })
  },
  sums,
  pieces: ['re-W', 're-Y', 're-O', 're-P', 're-G', 're-star'],
  boards: view => position(view).reefs.map(reef => ({ w: 724, h: 624, drawing: <ReefDrawing reef={reef} /> })),
}
