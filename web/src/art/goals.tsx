/* My Shelfie: schematic drawings of the twelve common goals (MS-6.1 to MS-6.12), 100 units square. */
import type { JSX } from 'preact'
import { At, Place, Word } from './kit'

type Cell = readonly [col: number, row: number]

interface Sketch {
  cells: readonly Cell[]
  sign: 'same' | 'all' | 'few' | 'none' /* one type, all different, at most three, any */
  times?: number
  grid?: boolean /* draw the whole shelf behind */
}

const line = (n: number, col: number, row: number, dc: number, dr: number): Cell[] =>
  Array.from({ length: n }, (_, i): Cell => [col + i * dc, row + i * dr])

const block = (col: number, row: number): Cell[] => [
  [col, row],
  [col + 1, row],
  [col, row + 1],
  [col + 1, row + 1],
]

const GOALS: readonly Sketch[] = [
  { cells: line(2, 0, 0, 0, 1), sign: 'same', times: 6 },
  {
    cells: [
      [0, 0],
      [4, 0],
      [0, 5],
      [4, 5],
    ],
    sign: 'same',
    grid: true,
  },
  { cells: line(4, 0, 0, 0, 1), sign: 'same', times: 4 },
  { cells: [...block(0, 0), ...block(3, 3)], sign: 'same', grid: true },
  { cells: line(6, 0, 0, 0, 1), sign: 'few', times: 3 },
  {
    cells: [
      [1, 0],
      [3, 1],
      [0, 2],
      [2, 2],
      [4, 3],
      [1, 4],
      [3, 4],
      [2, 5],
    ],
    sign: 'same',
    grid: true,
  },
  { cells: line(5, 0, 0, 1, 1), sign: 'same', grid: true },
  { cells: line(5, 0, 0, 1, 0), sign: 'few', times: 4 },
  { cells: line(6, 0, 0, 0, 1), sign: 'all', times: 2 },
  { cells: line(5, 0, 0, 1, 0), sign: 'all', times: 2 },
  {
    cells: [
      [0, 0],
      [2, 0],
      [1, 1],
      [0, 2],
      [2, 2],
    ],
    sign: 'same',
  },
  { cells: [0, 1, 2, 3, 4].flatMap(c => line(c + 1, c, 5 - c, 0, 1)), sign: 'none', grid: true },
]

const TINTS = ['#2f7391', '#c8685a', '#e3a72f', '#4d9a56', '#7f56ad', '#a8437a']

function Mark({
  x,
  y,
  s,
  sign,
  nth,
  tint,
}: {
  x: number
  y: number
  s: number
  sign: Sketch['sign']
  nth: number
  tint: number
}): JSX.Element {
  const kind = sign === 'all' ? nth : sign === 'few' ? ([0, 1, 1, 2, 0, 2][nth] ?? 0) : tint
  const cx = x + s / 2
  const cy = y + s / 2
  const u = s / 10
  return (
    <g>
      <rect x={x + u / 2} y={y + u / 2} width={s - u} height={s - u} rx={u * 1.6} fill={TINTS[kind]} />
      <g stroke="#fff" stroke-width={u * 1.2} stroke-linecap="round" fill="none">
        {sign === 'same' ? <path d={`M${cx - 2 * u} ${cy - 1.3 * u}h${4 * u}m${-4 * u} ${2.6 * u}h${4 * u}`} /> : null}
        {sign === 'all' ? (
          <path
            d={`M${cx - 2 * u} ${cy - 1.2 * u}h${4 * u}m${-4 * u} ${2.4 * u}h${4 * u}M${cx - 1.6 * u} ${cy + 2.8 * u}l${3.2 * u} ${-5.6 * u}`}
          />
        ) : null}
        {sign === 'few' && kind === 0 ? <circle cx={cx} cy={cy} r={2 * u} /> : null}
        {sign === 'few' && kind === 1 ? <path d={`M${cx - 2 * u} ${cy - 2 * u}h${4 * u}v${4 * u}h${-4 * u}Z`} /> : null}
        {sign === 'few' && kind === 2 ? (
          <path d={`M${cx} ${cy - 2.2 * u}l${2.4 * u} ${4.2 * u}h${-4.8 * u}Z`} stroke="#22303a" />
        ) : null}
      </g>
    </g>
  )
}

/* Goal n of the rules: "=" one type, "≠" all different, ≤3 at most three types, ×n how often. `squares="any"` is
 * the edition in which the two squares of goal 4 may differ. */
export function CommonGoal({
  n,
  squares = 'same',
  ...place
}: Place & { n: number; squares?: 'same' | 'any' }): JSX.Element {
  const g = GOALS[n - 1] ?? GOALS[0]!
  const cols = g.grid ? 5 : 1 + Math.max(...g.cells.map(c => c[0]))
  const rows = g.grid ? 6 : 1 + Math.max(...g.cells.map(c => c[1]))
  const few = g.sign === 'few'
  const wide = g.times !== undefined && cols === 5
  const room = g.times === undefined ? 84 : wide ? 88 : 52
  const s = Math.min(room / cols, (wide ? 50 : 84) / rows, 26)
  const left = g.times === undefined || wide ? 50 - (cols * s) / 2 : 33 - (cols * s) / 2
  const top = (wide ? 36 : 50) - (rows * s) / 2
  return (
    <At {...place}>
      <rect
        x="1"
        y="1"
        width="98"
        height="98"
        rx="10"
        fill="var(--art-paper)"
        stroke="var(--art-line)"
        stroke-width="2"
      />
      {g.grid
        ? Array.from({ length: 30 }, (_, i) => (
            <rect
              key={i}
              x={left + (i % 5) * s + 0.7}
              y={top + Math.floor(i / 5) * s + 0.7}
              width={s - 1.4}
              height={s - 1.4}
              rx="2"
              fill="var(--art-line)"
              fill-opacity=".55"
            />
          ))
        : null}
      {g.cells.map(([c, r], i) => (
        <Mark
          key={i}
          x={left + c * s}
          y={top + r * s}
          s={s}
          sign={g.sign}
          nth={i}
          tint={n === 4 && squares === 'any' && i > 3 ? 1 : 0}
        />
      ))}
      {g.times !== undefined ? (
        <Word x={few ? (wide ? 29 : 72) : wide ? 50 : 76} y={wide ? 74 : few ? 34 : 50} size={27}>
          {`×${g.times}`}
        </Word>
      ) : null}
      {few ? (
        <Word x={wide ? 74 : 72} y={wide ? 74 : 66} size={wide ? 24 : 22}>
          ≤3
        </Word>
      ) : null}
    </At>
  )
}
