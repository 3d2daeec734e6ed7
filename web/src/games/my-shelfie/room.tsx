// The living room: the drawing, and a button over every cell. Only the part of the board that is in use
// with this number of players is shown, so that cells stay large enough for a thumb.

import { Word } from '../../art/kit'
import { Room, ROOM, roomCell } from '../../art/room'
import { ItemTile } from '../../art/shelfie'
import { SeatMark, type Seat } from '../../art/seats'
import { useRoving } from '../../ui/roving'
import { useThumb } from '../../ui/thumb'
import {
  cellName,
  draftOf,
  isUsed,
  itemName,
  possible,
  roomiest,
  SIDE,
  spell,
  tileAt,
  type Board,
  type Props,
  type Take,
} from './choice'

/** Cells that have changed since my last turn. */
export interface Changes {
  drawn: Set<string>
  taken: Map<string, number>
}

export function bounds(board: Board): { x0: number; y0: number; w: number; h: number } {
  const used: [number, number][] = []
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (isUsed(board, x, y)) used.push([x, y])
  const xs = used.map(c => c[0]),
    ys = used.map(c => c[1])
  const x0 = Math.min(...xs),
    y0 = Math.min(...ys)
  return { x0, y0, w: Math.max(...xs) - x0 + 1, h: Math.max(...ys) - y0 + 1 }
}

/** A click on a tile adds it to the take or removes it; if neither is possible, the rules say why. */
export function pick(p: Props, takes: Take[], take: Take, cell: string): void {
  if (!p.live) return
  const cells = take.cells.includes(cell) ? take.cells.filter(c => c !== cell) : [...take.cells, cell]
  if (cells.length === 0 || possible(takes, cells)) {
    p.setDraft(draftOf(p, takes, { cells, column: take.column }))
    return
  }
  p.why(spell(cells, roomiest(p.view.seats[p.me - 1]!.shelf)))
}

function Tile(p: { cell: string; x: number; y: number; board: Board; state: string; order: number; changes: Changes }) {
  const { cell, board, changes } = p
  const { x, y } = roomCell(p.y, p.x)
  const kind = tileAt(board, cell)
  const by = changes.taken.get(cell)
  if (!kind)
    return by ? (
      <g class="ms-gone">
        <SeatMark seat={by as Seat} x={x + 32} y={y + 32} size={36} />
      </g>
    ) : null
  return (
    <g class={`ms-tile ms-${p.state}`}>
      <ItemTile kind={kind} letter x={x + 4} y={y + 4} size={92} />
      <rect class="ms-ring" x={x + 6} y={y + 5} width="88" height="86" rx="15" />
      {changes.drawn.has(cell) && <circle class="ms-new" cx={x + 18} cy={y + 18} r="9" />}
      {p.order > 0 && (
        <g class="ms-order">
          <circle cx={x + 26} cy={y + 26} r="22" />
          <text x={x + 26} y={y + 26} dy=".36em" font-size="32" text-anchor="middle">
            {p.order}
          </text>
        </g>
      )}
    </g>
  )
}

interface RoomProps {
  p: Props
  takes: Take[]
  take: Take
  changes: Changes
  grab: (e: PointerEvent, cell: string) => void
}

/** What a cell means for the take: calm where there is nothing to do. */
function stateOf({ p, takes, take }: RoomProps, cell: string): string {
  if (!p.live || !tileAt(p.view, cell)) return 'calm'
  if (take.cells.includes(cell)) return 'chosen'
  return possible(takes, [...take.cells, cell]) ? 'lit' : 'dull'
}

function labelOf(q: RoomProps, cell: string): string {
  const { p, take, changes } = q
  const { t } = p
  const kind = tileAt(p.view, cell)
  const words = [cell, kind ? itemName(kind, t) : t('my-shelfie.cell.empty')]
  const by = changes.taken.get(cell)
  const order = take.cells.indexOf(cell) + 1
  if (order) words.push(t('my-shelfie.cell.chosen', { n: order }))
  else if (kind && p.live) words.push(t(stateOf(q, cell) === 'lit' ? 'my-shelfie.cell.lit' : 'my-shelfie.cell.dull'))
  if (kind && changes.drawn.has(cell)) words.push(t('my-shelfie.cell.new'))
  if (!kind && by) words.push(t('my-shelfie.cell.taken', { who: p.names[by - 1] ?? '' }))
  return words.join(', ')
}

/** The names of the columns and rows, as the log and hints call the cells. They stand at an edge of their own, or in the
 *  outermost cells where nine cells need the width of a telephone for a thumb each. */
const edgeOf = (w: number): number => (w < SIDE ? 26 : 0)

function Names({ x0, y0, w, h }: ReturnType<typeof bounds>) {
  const { x: left, y: top } = roomCell(y0, x0)
  const off = edgeOf(w) ? -edgeOf(w) / 2 : 11
  return (
    <g class="ms-names">
      {Array.from({ length: w }, (_, i) => (
        <Word key={`x${i}`} x={left + i * ROOM.cell + 50} y={top + off} size={20} fill="currentColor">
          {cellName(x0 + i, y0)[0]}
        </Word>
      ))}
      {Array.from({ length: h }, (_, i) => (
        <Word key={`y${i}`} x={left + off} y={top + i * ROOM.cell + 50} size={20} fill="currentColor">
          {cellName(x0, y0 + i).slice(1)}
        </Word>
      ))}
    </g>
  )
}

export function RoomBoard(q: RoomProps) {
  const { p, takes, take, changes } = q
  const { view, t } = p
  const { x0, y0, w, h } = bounds(view)
  const roving = useRoving(SIDE, SIDE, (x, y) => isUsed(view, x, y))
  const thumb = useThumb('.ms-cell', '[data-state="lit"], [data-state="chosen"]')
  const cells = Array.from({ length: w * h }, (_, i) => ({ x: x0 + (i % w), y: y0 + Math.floor(i / w) }))
  const edge = edgeOf(w)
  const [wide, high] = [w * ROOM.cell + edge, h * ROOM.cell + edge]
  const at = roomCell(y0, x0)

  return (
    <div class="ms-floor">
      <div class="ms-room" style={{ aspectRatio: `${wide} / ${high}` }} {...thumb}>
        <svg class="art ms-room-art" aria-hidden="true" viewBox={`${at.x - edge} ${at.y - edge} ${wide} ${high}`}>
          <Room cells={[]} x={at.x - edge} y={at.y - edge} size={wide} />
          {cells
            .filter(({ x, y }) => isUsed(view, x, y))
            .map(({ x, y }) => {
              const cell = cellName(x, y)
              const at = roomCell(y, x)
              return (
                <g key={cell}>
                  <rect class="ms-floor-cell" x={at.x + 3} y={at.y + 3} width="94" height="94" rx="14" />
                  <Tile
                    cell={cell}
                    x={x}
                    y={y}
                    board={view}
                    changes={changes}
                    state={stateOf(q, cell)}
                    order={take.cells.indexOf(cell) + 1}
                  />
                </g>
              )
            })}
          <Names {...{ x0, y0, w, h }} />
        </svg>
        <div
          class="ms-cells"
          role="group"
          aria-label={t('my-shelfie.room')}
          onKeyDown={roving.onKeyDown}
          style={{
            gridTemplateColumns: `repeat(${w}, minmax(0, 1fr))`,
            inset: `${(edge / high) * 100}% 0 0 ${(edge / wide) * 100}%`,
          }}
        >
          {cells.map(({ x, y }) => {
            const cell = cellName(x, y)
            if (!isUsed(view, x, y)) return <span key={cell} />
            return (
              <button
                key={cell}
                type="button"
                {...roving.cell(x, y)}
                class="ms-cell"
                data-room={cell}
                data-state={stateOf(q, cell)}
                aria-label={labelOf(q, cell)}
                aria-pressed={take.cells.includes(cell)}
                aria-disabled={!p.live}
                onPointerDown={e => q.grab(e, cell)}
                onClick={() => pick(p, takes, take, cell)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
