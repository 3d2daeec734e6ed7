/* My Shelfie: the living room, the shelf, and the tiles and cards around them. */
import type { JSX } from 'preact'
import { At, Place, Word } from './kit'
import { Item, ItemTile } from './shelfie'

/* The room: 9 by 9 cells of 100 units, with a border of floor around them. */
export const ROOM = { pad: 16, cell: 100, side: 932 } as const
/* Top left corner of a cell of the room, row and column from 0. */
export function roomCell(row: number, col: number): { x: number; y: number } {
  return { x: ROOM.pad + col * ROOM.cell, y: ROOM.pad + row * ROOM.cell }
}

const BOARDS = [140, 280, 420, 560, 700, 840]

/* Floor, rug and the cells in use (rows of 9 characters, '-' or ' ' where there is no cell). Drawn in ROOM.side units. */
export function Room({ cells, ...place }: Place & { cells: readonly string[] }): JSX.Element {
  return (
    <At size={ROOM.side} {...place} unit={ROOM.side}>
      <rect width="932" height="932" rx="36" fill="var(--ms-floor)" />
      {BOARDS.map((y, i) => (
        <path
          key={y}
          d={`M0 ${y}H932M${180 + ((i * 330) % 620)} ${y}v${Math.min(140, ROOM.side - y)}`}
          stroke="var(--ms-floor-d)"
          stroke-width="4"
        />
      ))}
      <path
        d="M14 466Q14 14 466 14T918 466 466 918 14 466Z"
        fill="var(--ms-rug)"
        stroke="var(--ms-rug-d)"
        stroke-width="14"
      />
      <path
        d="M40 466Q40 40 466 40T892 466 466 892 40 466Z"
        fill="none"
        stroke="var(--ms-rug-d)"
        stroke-width="5"
        stroke-dasharray="4 16"
        stroke-linecap="round"
      />
      {cells.flatMap((line, row) =>
        [...line].map((c, col) => {
          if (c === '-' || c === ' ') return null
          const { x, y } = roomCell(row, col)
          return (
            <rect
              key={`${row}-${col}`}
              x={x + 3}
              y={y + 3}
              width="94"
              height="94"
              rx="14"
              fill="var(--ms-cell)"
              stroke="var(--ms-floor-d)"
              stroke-opacity=".6"
              stroke-width="2"
            />
          )
        }),
      )}
    </At>
  )
}

/* The shelf: 6 rows by 5 columns of 100 units, boards of 12 between them, a top and feet. */
export const SHELF = { cols: 5, rows: 6, cell: 100, gap: 12, left: 24, top: 34, w: 596, h: 740 } as const
/* Top left corner of a compartment, row 0 at the top. */
export function shelfCell(row: number, col: number): { x: number; y: number } {
  const step = SHELF.cell + SHELF.gap
  return { x: SHELF.left + col * step, y: SHELF.top + row * step }
}

/* The furniture, SHELF.w units wide; tiles go on top of it at shelfCell(). */
export function Shelf(place: Place): JSX.Element {
  return (
    <At size={SHELF.w} {...place} unit={SHELF.w}>
      <path d="M40 700h60v40H52ZM496 700h60l-12 40h-48Z" fill="var(--ms-wood-d)" />
      <rect x="7" y="6" width="582" height="708" rx="14" fill="var(--ms-wood-d)" />
      <rect x="7" y="2" width="582" height="704" rx="14" fill="var(--ms-wood)" />
      <rect width="596" height="22" rx="8" fill="var(--ms-wood-l)" />
      <path d="M60 12h150m30 0h60m60 0h180" stroke="var(--ms-wood)" stroke-width="3" stroke-linecap="round" />
      {Array.from({ length: 30 }, (_, i) => {
        const { x, y } = shelfCell(Math.floor(i / 5), i % 5)
        return (
          <g key={i}>
            <rect x={x - 2} y={y - 2} width="104" height="104" rx="8" fill="var(--ms-hole)" />
            <path d={`M${x} ${y + 103}h100`} stroke="var(--ms-wood-l)" stroke-width="4" stroke-linecap="round" />
          </g>
        )
      })}
    </At>
  )
}

/* A scoring tile (2, 4, 6 or 8), 100 units square; `goal` says which common goal it is from. */
export function ScoreTile({ points, goal, ...place }: Place & { points: number; goal?: number }): JSX.Element {
  return (
    <At {...place}>
      <rect x="4" y="6" width="92" height="91" rx="18" fill="#7f6410" />
      <rect x="4" y="3" width="92" height="88" rx="18" fill="#ffd963" />
      <rect
        x="12"
        y="11"
        width="76"
        height="72"
        rx="12"
        fill="none"
        stroke="#8a6a08"
        stroke-width="3"
        stroke-dasharray="1 7"
        stroke-linecap="round"
      />
      <Word x={50} y={goal ? 43 : 47} size={50} fill="#3b2c00">
        {points}
      </Word>
      {goal ? (
        <Word x={50} y={75} size={18} fill="#4d3a00">
          {'I'.repeat(goal)}
        </Word>
      ) : null}
    </At>
  )
}

/* The end-of-game tile: one point for the first full shelf. */
export function EndTile(place: Place): JSX.Element {
  return (
    <At {...place}>
      <rect x="4" y="6" width="92" height="91" rx="18" fill="#123a4d" />
      <rect x="4" y="3" width="92" height="88" rx="18" fill="#2f7391" />
      <path d="M24 16h34v58H24ZM24 35h34M24 54h34M41 16v58" fill="#e0b27c" stroke="#5d3510" stroke-width="4" />
      <path
        d="m20 70 8 8 14-18"
        fill="none"
        stroke="#b6f2b1"
        stroke-width="7"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      <Word x={75} y={47} size={44} fill="#fff">
        1
      </Word>
    </At>
  )
}

/* The first player's chair, 100 units square. */
export function Chair(place: Place): JSX.Element {
  return (
    <At {...place}>
      <path d="M27 70v22M73 70v22" stroke="var(--ms-wood-d)" stroke-width="8" stroke-linecap="round" />
      <path d="M26 48V20q0-12 24-12t24 12v28Z" fill="#c8685a" stroke="#6d241b" stroke-width="4" />
      <path
        d="M14 44q0-8 8-8t8 8v14h40V44q0-8 8-8t8 8v30H14Z"
        fill="#d98575"
        stroke="#6d241b"
        stroke-width="4"
        stroke-linejoin="round"
      />
      <path d="M31 58h38" stroke="#6d241b" stroke-width="4" />
      <path d="m50 17 3 6.5 7 1-5 4.8 1.2 6.9-6.2-3.3-6.2 3.3 1.2-6.9-5-4.8 7-1Z" fill="#ffd963" />
    </At>
  )
}

/* A personal goal: six rows of five characters, '.' for an empty place. 100 by 120 units. */
export function PersonalGoal({
  rows,
  met,
  ...place
}: Place & { rows: readonly string[]; met?: (row: number, col: number) => boolean }): JSX.Element {
  return (
    <At {...place}>
      <rect width="100" height="120" rx="8" fill="var(--ms-wood-d)" />
      <rect width="100" height="118" rx="8" fill="var(--ms-wood)" />
      {rows.flatMap((line, r) =>
        [...line].map((k, c) => {
          const x = 5 + c * 18.2
          const y = 5 + r * 18.2
          if (k === '.')
            return (
              <rect
                key={`${r}${c}`}
                x={x}
                y={y}
                width="17.2"
                height="17.2"
                rx="2"
                fill="var(--ms-hole)"
                fill-opacity=".75"
              />
            )
          return (
            <g key={`${r}${c}`}>
              <ItemTile kind={k as Item} x={x} y={y} size={17.2} />
              {met?.(r, c) ? (
                <path
                  d={`m${x + 9} ${y + 12} 3 3 6-8`}
                  fill="none"
                  stroke="#fff"
                  stroke-width="5"
                  stroke-linecap="round"
                />
              ) : null}
              {met?.(r, c) ? (
                <path
                  d={`m${x + 9} ${y + 12} 3 3 6-8`}
                  fill="none"
                  stroke="#0b6b34"
                  stroke-width="2.6"
                  stroke-linecap="round"
                />
              ) : null}
            </g>
          )
        }),
      )}
    </At>
  )
}

/* The back of a personal goal, for the others' secret cards. 100 by 120 units. */
export function GoalBack(place: Place): JSX.Element {
  return (
    <At {...place}>
      <rect width="100" height="120" rx="8" fill="#8d4238" />
      <rect x="6" y="6" width="88" height="108" rx="5" fill="none" stroke="#f0c9a8" stroke-width="2" />
      <path
        d="M30 86V40q0-8 8-8h24q8 0 8 8v46M30 50h40M30 68h40"
        fill="none"
        stroke="#f0c9a8"
        stroke-width="5"
        stroke-linecap="round"
      />
    </At>
  )
}
