// Tiles that travel: a copy flies over the table from where a tile was to where it lies now. Places
// are measured on the drawings, which carry data-room and data-shelf.

import { SHELF, shelfCell } from '../../art/room'
import type { Item } from '../../art/shelfie'
import { columnOf, parseTake, ROWS, tileAt, type Board } from './choice'
import type { View } from '../../view'

const TRAVEL = 230 /* ms */
const APART = 60

interface Spot {
  left: number
  top: number
  size: number
}

export function roomSpot(cell: string): Spot | null {
  const el = document.querySelector(`[data-room="${cell}"]`)
  const r = el?.getBoundingClientRect()
  return r && r.width > 0 ? { left: r.left, top: r.top, size: r.width } : null
}

/** A place on a shelf; row from 0 at the top. */
export function shelfSpot(seat: number, row: number, column: number): Spot | null {
  for (const el of document.querySelectorAll(`[data-shelf="${seat}"]`)) {
    const r = el.getBoundingClientRect()
    if (r.width === 0) continue
    const scale = r.width / SHELF.w
    const { x, y } = shelfCell(row, column)
    return { left: r.left + x * scale, top: r.top + y * scale, size: SHELF.cell * scale }
  }
  return null
}

/** A tile outside the tables' drawings. */
export function tilePicture(kind: Item): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 100 100')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#ms-${kind}`)
  svg.append(use)
  return svg
}

export function fly(kind: Item, from: Spot | null, to: Spot | null, delay = 0): void {
  if (!from || !to) return
  const el = document.createElement('div')
  el.className = 'ms-fly'
  el.setAttribute('aria-hidden', 'true')
  el.append(tilePicture(kind))
  document.body.append(el)
  const at = (s: Spot) => `translate(${s.left}px, ${s.top}px) scale(${s.size / 100})`
  const motion = el.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: TRAVEL,
    delay,
    easing: 'cubic-bezier(.3, 0, .2, 1)',
    fill: 'both',
  })
  motion.onfinish = motion.oncancel = () => el.remove()
}

/** The tiles of a take go from the room to a shelf, the lowest first. */
export function flyTake(move: string, seat: number, before: View<Board>, after: View<Board>): void {
  const take = parseTake(move)
  if (!take || take.column === null) return
  const shelf = after.seats[seat - 1]!.shelf
  const height = columnOf(shelf, take.column - 1).length
  take.cells.forEach((cell, i) => {
    const kind = tileAt(before, cell)
    if (kind)
      fly(kind, roomSpot(cell), shelfSpot(seat, ROWS - height + take.cells.length - 1 - i, take.column! - 1), i * APART)
  })
}

/** Which tiles are new, newest takes counted from the top of each column: [seat][column from 0]. */
export function freshOf(moves: { seat: number; move: string }[], seats: number): number[][] {
  const fresh = Array.from({ length: seats + 1 }, () => [0, 0, 0, 0, 0])
  for (const { seat, move } of moves) {
    const take = parseTake(move)
    if (take?.column) fresh[seat]![take.column - 1]! += take.cells.length
  }
  return fresh
}
