// Shelves: a drawing for every player, with a button over every column of my own, and a small one that a
// phone shows under the living room.

import type { ComponentChildren } from 'preact'
import { Chip } from '../../art/kit'
import { SHELF, Shelf, shelfCell } from '../../art/room'
import { ItemTile, type Item } from '../../art/shelfie'
import type { T } from '../../i18n'
import { useState } from 'preact/hooks'
import { useRoving } from '../../ui/roving'
import {
  columnOf,
  columnsFor,
  COLUMNS,
  draftOf,
  itemOf,
  itemWords,
  ROWS,
  spell,
  tileAt,
  type Props,
  type Group,
  type Take,
} from './choice'

export function columnWords(shelf: string[], column: number, t: T): string {
  const items = columnOf(shelf, column)
  return t('my-shelfie.column', {
    column: column + 1,
    items: items.length ? itemWords(items, t) : t('my-shelfie.cell.empty'),
    n: ROWS - items.length,
  })
}

export function shelfWords(shelf: string[], t: T): string {
  return Array.from({ length: COLUMNS }, (_, c) => columnWords(shelf, c, t)).join(' ')
}

/** The outline of a scoring group, with its points on its first tile. */
function Groups({ scoring, chip }: { scoring: Group[]; chip: number }) {
  const at = (place: number) => shelfCell(Math.floor(place / COLUMNS), place % COLUMNS)
  return (
    <g class="ms-groups">
      {scoring.map(g => {
        const { x, y } = at(g.places[0]!)
        return (
          <g key={g.places[0]}>
            {g.places.flatMap(place => {
              const { x: px, y: py } = at(place)
              const beside = place % COLUMNS < COLUMNS - 1 && g.places.includes(place + 1)
              const below = g.places.includes(place + COLUMNS)
              return [
                beside && (
                  <rect
                    key={`${place}e`}
                    x={px + 95}
                    y={py + 30}
                    width="22"
                    height="34"
                    fill={`var(--ms-${itemOf(g)})`}
                  />
                ),
                below && (
                  <rect
                    key={`${place}s`}
                    x={px + 33}
                    y={py + 90}
                    width="34"
                    height="25"
                    fill={`var(--ms-${itemOf(g)})`}
                  />
                ),
              ]
            })}
            <Chip x={x + 21} y={y + 76} text={g.points} size={chip} />
          </g>
        )
      })}
    </g>
  )
}

/** The furniture and its tiles. fresh: how many tiles on top of each column are new; wanted: what a
 *  personal goal asks for. */
export function ShelfArt({
  seat,
  shelf,
  fresh,
  planned,
  wanted,
  scoring,
  label,
  children,
}: {
  seat: number
  shelf: string[]
  scoring: Group[]
  fresh?: number[]
  planned?: number[]
  wanted?: string[] | undefined
  label?: string
  children?: ComponentChildren
}) {
  const heights = Array.from({ length: COLUMNS }, (_, c) => columnOf(shelf, c).length)
  return (
    <svg
      class="art ms-shelf-art"
      data-shelf={seat}
      viewBox={`0 0 ${SHELF.w} ${SHELF.h}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
    >
      <Shelf />
      {shelf.flatMap((line, row) =>
        [...line].map((kind, col) => {
          const { x, y } = shelfCell(row, col)
          const want = wanted?.[row]?.[col] ?? '.'
          const depth = heights[col]! - (ROWS - row) /* 0: the topmost tile */
          if (kind === '.')
            return want === '.' ? null : (
              <g key={`${row}${col}`} class="ms-want">
                <ItemTile kind={want as Item} x={x + 18} y={y + 18} size={64} />
                <rect x={x + 6} y={y + 6} width="88" height="88" rx="12" />
              </g>
            )
          const coming = depth < Math.max(planned?.[col] ?? 0, fresh?.[col] ?? 0)
          return (
            <g key={`${row}${col}`} class={coming ? 'ms-arrive' : ''}>
              <ItemTile kind={kind as Item} letter x={x} y={y} size={SHELF.cell} />
              {want === kind && <path class="ms-right" d={`M${x + 10} ${y + 26}l9 9 17-20`} />}
              {depth < (planned?.[col] ?? 0) ? (
                <rect class="ms-planned" x={x + 2} y={y + 2} width="96" height="94" rx="15" />
              ) : (
                depth < (fresh?.[col] ?? 0) && <circle class="ms-new" cx={x + 84} cy={y + 16} r="11" />
              )}
            </g>
          )
        }),
      )}
      <Groups scoring={scoring} chip={label ? 50 : 34 /* small shelves have labels */} />
      {children}
    </svg>
  )
}

/** A click on a column puts the chosen tiles there; if they do not fit, the rules say why. */
export function drop(p: Props, takes: Take[], take: Take, column: number): void {
  if (!p.live) return
  if (take.cells.length === 0) p.say(p.t('my-shelfie.say.tiles-first'))
  else if (columnsFor(takes, take.cells).has(column)) p.setDraft(draftOf(p, takes, { ...take, column }))
  else p.why(spell(take.cells, column))
}

interface ColumnsProps {
  p: Props
  takes: Take[]
  take: Take
  shelf: string[]
}

function useColumns({ p, takes, take, shelf }: ColumnsProps) {
  const roving = useRoving(COLUMNS, 1, () => true)
  const fits = columnsFor(takes, take.cells)
  const button = (c: number) => ({
    ...roving.cell(c, 0),
    type: 'button' as const,
    'data-column': c + 1,
    'data-state': !p.live ? 'calm' : take.column === c + 1 ? 'chosen' : fits.has(c + 1) ? 'lit' : 'dull',
    'aria-label': columnWords(shelf, c, p.t) + (p.live && fits.has(c + 1) ? ` ${p.t('my-shelfie.column.fits')}` : ''),
    'aria-pressed': take.column === c + 1,
    'aria-disabled': !p.live,
    onClick: () => drop(p, takes, take, c + 1),
  })
  return { roving, button }
}

const numbers = Array.from({ length: COLUMNS }, (_, c) => c)

/** My shelf, as large as there is room for. */
export function MyShelf(
  q: ColumnsProps & {
    seat: number
    fresh: number[]
    planned: number[]
    wanted: string[] | undefined
    scoring: Group[]
  },
) {
  const { roving, button } = useColumns(q)
  const [over, setOver] = useState(0)
  const fits = q.take.column === null && columnsFor(q.takes, q.take.cells).has(over)
  const height = columnOf(q.shelf, over - 1).length
  return (
    <div class="ms-stand">
      <div class="ms-shelf">
        <ShelfArt
          seat={q.seat}
          shelf={q.shelf}
          scoring={q.scoring}
          fresh={q.fresh}
          planned={q.planned}
          wanted={q.wanted}
        >
          {fits &&
            q.take.cells.map((cell, i) => {
              const kind = tileAt(q.p.view, cell)
              return (
                kind && (
                  <ItemTile
                    key={cell}
                    class="ms-hover"
                    kind={kind}
                    size={SHELF.cell}
                    {...shelfCell(ROWS - 1 - height - i, over - 1)}
                  />
                )
              )
            })}
        </ShelfArt>
        <div class="ms-columns" role="group" aria-label={q.p.t('my-shelfie.columns')} onKeyDown={roving.onKeyDown}>
          {numbers.map(c => (
            <button
              key={c}
              class="ms-column"
              data-n={c + 1}
              {...button(c)}
              onPointerEnter={() => setOver(c + 1)}
              onPointerLeave={() => setOver(0)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
