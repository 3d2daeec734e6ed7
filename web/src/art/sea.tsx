/* Reef Encounter: coral tiles, the open sea, screens and parrotfish. */
import type { JSX } from 'preact'
import { around, At, Chip, Place, Use, Word } from './kit'
import { Alga, Cylinder, Larva, Polyp, POLYPS, PolypTile } from './encounter'
import { Seat, SeatMark } from './seats'

export const CORAL_TILE = { w: 150, h: 110 } as const

/*
 * A coral tile, 150 by 110 units: the stronger coral large on the left eats the weaker on the right, the large and the small
 * alga below. `star` marks the starfish side, `cylinder` the alga lying on it: then it is fixed.
 */
export function CoralTile({
  stronger,
  weaker,
  large,
  small,
  star = false,
  cylinder,
  n,
  ...place
}: Place & {
  stronger: Polyp
  weaker: Polyp
  large: Alga
  small: Alga
  star?: boolean
  cylinder?: Alga
  n?: number
}): JSX.Element {
  return (
    <At size={CORAL_TILE.w} {...place} unit={CORAL_TILE.w}>
      <rect y="2" width="150" height="108" rx="14" fill="var(--art-line)" />
      <rect width="150" height="107" rx="14" fill="var(--art-paper)" />
      <PolypTile kind={stronger} letter chipSize={28} x={6} y={6} size={64} />
      <path
        d="m76 24 16 14-16 14"
        fill="none"
        stroke="var(--art-ink)"
        stroke-width="6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      <PolypTile kind={weaker} letter chipSize={34} x={98} y={16} size={44} />
      <path d="M10 75h130" stroke="var(--art-line)" stroke-width="2" />
      <Use id={`alga-${small}`} x={96} y={84} size={18} />
      <Word x={122} y={94} size={13}>
        {small}
      </Word>
      {star ? <Use id="re-star" x={66} y={80} size={24} /> : null}
      {n === undefined ? null : (
        <Word x={138} y={11} size={12}>
          {n}
        </Word>
      )}
      {cylinder ? (
        <g>
          <rect width="150" height="107" rx="14" fill="none" stroke={`var(--alga-${cylinder})`} stroke-width="6" />
          <Cylinder kind={cylinder} x={10} y={62} size={44} />
        </g>
      ) : (
        <g>
          <Use id={`alga-${large}`} x={14} y={75} size={31} />
          <Word x={55} y={92} size={19}>
            {large}
          </Word>
        </g>
      )}
    </At>
  )
}

/*
 * The open sea, 500 units square: a ring of five sandbanks as large as a ring of five can be, clockwise from white at
 * the top, and the cylinder's space in the middle.
 */
export const SEA = { side: 500, space: 176, middle: 116 } as const
/* Top left corner of a space of SEA.space units. */
export function seaSpace(kind: Polyp): { x: number; y: number } {
  const at = around(5, 158, 250, 250)[POLYPS.indexOf(kind)]!
  return { x: at.x - SEA.space / 2, y: at.y - SEA.space / 2 }
}

export function SeaBoard(place: Place): JSX.Element {
  return (
    <At size={SEA.side} {...place} unit={SEA.side}>
      <circle cx="250" cy="252" r="248" fill="var(--re-water-d)" />
      <circle cx="250" cy="249" r="246" fill="url(#re-deep)" />
      <circle
        cx="250"
        cy="250"
        r="230"
        fill="none"
        stroke="var(--art-foam)"
        stroke-width="3"
        stroke-dasharray="50 18 8 22"
      />
      <path
        d="M130 84q11-9 22 0t22 0M336 96q11-9 22 0t22 0M36 322q11-9 22 0t22 0M424 330q11-9 22 0t22 0M228 448q11-9 22 0t22 0"
        fill="none"
        stroke="var(--art-foam)"
        stroke-width="5"
        stroke-linecap="round"
      />
      {POLYPS.map(k => {
        const { x, y } = seaSpace(k)
        return (
          <g key={k}>
            <circle cx={x + 88} cy={y + 91} r="87" fill="var(--art-shade)" />
            <circle cx={x + 88} cy={y + 88} r="87" fill={`var(--re-${k}-d)`} />
            <circle cx={x + 88} cy={y + 88} r="84" fill={`var(--re-${k})`} />
            <circle cx={x + 88} cy={y + 88} r="77" fill="var(--re-sand)" />
          </g>
        )
      })}
      <circle cx="250" cy="250" r="57" fill="var(--re-sand)" stroke="var(--re-sand-d)" stroke-width="6" />
      <path
        d="M226 258v-8q0-12 24-12t24 12v8q0 12-24 12t-24-12Zm0-8q0 12 24 12t24-12"
        fill="none"
        stroke="var(--re-sand-d)"
        stroke-width="5"
      />
    </At>
  )
}

/* What lies on a space of the sea: the cube and up to three tiles, in SEA.space units at seaSpace(). */
export function SeaSpace({ kind, tiles, ...place }: Place & { kind: Polyp; tiles: readonly Polyp[] }): JSX.Element {
  const spots = [
    [90, 32],
    [32, 90],
    [90, 90],
  ] as const
  return (
    <At size={SEA.space} {...place} unit={SEA.space}>
      <Larva kind={kind} x={30} y={28} size={58} />
      {tiles.slice(0, 3).map((t, i) => (
        <PolypTile key={i} kind={t} letter chipSize={36} x={spots[i]![0]} y={spots[i]![1]} size={54} />
      ))}
    </At>
  )
}

/* A player's screen, 200 by 100 units; the tiles behind it are secret. */
export function Screen({ seat, mark, ...place }: Place & { seat: Seat; mark?: string }): JSX.Element {
  return (
    <At size={200} {...place} unit={200}>
      <path d="M4 20 42 8v84L4 98ZM196 20 158 8v84l38 6Z" fill={`var(--seat-${seat}-d)`} />
      <path d="M42 8q14-10 29 0t29 0 29 0 29 0v84H42Z" fill={`var(--seat-${seat})`} />
      <path
        d="M52 80q10-8 20 0t20 0 20 0 20 0 16 0M58 66V50m0 8 8-8M140 66V46m0 10-8-8"
        fill="none"
        stroke={`var(--seat-${seat}-ink)`}
        stroke-opacity=".55"
        stroke-width="4"
        stroke-linecap="round"
      />
      <SeatMark seat={seat} mark={mark} x={78} y={22} size={44} />
    </At>
  )
}

/* A parrotfish in the player's colour, 150 by 100 units; `count` tiles eaten. */
export function Parrotfish({
  seat,
  count,
  mark,
  ...place
}: Place & { seat: Seat; count?: number | string; mark?: string }): JSX.Element {
  const [fill, deep] = [`var(--seat-${seat})`, `var(--seat-${seat}-d)`]
  return (
    <At size={150} {...place} unit={150}>
      <path d="M112 50q14-2 30-26 6 26 0 52-16-24-30-26Z" fill={deep} />
      <path d="M44 22q30-26 58 8M52 80q20 18 42-4" fill={deep} />
      <path
        d="M10 54Q12 18 60 16q44 2 60 34-16 34-60 36Q14 86 10 60l8-3Z"
        fill={fill}
        stroke={deep}
        stroke-width="4"
        stroke-linejoin="round"
      />
      <path
        d="M10 54q-6 2-6-2 0-8 10-14M10 60q-6 2-3 8 2 4 8 4"
        fill="#fff3d6"
        stroke={deep}
        stroke-width="3"
        stroke-linejoin="round"
      />
      <path
        d="M62 34q10 8 0 17m0 0q10 8 0 17M80 30q10 9 0 20m0 0q10 9 0 22M98 36q8 7 0 14m0 0q8 7 0 14"
        fill="none"
        stroke={deep}
        stroke-opacity=".6"
        stroke-width="4"
        stroke-linecap="round"
      />
      <path d="M46 62q16 0 18 14-18 0-18-14Z" fill={deep} />
      <circle cx="34" cy="40" r="8" fill="#fff" stroke={deep} stroke-width="3" />
      <circle cx="33" cy="40" r="4" fill="#22303a" />
      <SeatMark seat={seat} mark={mark} x={100} y={2} size={34} />
      {count === undefined ? null : <Chip x={122} y={84} text={count} size={28} />}
    </At>
  )
}
