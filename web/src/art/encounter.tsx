/* Reef Encounter: polyp tiles that join, cells of the reef, larvae, algae, shrimps. */
import type { ComponentChildren, JSX } from 'preact'
import { around, At, Chip, Place, Use, Word, useLetter } from './kit'
import { Seat, SeatMark } from './seats'

export type Polyp = 'W' | 'Y' | 'O' | 'P' | 'G'
export type Alga = 'B' | 'G' | 'P' | 'R'
/* Clockwise around the open sea. */
export const POLYPS: readonly Polyp[] = ['W', 'Y', 'O', 'P', 'G']
export const ALGAE: readonly Alga[] = ['B', 'G', 'P', 'R']

const MOTIF: Record<Polyp, ComponentChildren> = {
  W: (
    <g fill="var(--re-W-d)">
      {[
        [30, 30],
        [50, 22],
        [70, 30],
        [22, 50],
        [50, 50],
        [78, 50],
        [30, 70],
        [50, 78],
        [70, 70],
      ].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={x === 50 && y === 50 ? 10 : 7} />
      ))}
    </g>
  ),
  Y: (
    <g stroke="var(--re-Y-d)" stroke-width="6.5" stroke-linecap="round">
      <circle cx="50" cy="50" r="9" fill="var(--re-Y-d)" stroke="none" />
      {around(8, 19).map(({ angle }) => (
        <path key={angle} d={angle % 90 ? 'M50 31V17' : 'M50 31V14'} transform={`rotate(${angle} 50 50)`} />
      ))}
    </g>
  ),
  O: (
    <path
      d="M14 32q9-12 18 0t18 0 18 0 18 0M14 51q9-12 18 0t18 0 18 0 18 0M14 70q9-12 18 0t18 0 18 0 18 0"
      fill="none"
      stroke="var(--re-O-d)"
      stroke-width="7"
      stroke-linecap="round"
    />
  ),
  P: (
    <g fill="#ffe4f1" stroke="var(--re-P-d)" stroke-width="4">
      {around(5, 20).map(({ angle }) => (
        <path key={angle} d="M50 47Q34 38 40 22q4-8 10-8t10 8q6 16-10 25Z" transform={`rotate(${angle} 50 50)`} />
      ))}
      <circle cx="50" cy="50" r="8" fill="var(--re-P-d)" />
    </g>
  ),
  G: (
    <path
      d="M18 46 46 18M18 82 82 18M54 82l28-28M18 54l28 28M18 18l64 64M54 18l28 28"
      stroke="var(--re-G-d)"
      stroke-width="5"
      stroke-linecap="round"
    />
  ),
}

/* Leaf shapes in a box of 100: ribbon, round lettuce, feather, fork. */
const LEAF: Record<Alga, ComponentChildren> = {
  B: (
    <g fill="none" stroke-linecap="round" stroke-width="13">
      <path d="M50 90Q34 70 50 52T50 10M34 90Q12 74 24 56t2-28M66 90q20-16 10-34t-2-28" />
    </g>
  ),
  G: <path d="M50 92V66Q30 84 18 66 4 52 20 42 8 22 30 20q6-18 22-8 18-10 26 8 20 4 8 24 14 14-4 26-14 12-28-4Z" />,
  P: (
    <g fill="none" stroke-linecap="round" stroke-width="10">
      <path d="M50 92V12M50 76 22 60M50 76l28-16M50 54 24 37M50 54l26-17M50 32 32 18M50 32l18-14" />
    </g>
  ),
  R: (
    <g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="14">
      <path d="M50 90V62L26 40V20M50 62l24-22V20M26 40 12 34M74 40l14-6" />
    </g>
  ),
}

const STAR =
  'M50 12q5 0 8 11l6 14 16 1q12 1 13 6t-8 11L73 66l4 15q3 11-1 14t-13-3L50 83l-13 9q-9 6-13 3t-1-14l4-15-12-11q-9-6-8-11t13-6l16-1 6-14q3-11 8-11Z'

const SHRIMP = 'M80 36Q74 12 46 14 16 18 13 48q0 28 24 36l-3 12 16-4 14 4-1-12 9-8-18-4q-14-4-14-17t16-12q22 2 24-7Z'

const SHRIMP_SYMBOL = (
  <symbol id="re-shrimp" viewBox="0 0 100 100">
    <path d={SHRIMP} stroke="var(--shrimp-edge, #fff)" stroke-width="9" fill="none" stroke-linejoin="round" />
    <path
      d="M74 28Q90 22 92 6M70 22Q80 14 80 2"
      fill="none"
      stroke="var(--shrimp-edge, #fff)"
      stroke-width="7"
      stroke-linecap="round"
    />
    <path d="M74 28Q90 22 92 6M70 22Q80 14 80 2" fill="none" stroke-width="3" stroke-linecap="round" />
    <path d={SHRIMP} stroke="none" />
    <path
      d="M40 18q6 14 0 26M20 30q14 2 20 14M14 54q14-4 26 0M24 76q6-10 18-12M38 84l14 0"
      fill="none"
      stroke="#fff"
      stroke-opacity=".65"
      stroke-width="3.5"
    />
    <circle cx="64" cy="27" r="5.5" fill="#fff" stroke="none" />
    <circle cx="65" cy="27" r="3" fill="#22303a" stroke="none" />
  </symbol>
)

export function EncounterSymbols(): JSX.Element {
  return (
    <>
      <radialGradient id="re-deep">
        <stop offset="0" stop-color="var(--re-water)" />
        <stop offset="1" stop-color="var(--re-water-d)" />
      </radialGradient>
      {POLYPS.map(k => (
        <symbol id={`re-${k}`} viewBox="0 0 100 100" key={k}>
          {MOTIF[k]}
        </symbol>
      ))}
      {ALGAE.map(k => (
        <symbol id={`alga-${k}`} viewBox="0 0 100 100" key={k}>
          <g fill={`var(--alga-${k})`} stroke={`var(--alga-${k})`}>
            {LEAF[k]}
          </g>
        </symbol>
      ))}
      <symbol id="re-rock" viewBox="0 0 100 100">
        <rect width="100" height="100" fill="var(--re-rock-d)" />
        <path d="M20 3h58q19 0 19 19v56q0 19-19 19H22Q3 97 3 78V20Q3 3 20 3Z" fill="var(--re-rock)" />
        <path
          d="M8 60V24Q8 8 24 8h44"
          fill="none"
          stroke="#fff"
          stroke-opacity=".14"
          stroke-width="5"
          stroke-linecap="round"
        />
        <path
          d="M20 30q6-12 20-10M62 74q14 2 18-10M66 24h8M26 72h6"
          fill="none"
          stroke="var(--re-rock-l)"
          stroke-width="5"
          stroke-linecap="round"
        />
      </symbol>
      <symbol id="re-sand" viewBox="0 0 100 100" overflow="visible">
        <rect x="-1" y="-1" width="102" height="102" fill="var(--re-sand)" />
        <path
          d="M14 34q12-8 24 0t24 0 24 0M14 70q12-8 24 0t24 0 24 0M24 52h.1M52 14h.1M78 52h.1M40 90h.1"
          fill="none"
          stroke="var(--re-sand-d)"
          stroke-width="5"
          stroke-linecap="round"
        />
      </symbol>
      <symbol id="re-star" viewBox="0 0 100 100">
        <path d={STAR} fill="var(--re-star)" stroke="var(--re-star-d)" stroke-width="4" stroke-linejoin="round" />
        <path
          d="M50 28v14M50 66l9 13M50 66l-9 13M62 50l17-4M38 50l-17-4"
          stroke="#ffe0c4"
          stroke-width="5"
          stroke-linecap="round"
          stroke-dasharray=".1 8"
        />
      </symbol>
      {SHRIMP_SYMBOL}
    </>
  )
}

/* Which sides touch a tile of the same coral. */
export interface Joins {
  n?: boolean
  e?: boolean
  s?: boolean
  w?: boolean
}

/* The outline of a tile: `gap` from the edge where it is free, `over` the edge where it joins, so that no seam shows. */
function body({ n, e, s, w }: Joins, gap: number, bottom: number, over: number): string {
  const x0 = w ? -over : gap
  const x1 = e ? 100 + over : 100 - gap
  const y0 = n ? -over : gap
  const y1 = s ? 100 + over : 100 - bottom
  const r = 20
  const [nw, ne, se, sw] = [n || w ? 0 : r, n || e ? 0 : r, s || e ? 0 : r, s || w ? 0 : r]
  return `M${x0 + nw} ${y0}H${x1 - ne}q${ne} 0 ${ne} ${ne}V${y1 - se}q0 ${se} ${-se} ${se}H${x0 + sw}q${-sw} 0 ${-sw} ${-sw}V${y0 + nw}q0 ${-nw} ${nw} ${-nw}Z`
}

/*
 * A polyp tile filling a cell of 100 units; it grows together with its coral on the sides in `joins`. `letter`
 * shows the kind's letter, `chipSize` how large.
 */
export function PolypTile({
  kind,
  joins = {},
  letter = false,
  chipSize = 24,
  ...place
}: Place & { kind: Polyp; joins?: Joins; letter?: boolean; chipSize?: number }): JSX.Element {
  const text = useLetter('reef-encounter')(kind)
  return (
    <At {...place}>
      <path d={body(joins, 3, 2, 0)} fill={`var(--re-${kind}-d)`} />
      <path d={body(joins, 6, 8, 1)} fill={`var(--re-${kind})`} />
      <Use id={`re-${kind}`} />
      {letter && text ? (
        <Chip x={95 - chipSize * (0.31 * text.length + 0.25)} y={94 - chipSize * 0.55} text={text} size={chipSize} />
      ) : null}
    </At>
  )
}

/* A consumed tile: a polyp tile with a bite taken out, and how many of them. */
export function Consumed({ kind, count, ...place }: Place & { kind: Polyp; count?: number }): JSX.Element {
  const text = `${useLetter('reef-encounter')(kind)}${count ?? ''}`
  return (
    <At {...place}>
      <path
        d="M25 5h37q-2 9 8 12 0 12 12 12 2 11 13 9v37q0 20-20 20H25Q5 95 5 75V25Q5 5 25 5Z"
        fill={`var(--re-${kind})`}
        stroke={`var(--re-${kind}-d)`}
        stroke-width="4"
        stroke-linejoin="round"
      />
      <Use id={`re-${kind}`} x={13} y={26} size={64} />
      {text && <Chip x={80} y={82} text={text} size={26} />}
    </At>
  )
}

/* A bare cell of a reef board: rock, sand, or rock with the starfish of extra growth. */
export function ReefCell({ kind, ...place }: Place & { kind: 'rock' | 'sand' | 'star' }): JSX.Element {
  if (kind !== 'star') return <Use id={`re-${kind}`} {...place} />
  return (
    <At {...place}>
      <Use id="re-rock" />
      <Use id="re-star" x={14} y={12} size={72} />
    </At>
  )
}

/* A larva cube with its colour's letter. */
export function Larva({ kind, ...place }: Place & { kind: Polyp }): JSX.Element {
  const text = useLetter('reef-encounter')(kind)
  return (
    <At {...place}>
      <g stroke={`var(--re-${kind}-d)`} stroke-width="4" stroke-linejoin="round">
        <path d="m50 6 40 20v48L50 94 10 74V26Z" fill={`var(--re-${kind})`} />
        <path d="M50 46v48l40-20V26Z" fill={`var(--re-${kind}-d)`} fill-opacity=".35" />
        <path d="M10 26 50 46 90 26" fill="none" />
      </g>
      <path d="m50 6 40 20-40 20-40-20Z" fill="#fff" fill-opacity=".3" />
      {text && (
        <>
          <circle cx="50" cy="59" r="22" fill="var(--art-chip)" stroke={`var(--re-${kind}-d)`} stroke-width="3" />
          <Word x={50} y={59} size={text.length > 1 ? 25 : 30}>
            {text}
          </Word>
        </>
      )}
    </At>
  )
}

/* A shrimp in the player's colour with the player's mark. The yellow one has a dark edge: it may stand on yellow coral. */
export function Shrimp({ seat, mark, ...place }: Place & { seat: Seat; mark?: string }): JSX.Element {
  return (
    <At {...place}>
      <g
        fill={`var(--seat-${seat})`}
        stroke={`var(--seat-${seat})`}
        class={seat === 4 ? 're-yellow-shrimp' : undefined}
      >
        <Use id="re-shrimp" />
      </g>
      <SeatMark seat={seat} mark={mark} x={44} y={42} size={50} edge="#fff" />
    </At>
  )
}

/* A leaf of an alga on a round of paper. */
export function AlgaLeaf({ kind, ...place }: Place & { kind: Alga }): JSX.Element {
  return (
    <At {...place}>
      <circle cx="50" cy="50" r="47" fill="var(--art-chip)" stroke={`var(--alga-${kind})`} stroke-width="4" />
      <Use id={`alga-${kind}`} x={19} y={19} size={62} />
    </At>
  )
}

/* An alga cylinder from above and a little from the side: leaves are told apart by their shapes. */
export function Cylinder({ kind, ...place }: Place & { kind: Alga }): JSX.Element {
  return (
    <At {...place}>
      <path d="M6 40v26q0 30 44 30t44-30V40Z" fill={`var(--alga-${kind})`} />
      <path d="M6 40v26q0 30 44 30t44-30V40Z" fill="#000" fill-opacity=".25" />
      <ellipse cx="50" cy="40" rx="44" ry="35" fill="#fffdf5" stroke={`var(--alga-${kind})`} stroke-width="7" />
      <Use id={`alga-${kind}`} x={26} y={14} size={48} />
    </At>
  )
}

/* A pearl, for the points that a tile is worth. */
export function Pearl(place: Place): JSX.Element {
  return (
    <At {...place}>
      <circle cx="50" cy="50" r="46" fill="var(--art-pearl-d)" />
      <circle cx="48" cy="47" r="42" fill="var(--art-pearl)" />
      <path d="M18 42q4-22 26-26" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" />
    </At>
  )
}

/* A polyp tile face down: somebody's secret. */
export function Hidden({ seat, ...place }: Place & { seat: Seat }): JSX.Element {
  return (
    <At {...place}>
      <path d={body({}, 3, 2, 0)} fill={`var(--seat-${seat}-d)`} />
      <path d={body({}, 6, 8, 1)} fill={`var(--seat-${seat})`} />
      <Word x={50} y={49} size={58} fill={`var(--seat-${seat}-ink)`}>
        ?
      </Word>
    </At>
  )
}
