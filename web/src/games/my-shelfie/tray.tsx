// The tiles taken, in the order in which they go into the column, and what the take brings.

import { Pic } from '../../art/kit'
import { ItemTile } from '../../art/shelfie'
import { nextFrame } from '../../rest'
import { scoreLabel } from '../../ui/scores'
import { draftOf, itemName, tileAt, type Props, type Take } from './choice'

export function reorder(p: Props, takes: Take[], take: Take, from: number, to: number): void {
  const cells = [...take.cells]
  const [moved] = cells.splice(from, 1)
  cells.splice(to, 0, moved!)
  p.setDraft(draftOf(p, takes, { ...take, cells }))
}

/** Three places, the lowest tile first. A click moves a tile one place up, the topmost to the
 *  bottom; so do the arrow keys, and a tile can be dragged. */
export function Tray({
  p,
  takes,
  take,
  grab,
}: {
  p: Props
  takes: Take[]
  take: Take
  grab: (e: PointerEvent, cell: string) => void
}) {
  const { t, view } = p
  const n = take.cells.length

  function key(e: KeyboardEvent, i: number): void {
    const to =
      e.key === 'ArrowLeft' || e.key === 'ArrowDown'
        ? i - 1
        : e.key === 'ArrowRight' || e.key === 'ArrowUp'
          ? i + 1
          : -1
    if (to < 0 || to >= n) return
    e.preventDefault()
    reorder(p, takes, take, i, to)
    const list = (e.currentTarget as HTMLElement).closest('ol')
    nextFrame(() => list?.querySelectorAll<HTMLElement>('button')[to]?.focus())
  }

  return (
    <ol class="ms-tray" aria-label={t('my-shelfie.tray')}>
      {[0, 1, 2].map(i => {
        const cell = take.cells[i]
        const kind = cell && tileAt(view, cell)
        if (!cell || !kind)
          return (
            <li key={i} class="ms-slot">
              <span class="ms-slot-number" aria-hidden="true">
                {i + 1}
              </span>
            </li>
          )
        return (
          <li key={cell} class="ms-slot">
            <Pic>
              <ItemTile kind={kind} letter />
            </Pic>
            <span class="ms-slot-order" aria-hidden="true">
              {i + 1}
            </span>
            <button
              type="button"
              class="ms-tray-tile"
              data-slot={i}
              onKeyDown={e => key(e, i)}
              onPointerDown={e => grab(e, cell)}
              aria-label={t('my-shelfie.tray.tile', { item: itemName(kind, t), cell, n: i + 1, all: n })}
              onClick={() => {
                if (n > 1) reorder(p, takes, take, i, (i + 1) % n)
              }}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** What the move being built changes, line by line, in words. The action bar says if it brings nothing. */
export function gainsOf(p: Props): string[] {
  const { preview, view, me, t } = p
  if (!preview) return []
  const before = view.scores[me - 1]?.lines ?? []
  return (preview.scores[me - 1]?.lines ?? []).flatMap(l => {
    const d = l.points - (before.find(b => b.label === l.label)?.points ?? 0)
    return d === 0 ? [] : [`${d > 0 ? `+${d}` : `−${-d}`} ${scoreLabel(t, view.game, l.label)}`]
  })
}

export function Gains({ p }: { p: Props }) {
  if (!p.preview) return <p class="ms-gains faint">{p.draft && p.t('my-shelfie.tray.help')}</p>
  return (
    <ul class="ms-gains">
      {gainsOf(p).map(g => (
        <li key={g}>{g}</li>
      ))}
    </ul>
  )
}
