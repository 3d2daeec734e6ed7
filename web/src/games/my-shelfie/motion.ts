// Tiles that travel: a copy flies over the table from a tile's old place to its new one. Places are
// measured on the drawings, which carry data-room and data-shelf.

import { SHELF, shelfCell } from '../../art/room'
import type { Item } from '../../art/shelfie'
import { columnOf, parseTake, ROWS, tileAt, type Board } from './choice'
import { apart, fly, spotAt, sprite, type Spot } from '../../ui/motion'
import type { View } from '../../view'

export const roomSpot = (cell: string): Spot | null => spotAt(`[data-room="${cell}"]`)

/** A place on a shelf; row from 0 at the top. */
export function shelfSpot(seat: number, row: number, column: number): Spot | null {
  const shelf = spotAt(`[data-shelf="${seat}"]`)
  if (!shelf) return null
  const scale = shelf.width / SHELF.w
  const { x, y } = shelfCell(row, column)
  const size = SHELF.cell * scale
  return { left: shelf.left + x * scale, top: shelf.top + y * scale, width: size, height: size }
}

/** A tile outside the tables' drawings. */
export const tilePicture = (kind: Item): SVGElement => sprite(`ms-${kind}`)

/** The tiles of a take go from the room to a shelf, the lowest first. */
export function flyTake(move: string, seat: number, before: View<Board>, after: View<Board>): void {
  const take = parseTake(move)
  if (!take || take.column === null) return
  const shelf = after.seats[seat - 1]!.shelf
  const height = columnOf(shelf, take.column - 1).length
  take.cells.forEach((cell, i) => {
    const kind = tileAt(before, cell)
    if (kind)
      fly(
        tilePicture(kind),
        roomSpot(cell),
        shelfSpot(seat, ROWS - height + take.cells.length - 1 - i, take.column! - 1),
        i * apart(),
      )
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
