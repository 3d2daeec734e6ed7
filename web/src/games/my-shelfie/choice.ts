// The position as the page gets it, moves as text, and a take being built up: which tiles, in which
// order, into which column. What is possible is read off the legal moves.

import type { Item } from '../../art/shelfie'
import type { T } from '../../i18n'
import type { BoardProps, Draft } from '../game'

export interface SeatBoard {
  shelf: string[]
  taken: number[]
  wanted?: string[]
  open: boolean
}

/** Tiles of one type that touch; places count row by row from 0 at the top left. */
export interface Group {
  type: string
  tiles: number
  points: number
  places: number[]
}

export interface Board {
  room: string[]
  filling: string | null
  end_tile: number | null
  seats: SeatBoard[]
  /** A list a seat. */
  groups: Group[][]
  goals: Goal[]
  bag: Record<string, number>
}

export interface Goal {
  goal: number
  left: number[]
}

export type Props = BoardProps<Board>

export const COLUMNS = 5,
  ROWS = 6,
  SIDE = 9

export const bagOf = (view: Board): number => Object.values(view.bag).reduce((a, b) => a + b, 0)

export const itemOf = (g: Group): Item => g.type[0]!.toUpperCase() as Item

/** The groups of a seat that score. */
export const scoringOf = (view: Board, seat: number): Group[] => view.groups[seat - 1]!.filter(g => g.points > 0)

/** "d4" for a column and a row from 0. */
export const cellName = (x: number, y: number): string => `${String.fromCharCode(97 + x)}${y + 1}`
export const cellAt = (cell: string): { x: number; y: number } => ({
  x: cell.charCodeAt(0) - 97,
  y: Number(cell[1]) - 1,
})

/** The tile on a cell of the room, or null. */
export function tileAt(board: Board, cell: string): Item | null {
  const { x, y } = cellAt(cell)
  const c = board.room[y]?.[x] ?? '-'
  return c === '-' || c === '.' ? null : (c as Item)
}

export const isUsed = (board: Board, x: number, y: number): boolean => (board.room[y]?.[x] ?? '-') !== '-'

/** The tiles of a column of a shelf, the lowest first. */
export function columnOf(shelf: string[], column: number): Item[] {
  return shelf
    .map(row => row[column] as Item | '.')
    .filter((c): c is Item => c !== '.')
    .reverse()
}

export const spacesOf = (shelf: string[]): number => shelf.join('').split('.').length - 1

/** Tiles in the order in which they are placed, and the column (from 1) once it is chosen. */
export interface Take {
  cells: string[]
  column: number | null
}

export const NOTHING: Take = { cells: [], column: null }

export function parseTake(move: string): Take | null {
  const m = /^take ([a-i1-9 ]+) to (\d)$/.exec(move)
  return m ? { cells: m[1]!.split(' '), column: Number(m[2]) } : null
}

/** What has been chosen so far. A move that was chosen by name counts as if it had been pointed at. */
export function takeOf(draft: Draft | null): Take {
  if (!draft) return NOTHING
  return (draft.parts as Take | null) ?? parseTake(draft.moves[0] ?? '') ?? NOTHING
}

/** The legal moves, parsed once. */
export function takesOf(legal: string[]): Take[] {
  return legal.map(parseTake).filter((t): t is Take => t !== null)
}

const within = (part: string[], all: string[]): boolean => part.every(c => all.includes(c))

/** Can these tiles be part of a take? */
export const possible = (takes: Take[], cells: string[]): boolean => takes.some(t => within(cells, t.cells))

/** The columns that take exactly these tiles. */
export function columnsFor(takes: Take[], cells: string[]): Set<number> {
  return new Set(takes.filter(t => t.cells.length === cells.length && within(cells, t.cells)).map(t => t.column!))
}

export const spell = (cells: string[], column: number): string => `take ${cells.join(' ')} to ${column}`

/** The column with the most room: the one to ask the rules about when no column takes these tiles. */
export function roomiest(shelf: string[]): number {
  const heights = Array.from({ length: COLUMNS }, (_, c) => columnOf(shelf, c).length)
  return heights.indexOf(Math.min(...heights)) + 1
}

export const itemName = (item: Item, t: T): string => t(`my-shelfie.item.${item}`)

export function itemWords(items: Item[], t: T): string {
  return items.map(i => itemName(i, t)).join(', ')
}

/** The draft for a choice: complete when it is a legal move. */
export function draftOf(p: Props, takes: Take[], take: Take): Draft | null {
  const { t, view } = p
  if (take.cells.length === 0) return null
  const fits = columnsFor(takes, take.cells)
  const column = take.column !== null && fits.has(take.column) ? take.column : null
  const items = itemWords(
    take.cells.map(c => tileAt(view, c)!),
    t,
  )
  const more = takes.some(x => x.cells.length > take.cells.length && within(take.cells, x.cells))
  const say =
    column !== null
      ? t('my-shelfie.say.done', { items, column })
      : fits.size === 0
        ? t('my-shelfie.say.gap', { items })
        : t(more ? 'my-shelfie.say.more' : 'my-shelfie.say.column', { items })
  return { moves: column === null ? [] : [spell(take.cells, column)], parts: { cells: take.cells, column }, say }
}
