// Dragging with a mouse or pen: tiles from the living room or the tray onto a column, or to another
// place in the tray. Fingers scroll and tap.

import type { Item } from '../../art/shelfie'
import { possible, tileAt, type Props, type Take } from './choice'
import { tilePicture } from './motion'
import { drop } from './shelf'
import { reorder } from './tray'

const FAR = 8 /* pixels before a press becomes a drag */

/** What follows the pointer. */
function carried(kinds: Item[]): HTMLElement {
  const el = document.createElement('div')
  el.className = 'ms-carried'
  el.setAttribute('aria-hidden', 'true')
  for (const kind of kinds) el.prepend(tilePicture(kind))
  document.body.append(el)
  return el
}

/** For onPointerDown of a tile. */
export function grabber(p: Props, takes: Take[], take: Take): (e: PointerEvent, cell: string) => void {
  return (e, cell) => {
    const chosen = take.cells.includes(cell)
    const cells = chosen ? take.cells : [...take.cells, cell]
    if (!p.live || e.pointerType === 'touch' || e.button !== 0 || !possible(takes, cells)) return
    let ghost: HTMLElement | null = null

    function move(m: PointerEvent): void {
      if (!ghost && Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) < FAR) return
      ghost ??= carried(cells.map(c => tileAt(p.view.board, c)!))
      ghost.style.transform = `translate(${m.clientX}px, ${m.clientY}px)`
    }

    function end(u: PointerEvent): void {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      if (!ghost) return
      ghost.remove()
      // The click that ends a drag is none.
      const swallow = (c: Event): void => { c.stopPropagation(); c.preventDefault() }
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      const target = document.elementFromPoint(u.clientX, u.clientY)
      const column = target?.closest<HTMLElement>('[data-column]')?.dataset.column
      const slot = target?.closest<HTMLElement>('[data-slot]')?.dataset.slot
      if (column) drop(p, takes, { cells, column: take.column }, Number(column))
      else if (slot && chosen) reorder(p, takes, take, take.cells.indexOf(cell), Number(slot))
    }

    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
  }
}
