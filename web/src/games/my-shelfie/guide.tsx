// How to play My Shelfie, in pictures.

import { CommonGoal } from '../../art/goals'
import { Pic } from '../../art/kit'
import { EndTile, PersonalGoal, Room, roomCell, ScoreTile, Shelf, shelfCell } from '../../art/room'
import { ITEMS, ItemTile, type Item } from '../../art/shelfie'
import type { GuidePage } from '../game'

const FLOOR = [
  '---------',
  '---C-----',
  '---TGP---',
  '--.FCTB--',
  '--BP.GF--',
  '---TBC---',
  '---GP----',
  '---------',
  '---------',
]
const FEW = [
  '---------',
  '---.B----',
  '---..P---',
  '--.F.....',
  '--...G.--',
  '---T.....',
  '---.P----',
  '---------',
  '---------',
]
/** Tiles of FLOOR with a ring around them: a row of three at the edge. */
const LINE: [number, number][] = [
  [2, 3],
  [2, 4],
  [2, 5],
]
const BLOCKED: [number, number][] = [[3, 5]]

function Floor({
  cells,
  rings = [],
  crosses = [],
}: {
  cells: string[]
  rings?: [number, number][]
  crosses?: [number, number][]
}) {
  return (
    <svg class="art" viewBox="216 116 500 500" aria-hidden="true">
      <Room cells={cells} />
      {cells.flatMap((line, row) =>
        [...line].map((k, col) => {
          const { x, y } = roomCell(row, col)
          return /[A-Z]/.test(k) && <ItemTile key={`${row}${col}`} kind={k as Item} x={x + 4} y={y + 4} size={92} />
        }),
      )}
      {rings.map(([row, col]) => {
        const { x, y } = roomCell(row, col)
        return <rect key={`${row}${col}`} class="ms-guide-ring" x={x + 4} y={y + 4} width="92" height="90" rx="15" />
      })}
      {crosses.map(([row, col]) => {
        const { x, y } = roomCell(row, col)
        return <path key={`${row}${col}`} class="ms-guide-cross" d={`M${x + 22} ${y + 22}l56 52m0-52-56 52`} />
      })}
    </svg>
  )
}

/** A shelf from rows of letters; a small letter is a ringed tile. */
function Case({ rows }: { rows: string[] }) {
  return (
    <svg class="art" viewBox="0 0 596 740" aria-hidden="true">
      <Shelf />
      {rows.flatMap((line, row) =>
        [...line].map((k, col) => {
          const { x, y } = shelfCell(row, col)
          if (k === '.') return null
          const ring = k !== k.toUpperCase()
          return (
            <g key={`${row}${col}`}>
              <ItemTile kind={k.toUpperCase() as Item} x={x} y={y} size={100} />
              {ring && <rect class="ms-guide-ring" x={x + 3} y={y + 3} width="94" height="92" rx="15" />}
            </g>
          )
        }),
      )}
    </svg>
  )
}

const Items = () => (
  <Pic w={320} h={220}>
    {ITEMS.map((k, i) => (
      <ItemTile key={k} kind={k} letter x={10 + (i % 3) * 104} y={8 + Math.floor(i / 3) * 106} size={96} />
    ))}
  </Pic>
)

const Common = () => (
  <Pic w={320} h={220}>
    <CommonGoal n={2} x={6} y={6} size={150} />
    <CommonGoal n={12} x={164} y={6} size={150} />
    {[8, 6, 4, 2].map((n, i) => (
      <ScoreTile key={n} points={n} x={36 + i * 64} y={160} size={56} />
    ))}
  </Pic>
)

const WANTED = ['P.F..', '....C', '...B.', '.G...', '.....', '..T..']
const Own = () => (
  <Pic w={200} h={246}>
    <PersonalGoal rows={WANTED} x={4} y={4} size={192} met={(r, c) => (r === 3 && c === 1) || (r === 5 && c === 2)} />
  </Pic>
)

const End = () => (
  <Pic w={320} h={220}>
    <EndTile x={100} y={10} size={120} />
    {[8, 4].map((n, i) => (
      <ScoreTile key={n} points={n} x={70 + i * 100} y={134} size={80} />
    ))}
  </Pic>
)

export const guide: GuidePage[] = [
  { key: 'aim', rules: ['MS-1.4', 'MS-5.1'], Picture: Items },
  {
    key: 'take',
    rules: ['MS-3.1', 'MS-3.2', 'MS-3.4'],
    Picture: () => <Floor cells={FLOOR} rings={LINE} crosses={BLOCKED} />,
  },
  {
    key: 'place',
    rules: ['MS-3.3'],
    Picture: () => <Case rows={['.....', '.....', '.g...', '.b...', 'Cb.T.', 'CPGTF']} />,
  },
  {
    key: 'groups',
    rules: ['MS-5.3'],
    Picture: () => <Case rows={['.....', 'c....', 'cc.TT', 'cBBTF', 'cPBFF', 'PPBGG']} />,
  },
  { key: 'common', rules: ['MS-4.1', 'MS-6'], Picture: Common },
  { key: 'personal', rules: ['MS-5.2', 'MS-8.1'], Picture: Own },
  { key: 'refill', rules: ['MS-4.3'], Picture: () => <Floor cells={FEW} /> },
  { key: 'end', rules: ['MS-4.2', 'MS-4.4', 'MS-5.4'], Picture: End },
]
