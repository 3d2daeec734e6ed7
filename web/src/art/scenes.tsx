/* The pictures of the start screen: one calm scene for each game, 320 by 200 units, made of the games' own pieces. */
import type { JSX } from 'preact'
import { Joins, Larva, Polyp, PolypTile, Shrimp } from './encounter'
import { Pic, Use } from './kit'
import { PointToken, Stack } from './reef'
import { Chair, Shelf } from './room'
import { Parrotfish } from './sea'
import { Item, ItemTile } from './shelfie'

const ON_SHELF: readonly [row: number, col: number, kind: Item][] = [
  [5, 0, 'B'],
  [5, 1, 'B'],
  [5, 2, 'P'],
  [5, 3, 'C'],
  [5, 4, 'G'],
  [4, 0, 'B'],
  [4, 1, 'T'],
  [4, 2, 'P'],
  [4, 3, 'C'],
  [3, 0, 'F'],
  [3, 1, 'T'],
  [3, 3, 'C'],
  [2, 0, 'F'],
  [2, 3, 'G'],
]
const ON_RUG: readonly [x: number, y: number, kind: Item][] = [
  [178, 122, 'C'],
  [202, 122, 'P'],
  [226, 122, 'T'],
  [202, 146, 'G'],
  [226, 146, 'F'],
  [250, 146, 'B'],
  [226, 170, 'P'],
]

function ShelfieScene(): JSX.Element {
  const s = 132 / 596
  return (
    <g>
      <rect width="320" height="124" fill="var(--ms-rug)" />
      <path
        d="M0 30h320M0 60h320M0 90h320"
        stroke="var(--ms-cell)"
        stroke-width="1.5"
        stroke-dasharray="2 10"
        stroke-linecap="round"
      />
      <rect y="112" width="320" height="88" fill="var(--ms-floor)" />
      <path
        d="M0 112h320M0 140h320M0 170h320M60 112v28M150 140v30M290 112v28M40 170v30M250 170v30"
        stroke="var(--ms-floor-d)"
        stroke-width="2"
      />
      <path d="M196 16h84v62h-84Z" fill="var(--reef-sea)" stroke="var(--ms-wood)" stroke-width="6" />
      <path d="M199 60q20-14 40 0t38 0v15h-78Z" fill="var(--reef-G)" fill-opacity=".6" />
      <circle cx="258" cy="34" r="8" fill="#ffe08a" />
      <path d="M238 16v62M196 47h84" stroke="var(--ms-wood)" stroke-width="4" />
      <ellipse cx="226" cy="160" rx="86" ry="38" fill="var(--ms-rug-d)" />
      <ellipse cx="226" cy="160" rx="78" ry="33" fill="var(--ms-rug)" />
      <ellipse cx="90" cy="182" rx="76" ry="8" fill="var(--art-shade)" />
      <Shelf x={24} y={20} size={132} />
      {ON_SHELF.map(([row, col, k]) => (
        <ItemTile
          key={`${row}${col}`}
          kind={k}
          x={24 + (24 + col * 112) * s}
          y={20 + (34 + row * 112) * s}
          size={100 * s}
        />
      ))}
      {ON_RUG.map(([x, y, k]) => (
        <ItemTile key={`${x} ${y}`} kind={k} x={x} y={y} size={24} />
      ))}
      <Chair x={272} y={88} size={46} />
    </g>
  )
}

const STACKS: readonly [col: number, row: number, pieces: string][] = [
  [0, 1, 'R'],
  [1, 1, 'GY'],
  [2, 1, 'P'],
  [3, 0, 'Y'],
  [1, 2, 'RPG'],
  [2, 2, 'YR'],
  [3, 2, 'GGP'],
  [0, 2, 'Y'],
  [3, 1, 'PRYR'],
  [1, 0, 'G'],
]

function Water({ deep }: { deep?: boolean }): JSX.Element {
  return (
    <g>
      <rect width="320" height="200" fill={deep ? 'var(--re-water)' : 'var(--reef-sea)'} />
      <path
        d="M40 0 0 90V0ZM130 0 70 200H20L100 0ZM230 0l-40 200h-50L190 0ZM320 0v60l-30 140h-40L280 0Z"
        fill="var(--art-ray)"
      />
      <path
        d="M18 22q8-7 16 0t16 0M252 16q8-7 16 0t16 0M128 12q6-5 12 0t12 0"
        fill="none"
        stroke="var(--art-foam)"
        stroke-width="3"
        stroke-linecap="round"
      />
    </g>
  )
}

function ReefScene(): JSX.Element {
  return (
    <g>
      <Water />
      <path
        d="M22 178V96M22 140 6 122M22 128l16-18M22 112 10 98M300 176V86M300 134l-18-16M300 122l14-18M300 104l-10-14"
        fill="none"
        stroke="var(--reef-sea-d)"
        stroke-width="9"
        stroke-linecap="round"
      />
      <path d="M0 168q50-22 110-12t110-4 100 6v42H0Z" fill="var(--reef-sand-d)" />
      <path d="M0 182q60-18 130-8t190-6v32H0Z" fill="var(--reef-sand)" />
      <path d="M74 40h172q10 0 12 10l22 124q2 12-10 12H50q-12 0-10-12L62 50q2-10 12-10Z" fill="var(--reef-sand-d)" />
      <path d="M76 40h168q9 0 11 9l21 120q2 11-9 11H53q-11 0-9-11L65 49q2-9 11-9Z" fill="var(--reef-sand)" />
      <path
        d="M113 40 100 180M160 40v140M207 40l13 140M60 76h200M54 110h212M48 146h224"
        stroke="var(--reef-sand-d)"
        stroke-width="2"
      />
      {[...STACKS]
        .sort((a, b) => a[1] - b[1])
        .map(([c, r, p]) => {
          const size = 46 + r * 6
          const x = 160 + (c - 1.5) * (47 + r * 5) - size / 2
          return <Stack key={`${c}${r}`} pieces={p} chip="" x={x} y={32 + r * 40} size={size} />
        })}
      <Fish x={8} y={70} flip={false} fill="var(--reef-Y)" deep="var(--reef-Y-d)" />
      <Fish x={276} y={62} flip fill="var(--reef-R)" deep="var(--reef-R-d)" />
      <Fish x={286} y={94} flip fill="var(--reef-Y)" deep="var(--reef-Y-d)" />
      <PointToken value={7} x={284} y={158} size={30} />
      <PointToken value={3} x={8} y={160} size={26} />
    </g>
  )
}

function Fish({
  x,
  y,
  flip,
  fill,
  deep,
}: {
  x: number
  y: number
  flip: boolean
  fill: string
  deep: string
}): JSX.Element {
  return (
    <g transform={flip ? `translate(${x + 30} ${y})scale(-1 1)` : `translate(${x} ${y})`}>
      <path
        d="M20 9 29 2v14ZM11 2Q0 4 0 9t11 7q8-1 11-7-3-6-11-7Z"
        fill={fill}
        stroke={deep}
        stroke-width="1.5"
        stroke-linejoin="round"
      />
      <path d="M11 3v12" stroke={deep} stroke-width="2" />
      <circle cx="5" cy="8" r="1.3" fill={deep} />
    </g>
  )
}

const REEF = ['  GG  ', ' YGGP ', 'YYWWPP', 'YOOW P', ' OO   ']

function joins(row: number, col: number): Joins {
  const at = (r: number, c: number): string => REEF[r]?.[c] ?? ' '
  const k = at(row, col)
  return { n: at(row - 1, col) === k, e: at(row, col + 1) === k, s: at(row + 1, col) === k, w: at(row, col - 1) === k }
}

function EncounterScene(): JSX.Element {
  const s = 28
  return (
    <g>
      <Water deep />
      <path
        d="M232 186v-70M232 150l-16-16M232 136l14-16M306 176V96M306 140l-16-14M306 128l12-14"
        fill="none"
        stroke="var(--re-water-d)"
        stroke-width="9"
        stroke-linecap="round"
      />
      <path d="M0 172q60-20 130-8t190-10v46H0Z" fill="var(--re-sand-d)" />
      <path d="M0 186q60-14 140-6t180-8v28H0Z" fill="var(--re-sand)" />
      <path d="M26 176Q16 130 30 96t50-62q30-18 70-8t48 44q18 30 12 66l-4 42q-90 14-180-2Z" fill="var(--re-rock-d)" />
      <path d="M32 174Q22 130 36 98t48-58q28-16 64-8t46 44q16 30 10 64l-4 34q-84 14-168 0Z" fill="var(--re-rock)" />
      <path
        d="M56 150q10-10 26-6M160 60q12 2 16 14M50 112q2-10 10-14M176 150q8-6 8-16"
        fill="none"
        stroke="var(--re-rock-l)"
        stroke-width="4"
        stroke-linecap="round"
      />
      {REEF.flatMap((line, r) =>
        [...line].map((k, c) =>
          k === ' ' ? null : (
            <PolypTile key={`${r}${c}`} kind={k as Polyp} joins={joins(r, c)} x={36 + c * s} y={30 + r * s} size={s} />
          ),
        ),
      )}
      <Use id="re-star" x={130} y={122} size={40} />
      <Shrimp seat={1} x={60} y={82} size={34} />
      <Shrimp seat={3} x={146} y={78} size={34} />
      <g transform="translate(232 44)">
        <Parrotfish seat={2} size={84} />
      </g>
      <Larva kind="O" x={226} y={148} size={28} />
      <Larva kind="P" x={258} y={154} size={28} />
      <Use id="alga-G" x={284} y={124} size={40} />
      <Use id="alga-R" x={2} y={146} size={36} />
      <circle cx="228" cy="40" r="4" fill="#fff" fill-opacity=".5" />
      <circle cx="222" cy="26" r="6" fill="#fff" fill-opacity=".4" />
    </g>
  )
}

/* A board on a table, for a game that has no picture of its own. */
function BoardScene(): JSX.Element {
  const cells = Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4)] as const)
  const pawns: readonly [x: number, y: number, fill: string][] = [
    [112, 62, 'var(--name-1)'],
    [184, 98, 'var(--name-2)'],
    [148, 134, 'var(--name-3)'],
  ]
  return (
    <g>
      <rect width="320" height="200" fill="var(--water-deep)" />
      <ellipse cx="160" cy="108" rx="150" ry="88" fill="var(--water)" />
      <g transform="rotate(-5 160 100)">
        <rect x="84" y="24" width="156" height="156" rx="12" fill="var(--line)" />
        <rect x="84" y="20" width="156" height="156" rx="12" fill="var(--surface)" />
        {cells.map(([x, y]) => (
          <rect
            key={`${x}${y}`}
            x={90 + x * 36}
            y={26 + y * 36}
            width="36"
            height="36"
            fill={(x + y) % 2 ? 'var(--accent-soft)' : 'var(--surface-2)'}
          />
        ))}
        {pawns.map(([x, y, fill]) => (
          <g key={fill} fill={fill}>
            <ellipse cx={x - 4} cy={y + 16} rx="13" ry="5" fill="var(--art-shade)" />
            <path d={`M${x - 16} ${y + 15}q3-14 10-20h4q7 6 10 20q-12 5-24 0Z`} />
            <circle cx={x - 4} cy={y - 9} r="8" />
          </g>
        ))}
      </g>
      {[-14, 2, 18].map(turn => (
        <g key={turn} transform={`rotate(${turn} 284 190)`}>
          <rect
            x="256"
            y="112"
            width="44"
            height="62"
            rx="6"
            fill="var(--surface)"
            stroke="var(--line)"
            stroke-width="2"
          />
          <path d="M278 126l12 17-12 17-12-17Z" fill="var(--accent)" fill-opacity=".8" />
        </g>
      ))}
      <g transform="rotate(14 44 142)">
        <rect
          x="24"
          y="122"
          width="40"
          height="40"
          rx="8"
          fill="var(--surface)"
          stroke="var(--line)"
          stroke-width="2"
        />
        {[34, 44, 54].map(at => (
          <circle key={at} cx={at} cy={at + 98} r="4" fill="var(--ink)" />
        ))}
      </g>
    </g>
  )
}

/* A scene as the picture of a game: as wide as its box allows. */
const picture = (Inside: () => JSX.Element) =>
  function Picture(): JSX.Element {
    return (
      <Pic w={320} h={200} class="scene">
        <Inside />
      </Pic>
    )
  }

export const ShelfiePicture = picture(ShelfieScene)
export const ReefPicture = picture(ReefScene)
export const EncounterPicture = picture(EncounterScene)
export const BoardPicture = picture(BoardScene)
