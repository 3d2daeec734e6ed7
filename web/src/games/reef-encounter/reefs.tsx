// The reef boards: one grid for the arrow keys, every cell a button that says what is on it.

import { Consumed, PolypTile, ReefCell, Shrimp, type Polyp } from '../../art/encounter'
import { Use, Word } from '../../art/kit'
import type { Seat } from '../../art/seats'
import { pressable, useRoving } from '../../ui/roving'
import { useThumb } from '../../ui/thumb'
import type { Choices } from './choice'
import { marks } from './marks'
import {
  cellName,
  cellPlace,
  colourOf,
  COLUMNS,
  coralAt,
  joins,
  parts,
  polyp,
  position,
  ROWS,
  shrimpAt,
  type Coral,
  type Position,
  type Props,
  type Reef,
} from './model'
import { colourWord, say, upper } from './words'

/** Where each board is for the arrow keys: two side by side. */
const ACROSS = 2

interface Place {
  board: number
  x: number
  y: number
}

function cellLabel(p: Props, c: Choices, view: Position, cell: string): string {
  const { board, x, y } = cellPlace(cell)
  const reef = view.reefs[board]!
  const coral = coralAt(view, cell)
  const ground = reef.ground[y]![x]
  const shrimp = shrimpAt(view, cell)
  const lit = c.lit(`cell:${cell}`)
  return [
    coral
      ? say(p.t, 'cell.coral', { cell, colour: colourWord(p.t, coral.colour), n: coral.size })
      : say(p.t, ground === '*' ? 'cell.star' : 'cell.rock', { cell }),
    shrimp
      ? say(p.t, 'cell.shrimp', { who: p.names[shrimp - 1] ?? '' })
      : coral?.protected.includes(cell)
        ? say(p.t, 'cell.protected')
        : '',
    lit ? say(p.t, lit.attack ? 'cell.attack' : 'cell.possible') : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The edge of a coral, in the colour of the player whose shrimp is on it. */
function Outline({ coral }: { coral: Coral }) {
  const inside = new Set(coral.cells)
  const sides = coral.cells.map(cell => {
    const { board, x, y } = cellPlace(cell)
    const has = (dx: number, dy: number) =>
      x + dx >= 0 && x + dx < COLUMNS && y + dy >= 0 && y + dy < ROWS && inside.has(cellName(board, x + dx, y + dy))
    const [l, t, r, b] = [x * 100, y * 100, x * 100 + 100, y * 100 + 100]
    return (
      (has(0, -1) ? '' : `M${l} ${t}H${r}`) +
      (has(0, 1) ? '' : `M${l} ${b}H${r}`) +
      (has(-1, 0) ? '' : `M${l} ${t}V${b}`) +
      (has(1, 0) ? '' : `M${r} ${t}V${b}`)
    )
  })
  return <path class="re-held" data-seat={coral.shrimp!} d={sides.join('')} />
}

/** The cell on which a shrimp has just arrived. */
function arrival(p: Props): string | null {
  const [kind, a, b] = p.last && !p.still ? parts(p.last.move) : []
  return kind === 'shrimp' ? a! : kind === 'move' ? b! : null
}

/** The tiles that the move being built would replace. */
function eaten(now: Reef, then: Reef): { x: number; y: number; kind: Polyp }[] {
  return now.tiles.flatMap((row, y) =>
    [...row].flatMap((tile, x) => {
      const colour = colourOf(tile)
      const next = then.tiles[y]![x]!
      return colour && next !== tile && colourOf(next) ? [{ x, y, kind: polyp(colour) }] : []
    }),
  )
}

/** The shrimps of a reef, with those that would come and go with what is being chosen. */
function shrimpsOf(now: Reef, then: Reef): (Reef['shrimps'][number] & { state: string })[] {
  const has = (reef: Reef, s: { cell: string; seat: number }) =>
    reef.shrimps.some(x => x.cell === s.cell && x.seat === s.seat)
  return [
    ...now.shrimps.map(s => ({ ...s, state: has(then, s) ? '' : 're-going' })),
    ...then.shrimps.filter(s => !has(now, s)).map(s => ({ ...s, state: 're-coming' })),
  ]
}

/** Who can attack the tile on a cell: for a finger that rests on it. */
function noteOf({ t }: Props, view: Position, name: string): string | undefined {
  const coral = coralAt(view, name)
  if (!coral) return undefined
  const colour = say(t, `coral.${coral.colour}`)
  if (coral.protected.includes(name)) return say(t, 'note.protected', { coral: upper(colour) })
  const eaters = view.coral_tiles.filter(x => x.weaker === coral.colour).map(x => colourWord(t, x.stronger))
  return say(t, 'note.attack', { coral: upper(colour), eaters: eaters.join(', ') || say(t, 'nothing') })
}

interface BoardsProps {
  p: Props
  c: Choices
  /** Cells that have changed since my last turn. */
  changed: Set<string>
  /** Marks the tiles that a shrimp protects. */
  shields: boolean
}

/** A cell; the move being built is shown as it would be: a tile to come, a tile that would be gone. */
function Cell({ p, c, changed, shields, board, x, y, cell }: BoardsProps & Place & { cell: object }) {
  const view = position(p.view)
  const before = p.before ? position(p.before) : null
  const reef = view.reefs[board]!
  const next = (p.preview ? position(p.preview) : view).reefs[board]!
  const name = cellName(board, x, y)
  const key = `cell:${name}`
  const ground = reef.ground[y]![x]!
  if (ground === 'x') return <ReefCell kind="sand" x={x * 100} y={y * 100} />
  const [now, then] = [reef.tiles[y]![x]!, next.tiles[y]![x]!]
  const colour = colourOf(then) ?? colourOf(now)
  const lit = c.lit(key)
  const fresh = !p.still && before && (before.reefs[board]?.tiles[y]?.[x] ?? '.') !== now
  const shielded = shields && coralAt(view, name)?.protected.includes(name)
  return (
    <g
      class={`re-cell ${marks(c, key)}`}
      data-name={name}
      data-note={noteOf(p, view, name)}
      aria-label={cellLabel(p, c, view, name)}
      {...cell}
      {...(p.live ? pressable(() => c.press(key)) : { role: 'img' as const })}
    >
      <ReefCell kind={ground === '*' ? 'star' : 'rock'} x={x * 100} y={y * 100} />
      {colour && (
        <g class={now !== then ? (colourOf(then) ? 're-coming' : 're-going') : fresh ? 're-fresh' : ''}>
          <PolypTile
            kind={polyp(colour)}
            joins={joins(colourOf(then) ? next : reef, x, y)}
            x={x * 100}
            y={y * 100}
            letter={now === then}
            chipSize={28}
          />
        </g>
      )}
      {shielded && (
        <path
          class="re-shield"
          d={`M${x * 100 + 50} ${y * 100 + 14}l30 10v26q0 24-30 36-30-12-30-36V${y * 100 + 24}Z`}
        />
      )}
      {changed.has(name) && <circle class="re-new" cx={x * 100 + 14} cy={y * 100 + 14} r={11} />}
      {lit && <rect class="re-ring" x={x * 100 + 7} y={y * 100 + 7} width={86} height={86} rx={20} />}
      {lit?.attack && !lit.chosen && <path class="re-bite" d={`M${x * 100 + 32} ${y * 100 + 32}l36 36m0-36l-36 36`} />}
      {lit && !lit.attack && !colour && !lit.chosen && !lit.soft && (
        <circle class="re-dot" cx={x * 100 + 50} cy={y * 100 + 50} r={13} />
      )}
      <rect class="re-focus" x={x * 100 + 4} y={y * 100 + 4} width={92} height={92} rx={16} />
    </g>
  )
}

/** What lies over a reef's cells: the edges of held corals, consumed tiles, shrimps. */
function Over({ p, board }: { p: Props; board: number }) {
  const view = position(p.view)
  const reef = view.reefs[board]!
  const after = (p.preview ? position(p.preview) : view).reefs[board]!
  const arrived = arrival(p)
  return (
    <g class="re-over" aria-hidden="true">
      {view.corals
        .filter(k => k.board === reef.id && k.shrimp)
        .map(k => (
          <Outline key={k.cells[0]} coral={k} />
        ))}
      {eaten(reef, after).map(({ x, y, kind }) => (
        <g key={`${x} ${y}`} class="re-eaten">
          <Consumed kind={kind} x={x * 100 + 46} y={y * 100 - 12} size={64} />
        </g>
      ))}
      {shrimpsOf(reef, after).map(s => {
        const { x, y } = cellPlace(s.cell)
        return (
          <g key={s.cell} class={arrived === s.cell ? 're-fresh' : s.state}>
            <Shrimp seat={s.seat as Seat} x={x * 100 + 6} y={y * 100 + 3} size={78} />
          </g>
        )
      })}
    </g>
  )
}

export function Reefs(q: BoardsProps) {
  const { p } = q
  const { reefs } = position(p.view)
  const roving = useRoving(COLUMNS * ACROSS, Math.ceil(reefs.length / ACROSS) * ROWS, (gx, gy) => {
    const board = Math.floor(gy / ROWS) * ACROSS + Math.floor(gx / COLUMNS)
    return (reefs[board]?.ground[gy % ROWS]?.[gx % COLUMNS] ?? 'x') !== 'x'
  })
  const cellOf = ({ board, x, y }: Place) =>
    roving.cell((board % ACROSS) * COLUMNS + x, Math.floor(board / ACROSS) * ROWS + y)
  const thumb = useThumb('.re-cell', '.re-lit')
  return (
    <div class="re-reefs" role="group" aria-label={say(p.t, 'reefs')} onKeyDown={roving.onKeyDown} {...thumb}>
      {reefs.map((reef, board) => (
        <div key={reef.id} class="re-reef" data-board={board + 1}>
          <svg class="art" viewBox="-24 -22 728 626" role="group" aria-label={say(p.t, 'reef', { n: board + 1 })}>
            <rect class="re-water" x={-24} y={-22} width={728} height={626} rx={22} />
            <g aria-hidden="true" class="re-names">
              {[...'ABCDEFG'].map((l, i) => (
                <Word key={l} x={i * 100 + 50} y={-10} size={20} fill="currentColor">
                  {l}
                </Word>
              ))}
              {Array.from({ length: ROWS }, (_, y) => (
                <Word key={y} x={-12} y={y * 100 + 50} size={18} fill="currentColor">
                  {board * ROWS + y + 1}
                </Word>
              ))}
            </g>
            {reef.ground.flatMap((row, y) =>
              [...row].map((_, x) => (
                <Cell key={`${x} ${y}`} {...q} board={board} x={x} y={y} cell={cellOf({ board, x, y })} />
              )),
            )}
            <Over p={p} board={board} />
          </svg>
        </div>
      ))}
    </div>
  )
}

/** A reef at a glance. */
export function SmallReef({ reef }: { reef: Reef }) {
  return (
    <svg class="art" viewBox="0 0 70 60" aria-hidden="true">
      {reef.ground.flatMap((row, y) =>
        [...row].map((g, x) => {
          const colour = colourOf(reef.tiles[y]![x]!)
          const fill = colour ? `re-${polyp(colour)}` : g === 'x' ? 're-sand' : 're-rock'
          return <rect key={`${x} ${y}`} x={x * 10} y={y * 10} width={10.2} height={10.2} fill={`var(--${fill})`} />
        }),
      )}
      {reef.shrimps.map(s => {
        const { x, y } = cellPlace(s.cell)
        return (
          <circle
            key={s.cell}
            class="re-dot-seat"
            cx={x * 10 + 5}
            cy={y * 10 + 5}
            r={4}
            fill={`var(--seat-${s.seat})`}
          />
        )
      })}
    </svg>
  )
}

/** The picture of a shield, for the button that shows what is protected. */
export function ShieldIcon() {
  return (
    <svg viewBox="0 0 100 100" class="art" aria-hidden="true">
      <path class="re-shield" d="M50 8l36 12v30q0 28-36 44-36-16-36-44V20Z" />
      <Use id="re-shrimp" x={28} y={26} size={44} />
    </svg>
  )
}
