// A position of Reef Encounter as the rules give it, and the small helpers that all parts of the table use.
// Cells are named as in moves: columns A to G; rows 1 to 6 on the first reef board, 7 to 12 on the second,
// and so on.

import type { Alga, Joins, Polyp } from '../../art/encounter'
import type { View } from '../../view'
import type { BoardProps } from '../game'

export const COLOURS = ['white', 'yellow', 'orange', 'pink', 'grey'] as const
export const ALGAE = ['blue', 'green', 'purple', 'red'] as const
export type Colour = (typeof COLOURS)[number]
export type AlgaColour = (typeof ALGAE)[number]
export type Counts = Record<Colour, number>

export interface Reef {
  id: string
  /** x sand, . rock, * rock with the starfish; six rows of seven. */
  ground: string[]
  /** The letter of a colour, or a dot. */
  tiles: string[]
  shrimps: { cell: string; seat: number }[]
}

export interface Coral {
  board: string
  colour: Colour
  size: number
  cells: string[]
  shrimp: number | null
  protected: string[]
}

export interface CoralTile {
  id: number
  side: string
  stronger: Colour
  weaker: Colour
  large_alga: AlgaColour
  small_alga: AlgaColour
  cylinder: AlgaColour | null
}

export interface Player {
  seat: number
  /** With the option hidden-scores the viewer does not know what this player has behind the screen and in the
   *  fish: the position has nothing there. */
  hidden: boolean
  /** All tiles behind the screen. */
  screen: number
  /** Tiles that were taken in the open; and those of the first draw: by colour, or only their number. */
  seen: Counts
  unseen: Counts | number
  consumed: Counts
  cubes: Counts
  fish: Counts
  /** The first tile in the fish: ? for a secret. */
  first_tile: Colour | '?' | null
  fish_size: number
  shrimps: { home: number; boards: number; sea: number; fish: number }
}

export interface Board {
  reefs: Reef[]
}

export interface Position extends View<Board> {
  corals: Coral[]
  coral_tiles: CoralTile[]
  values: Counts
  alga_space: AlgaColour | null
  cylinders: Record<AlgaColour, number>
  sea: Record<Colour, Counts>
  larva_supply: Counts
  bag_size: number
  bonus: Colour[]
  seats: Player[]
  phase: string
  turns: number
  end: number
  /** Who caused the end, or null. */
  ender: number | null
  turn: {
    acted: boolean
    cubes_played: number
    placing: Colour | null
    screen_left: number
    shrimp_brought: boolean
    shrimp_moves: number
    cylinder_on_tile: boolean
  }
}

export type Props = BoardProps<Board>

const NONE: Counts = { white: 0, yellow: 0, orange: 0, pink: 0, grey: 0 }

const nothing = (p: Player): Player => ({
  ...p,
  screen: 0,
  seen: NONE,
  unseen: 0,
  cubes: NONE,
  fish: NONE,
  first_tile: null,
  fish_size: 0,
  shrimps: { ...p.shrimps, home: 0, fish: 0 },
})

/** Views with hidden screens have nothing behind them. */
const screened = new WeakMap<object, Position>()

export function position(view: View<Board>): Position {
  const v = view as Position
  if (!v.seats.some(s => s.hidden)) return v
  let filled = screened.get(v)
  if (!filled) screened.set(v, (filled = { ...v, seats: v.seats.map(s => (s.hidden ? nothing(s) : s)) }))
  return filled
}

export const polyp = (colour: Colour): Polyp => colour[0]!.toUpperCase() as Polyp
export const leaf = (alga: AlgaColour): Alga => alga[0]!.toUpperCase() as Alga
export const colourOf = (letter: string): Colour | null => COLOURS.find(c => polyp(c) === letter) ?? null

export const ROWS = 6,
  COLUMNS = 7

export const cellName = (board: number, x: number, y: number): string => `${'ABCDEFG'[x]}${board * ROWS + y + 1}`

export function cellPlace(cell: string): { board: number; x: number; y: number } {
  const row = Number(cell.slice(1)) - 1
  return { board: Math.floor(row / ROWS), x: cell.charCodeAt(0) - 65, y: row % ROWS }
}

export function tileAt(view: Position, cell: string): Colour | null {
  const { board, x, y } = cellPlace(cell)
  return colourOf(view.reefs[board]?.tiles[y]?.[x] ?? '.')
}

export const coralAt = (view: Position, cell: string): Coral | undefined =>
  view.corals.find(c => c.cells.includes(cell))

export function shrimpAt(view: Position, cell: string): number | null {
  return view.reefs[cellPlace(cell).board]?.shrimps.find(s => s.cell === cell)?.seat ?? null
}

/** The sides on which a tile touches one of its own colour. */
export function joins(reef: Reef, x: number, y: number): Joins {
  const at = (cx: number, cy: number) => reef.tiles[cy]?.[cx] === reef.tiles[y]![x]
  return { n: at(x, y - 1), e: at(x + 1, y), s: at(x, y + 1), w: at(x - 1, y) }
}

/** The cells around one, of the same reef. */
export function beside(cell: string): string[] {
  const { board, x, y } = cellPlace(cell)
  return [
    [x, y - 1],
    [x + 1, y],
    [x, y + 1],
    [x - 1, y],
  ].flatMap(([cx, cy]) => (cx! < 0 || cx! >= COLUMNS || cy! < 0 || cy! >= ROWS ? [] : [cellName(board, cx!, cy!)]))
}

/** Cells in groups that touch. */
export function groups(cells: string[]): string[][] {
  const rest = new Set(cells)
  return cells.flatMap(first => {
    if (!rest.delete(first)) return []
    const group = [first]
    for (const cell of group) group.push(...beside(cell).filter(n => rest.delete(n)))
    return [group]
  })
}

/** Tiles of a colour behind a screen, as far as the viewer knows. */
export function behind(player: Player, colour: Colour): number {
  return player.seen[colour] + (typeof player.unseen === 'number' ? 0 : player.unseen[colour])
}

export const unknown = (player: Player): number => (typeof player.unseen === 'number' ? player.unseen : 0)

/** Tiles of a colour in a fish, the first one included where it is known. */
export function inFish(player: Player, colour: Colour): number {
  return player.fish[colour] + (player.first_tile === colour && player.fish_size > sum(player.fish) ? 1 : 0)
}

export const counted = (of: (c: Colour) => number): Counts =>
  Object.fromEntries(COLOURS.map(c => [c, of(c)])) as unknown as Counts

export const sum = (counts: Counts): number => COLOURS.reduce((n, c) => n + counts[c], 0)

/** The tiles of a sea space as a list of letters. */
export const spread = (counts: Counts): Polyp[] =>
  COLOURS.flatMap(c => Array.from({ length: counts[c] }, () => polyp(c)))

/** A move in words of its text: "place C4 consumed" becomes kind place and these words. */
export function parts(move: string): string[] {
  const gone = move.indexOf(' gone ')
  return (gone < 0 ? move : move.slice(0, gone)).split(' ')
}

/** The cells that moves changed, to be marked. */
export function touched(view: Position, move: string): string[] {
  const [kind, a, b] = parts(move)
  switch (kind) {
    case 'place':
    case 'shrimp':
    case 'home':
      return [a!]
    case 'move':
      return [a!, b!]
    case 'eat':
      return coralAt(view, a!)?.cells ?? [a!]
    default:
      return []
  }
}

/** The cell on which the starfish let a tile grow when one was placed (RE-4.4); null if it did not. */
export function grown(move: string, before: Position, after: Position): string | null {
  const [kind, placed] = parts(move)
  if (kind !== 'place') return null
  for (let board = 0; board < after.reefs.length; board++)
    for (let y = 0; y < ROWS; y++)
      for (let x = 0; x < COLUMNS; x++) {
        const cell = cellName(board, x, y)
        if (cell !== placed && tileAt(after, cell) && !tileAt(before, cell)) return cell
      }
  return null
}
