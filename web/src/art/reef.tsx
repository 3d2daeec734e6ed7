/* Reef: coral pieces seen from above, stacks, the 4 by 4 board, supplies and points. */
import type { ComponentChildren, JSX } from 'preact'
import { around, At, Chip, Place, round, Use, useLetter, Word } from './kit'

export type Coral = 'R' | 'Y' | 'G' | 'P'
export const CORALS: readonly Coral[] = ['R', 'Y', 'G', 'P']

const FAN =
  'M50 88V24M50 70 28 48M50 70l22-22M50 48 40 34M50 48l10-14M28 48 14 46M28 48l1-20M72 48l14-2M72 48l-1-20M50 24l-7-9M50 24l7-9'
const FOLDS =
  'M24 33c4-14 18-16 21-4s-4 18 7 18 6-15 8-21 14-4 17 5M12 53c5-10 17-11 19-1s9 15 16 6 13-13 19-5 12 9 20-1M20 73c6-11 15-9 19-1s14 10 19 1 13-8 20 0M40 88c5-6 14-6 20 0'

const DRAWN: Record<Coral, ComponentChildren> = {
  R: (
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path d={FAN} stroke="var(--reef-R-d)" stroke-width="13" />
      <path d={FAN} stroke="var(--reef-R-l)" stroke-width="6.5" />
    </g>
  ),
  Y: (
    <g stroke="var(--reef-Y-d)" stroke-width="3.5">
      {[{ x: 50, y: 50 }, ...around(6, 28)].map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="13.5" fill="var(--reef-Y-l)" />
          <circle cx={x} cy={y} r="5.5" fill="var(--reef-Y-d)" />
        </g>
      ))}
    </g>
  ),
  G: (
    <g fill="none" stroke-linecap="round">
      <path d={FOLDS} stroke="var(--reef-G-d)" stroke-width="12" />
      <path d={FOLDS} stroke="var(--reef-G-l)" stroke-width="6" />
    </g>
  ),
  P: (
    <g>
      {around(8, 24).map(({ angle }) => (
        <path
          key={angle}
          d="M50 46Q38 30 50 7q12 23 0 39Z"
          transform={`rotate(${angle} 50 50)`}
          fill="var(--reef-P-l)"
          stroke="var(--reef-P-d)"
          stroke-width="3"
        />
      ))}
      <circle cx="50" cy="50" r="12" fill="#ffd963" stroke="var(--reef-P-d)" stroke-width="4" />
    </g>
  ),
}

export function ReefSymbols(): JSX.Element {
  return (
    <>
      {CORALS.map(k => (
        <symbol id={`reef-${k}`} viewBox="0 0 100 100" key={k}>
          <circle cx="50" cy="50" r="48" fill={`var(--reef-${k}-d)`} />
          <circle cx="50" cy="49" r="45" fill={`var(--reef-${k})`} />
          <path
            d="M14 36A39 39 0 0 1 64 12"
            fill="none"
            stroke="#fff"
            stroke-opacity=".45"
            stroke-width="4"
            stroke-linecap="round"
          />
          {DRAWN[k]}
        </symbol>
      ))}
      <symbol id="reef-any" viewBox="0 0 100 100">
        <circle cx="50" cy="50" r="48" fill="var(--art-ink)" />
        <path d="M50 50V5A45 45 0 0 1 95 50Z" fill="var(--reef-Y)" />
        <path d="M50 50H95A45 45 0 0 1 50 95Z" fill="var(--reef-G)" />
        <path d="M50 50V95A45 45 0 0 1 5 50Z" fill="var(--reef-P)" />
        <path d="M50 50H5A45 45 0 0 1 50 5Z" fill="var(--reef-R)" />
        <path d="M50 4v92M4 50h92" stroke="#fff" stroke-width="5" />
        <circle cx="50" cy="50" r="19" fill="#fff" />
        <path
          d="M50 39v22m-9.5-16.5 19 11m0-11-19 11"
          stroke="var(--art-ink)"
          stroke-width="5"
          stroke-linecap="round"
        />
      </symbol>
    </>
  )
}

/* One loose coral piece. */
export function CoralPiece({
  kind,
  letter = false,
  ...place
}: Place & { kind: Coral | 'any'; letter?: boolean }): JSX.Element {
  const text = useLetter('reef')(kind)
  if (!letter || !text) return <Use id={`reef-${kind}`} {...place} />
  return (
    <At {...place}>
      <Use id={`reef-${kind}`} />
      <Chip x={80} y={82} text={text} size={28} />
    </At>
  )
}

/*
 * A stack from above in a cell of 100 units: pieces bottom first ("RYG"); lower ones show as rings in their colour, '?'
 * is a ring of no colour. The chip says the top's letter and the height; `chip` replaces its text, "" leaves it out, and
 * `chipSize` makes it larger where the whole board is small.
 */
export function Stack({
  pieces,
  chip,
  chipSize = 25,
  ...place
}: Place & { pieces: string; chip?: string; chipSize?: number }): JSX.Element | null {
  const n = pieces.length
  const letter = useLetter('reef')
  if (n === 0) return null
  const top = pieces[n - 1]!
  const text = chip ?? `${letter(top)}${n}`
  const r0 = 33
  const cy = 50 - (n - 1) * 1.6
  return (
    <At {...place}>
      <circle cx="52" cy={54 + n} r={r0 + 4 * (n - 1) + 2} fill="var(--art-shade)" />
      {[...pieces.slice(0, -1)].map((k, i) => {
        const below = n - 1 - i
        const name = k === '?' ? 'any' : k
        return (
          <circle
            key={i}
            cx="50"
            cy={round(cy + below * 2.3)}
            r={round(r0 + below * 4.2)}
            fill={`var(--reef-${name})`}
            stroke={`var(--reef-${name}-d)`}
            stroke-width="2.4"
          />
        )
      })}
      <Use id={`reef-${top === '*' ? 'any' : top}`} x={50 - r0} y={cy - r0} size={2 * r0} />
      {text ? <Chip x={78} y={96 - chipSize * 0.58} text={text} size={chipSize} /> : null}
    </At>
  )
}

/* The board: 4 by 4 cells of 100 units on sand, in water; row and column from 0. */
export const REEF_BOARD = { side: 460, pad: 30, cell: 100 } as const
export function reefCell(row: number, col: number): { x: number; y: number } {
  return { x: REEF_BOARD.pad + col * REEF_BOARD.cell, y: REEF_BOARD.pad + row * REEF_BOARD.cell }
}

const SPECKS = 'M22 20h.1M70 34h.1M40 66h.1M84 78h.1M18 84h.1M58 90h.1M88 14h.1'

export function ReefBoard(place: Place): JSX.Element {
  return (
    <At size={REEF_BOARD.side} {...place} unit={REEF_BOARD.side}>
      <rect width="460" height="460" rx="34" fill="var(--reef-sea-d)" />
      <rect x="5" y="3" width="450" height="450" rx="32" fill="var(--reef-sea)" />
      <path
        d="M24 60q-8-44 40-44M436 400q8 44-40 44"
        fill="none"
        stroke="#fff"
        stroke-opacity=".4"
        stroke-width="5"
        stroke-linecap="round"
      />
      <rect x="24" y="24" width="412" height="412" rx="24" fill="var(--reef-sand-d)" />
      {Array.from({ length: 16 }, (_, i) => {
        const { x, y } = reefCell(Math.floor(i / 4), i % 4)
        const middle = [5, 6, 9, 10].includes(i)
        return (
          <g key={i} transform={`translate(${x} ${y})`}>
            <rect
              x="3"
              y="3"
              width="94"
              height="94"
              rx="16"
              fill={middle ? 'var(--reef-sand-l)' : 'var(--reef-sand)'}
            />
            <path
              d={i % 3 ? SPECKS : 'M14 70q12-6 24 0t24 0 24 0M20 30q10-5 20 0t20 0'}
              transform={i % 2 ? 'rotate(90 50 50)' : undefined}
              fill="none"
              stroke="var(--reef-sand-d)"
              stroke-width="4"
              stroke-linecap="round"
            />
          </g>
        )
      })}
    </At>
  )
}

/* What is left of a colour: a small heap and the count. 100 units square. */
export function Supply({ kind, count, ...place }: Place & { kind: Coral; count: number }): JSX.Element {
  const heap = [
    [34, 40],
    [4, 30],
    [20, 4],
  ]
    .slice(0, Math.min(3, count))
    .reverse()
  return (
    <At {...place}>
      <ellipse cx="48" cy="86" rx="44" ry="10" fill="var(--art-shade)" />
      {count === 0 ? (
        <circle
          cx="48"
          cy="50"
          r="36"
          fill="none"
          stroke={`var(--reef-${kind})`}
          stroke-width="4"
          stroke-dasharray="8 8"
        />
      ) : null}
      {heap.map(([x, y]) => (
        <Use key={x} id={`reef-${kind}`} x={x} y={y} size={56} />
      ))}
      <Chip x={76} y={20} text={count} size={30} />
    </At>
  )
}

/* A point token: a shell with a number, 100 units square. */
export function PointToken({ value, ...place }: Place & { value: number | string }): JSX.Element {
  return (
    <At {...place}>
      <path
        d="M50 92 30 86Q4 66 10 38 16 8 50 8t40 30q6 28-20 48Z"
        fill="#ffd76a"
        stroke="#7a5200"
        stroke-width="4"
        stroke-linejoin="round"
      />
      <path d="M50 90V70M40 86 26 66M60 86l14-20" stroke="#b98a1d" stroke-width="4" stroke-linecap="round" />
      <Word x={50} y={43} size={String(value).length > 2 ? 36 : 46} fill="#3b2c00">
        {value}
      </Word>
    </At>
  )
}
