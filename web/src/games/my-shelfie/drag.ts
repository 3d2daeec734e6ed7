// Dragging with a mouse or pen: tiles from the living room or the tray onto a column, or to another
// place in the tray.

import { carried, drags, follow } from '../../ui/drag'
import { possible, tileAt, type Props, type Take } from './choice'
import { tilePicture } from './motion'
import { drop } from './shelf'
import { reorder } from './tray'

/** The onPointerDown handler of a tile. */
export function grabber(p: Props, takes: Take[], take: Take): (e: PointerEvent, cell: string) => void {
  return (e, cell) => {
    const chosen = take.cells.includes(cell)
    const cells = chosen ? take.cells : [...take.cells, cell]
    if (!p.live || !drags(e) || !possible(takes, cells)) return
    // The tile chosen last falls last: it is on top.
    const pictures = () => cells.map(c => tilePicture(tileAt(p.view, c)!)).reverse()
    follow(
      e,
      () => carried('ms-carried', ...pictures()),
      target => {
        const column = target?.closest<HTMLElement>('[data-column]')?.dataset.column
        const slot = target?.closest<HTMLElement>('[data-slot]')?.dataset.slot
        if (column) drop(p, takes, { cells, column: take.column }, Number(column))
        else if (slot && chosen) reorder(p, takes, take, take.cells.indexOf(cell), Number(slot))
      },
    )
  }
}
