// Reasons for a turn, in words. The evaluation says which of its features a turn changes
// (bots/know_reef_encounter.c); the words are checked against the two positions, so that they are true of
// them.

import type { Argument } from '../game'
import {
  behind,
  COLOURS,
  coralAt,
  counted,
  inFish,
  parts,
  position,
  sum,
  tileAt,
  type Board,
  type Colour,
  type Coral,
  type Position,
} from './model'
import { colourWord, coralWord, countWords, say } from './words'

type Why = (p: Argument<Board>, before: Position, after: Position) => string | null

/** A coral can be eaten from this size on (RE-9.1). */
const MEAL = 5

const held = (view: Position, seat: number): Coral[] => view.corals.filter(c => c.shrimp === seat)

/** The own coral that grew most: tiles of its colour that were not there before. */
function grew({ me }: Argument<Board>, before: Position, after: Position): { coral: Coral; by: number } | null {
  const [most] = held(after, me)
    .map(coral => ({ coral, by: coral.cells.filter(cell => tileAt(before, cell) !== coral.colour).length }))
    .sort((a, b) => b.by - a.by)
  return most && most.by > 0 ? most : null
}

/** Points that a seat's tiles are worth: in its parrotfish, as far as known, or in its corals. */
const fishWorth = (view: Position, seat: number): number =>
  COLOURS.reduce((n, c) => n + inFish(view.seats[seat - 1]!, c) * view.values[c], 0)
const heldWorth = (view: Position, seat: number): number =>
  held(view, seat).reduce((n, c) => n + c.size * view.values[c.colour], 0)
const heldTiles = (view: Position, seat: number): number => held(view, seat).reduce((n, c) => n + c.size, 0)

/** The tile that goes into the parrotfish before the first turn. Everybody has to give one, so the reason is which. */
const first: Why = ({ turn, me, t }, before) => {
  const colour = turn.map(parts).find(([kind]) => kind === 'fish')?.[1] as Colour | undefined
  const have = COLOURS.map(c => behind(before.seats[me - 1]!, c)).filter(n => n > 0)
  return colour && behind(before.seats[me - 1]!, colour) < Math.max(...have) ? say(t, 'why.fish.first') : null
}

const fish: Why = (p, before, after) => {
  const { me, t } = p
  if (before.phase === 'fish') return first(p, before, after)
  const tiles = after.seats[me - 1]!.fish_size - before.seats[me - 1]!.fish_size
  if (tiles > 0) return say(t, 'why.fish', { n: tiles })
  const n = fishWorth(after, me) - fishWorth(before, me)
  return n > 0 ? say(t, 'why.fish.worth', { n }) : null
}

const grows: Why = (p, before, after) => {
  const most = grew(p, before, after)
  if (!most) return null
  const { colour, size: n } = most.coral
  return say(p.t, n >= MEAL ? 'why.meal' : 'why.grows', { coral: coralWord(p.t, colour), n })
}

const protects: Why = ({ me, t }, before, after) => {
  const safe = (view: Position, cells: string[]) =>
    held(view, me).reduce((n, c) => n + c.protected.filter(x => cells.includes(x)).length, 0)
  const [most] = held(after, me)
    .map(coral => ({ coral, by: safe(after, coral.cells) - safe(before, coral.cells) }))
    .sort((a, b) => b.by - a.by)
  return most && most.by > 0 ? say(t, 'why.protects', { coral: coralWord(t, most.coral.colour) }) : null
}

/** Tiles that the turn overgrows; tiles that were eaten first do not count. */
const prey: Why = ({ turn, t }, before) => {
  const moves = turn.map(parts)
  const eaten = new Set(moves.flatMap(([kind, a]) => (kind === 'eat' ? (coralAt(before, a!)?.cells ?? []) : [])))
  const n = moves.filter(([kind, a]) => kind === 'place' && !eaten.has(a!) && tileAt(before, a!)).length
  return n ? say(t, 'why.prey', { n }) : null
}

const shrimp: Why = ({ turn, t }, _, after) => {
  const cell = turn.map(parts).find(([kind]) => kind === 'shrimp')?.[1]
  const coral = cell && coralAt(after, cell)
  return coral ? say(t, 'why.shrimp', { coral: coralWord(t, coral.colour) }) : null
}

const fixed: Why = ({ t }, before, after) => {
  const x = after.coral_tiles.find((y, i) => y.cylinder && !before.coral_tiles[i]!.cylinder)
  return x ? say(t, 'why.fixed', { strong: colourWord(t, x.stronger), weak: colourWord(t, x.weaker) }) : null
}

const brings: Why = ({ turn, t }, before) => {
  const colour = turn.map(parts).find(([kind]) => kind === 'take')?.[1] as Colour | undefined
  if (!colour) return null
  return say(t, 'why.brings', { cube: say(t, `cube.${colour}`), tiles: countWords(t, before.sea[colour]) })
}

/** A cube should match one's tiles: a reason for the first cubes of a game. */
const larva: Why = ({ turn, me, t }, before) => {
  const colour = turn.map(parts).find(([kind]) => kind === 'larva')?.[1] as Colour | undefined
  const n = colour ? behind(before.seats[me - 1]!, colour) : 0
  return n ? say(t, 'why.larva', { n, colour: colourWord(t, colour!) }) : null
}

const against: Why = ({ reason: { seat }, names, t }, before, after) => {
  const who = names[seat - 1] ?? ''
  const n = heldTiles(before, seat) - heldTiles(after, seat)
  if (n > 0) return say(t, 'why.against', { who, n })
  const known = (view: Position) => sum(counted(c => inFish(view.seats[seat - 1]!, c)))
  if (known(before) && fishWorth(after, seat) < fishWorth(before, seat)) return say(t, 'why.fish.cheaper', { who })
  return heldWorth(after, seat) < heldWorth(before, seat) ? say(t, 'why.cheaper', { who }) : null
}

const keeps: Why = (p, before, after) => brings(p, before, after) ?? larva(p, before, after)

const WHY: Record<string, Why> = {
  fish,
  'fish later': fish,
  'fish tiles later': fish,
  'fish fixed': fixed,
  'held fixed': fixed,
  meals: grows,
  'best meal': grows,
  'meals later': grows,
  'big corals': grows,
  'last meal': grows,
  held: grows,
  'held later': grows,
  'held tiles': grows,
  exposed: protects,
  'open sides': protects,
  growth: keeps,
  'growth later': keeps,
  'growth tiles': keeps,
  'spare growth': keeps,
  tiles: keeps,
  'tiles later': keeps,
  cubes: keeps,
  'cube colours': keeps,
  consumed: prey,
  'consumed held': prey,
  'consumed later': prey,
  'shrimps out': shrimp,
  unclaimed: shrimp,
}

export function why(p: Argument<Board>): string | null {
  const { reason, me, view, after } = p
  if (reason.points <= 0) return null
  const found = WHY[reason.name]
  if (!found) return null
  return (reason.seat === me ? found : against)(p, position(view), position(after))
}
