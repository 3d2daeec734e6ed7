// What hints, the analysis and the guided game need of Reef Encounter.

import type { Argument, Place, Teaching } from '../game'
import { cellName, COLUMNS, parts, position, ROWS, tileAt, type Board, type Colour } from './model'
import type { View } from '../../view'
import { coralWord, say } from './words'

const cell = (name: string): string => `[data-name="${name}"]`
const piece = (name: string): string => `[data-piece="${name}"]`
const spot = (name: string): string => `[data-spot="${name}"]`

function where({ move, seat, me }: Parameters<Teaching<Board>['where']>[0]): Place[] {
  const [kind, a = '', b = '', c = ''] = parts(move)
  if (seat !== me && /^(cube|swap|fish)/.test(kind!)) return [] // behind another's screen
  switch (kind) {
    case 'eat':
    case 'place':
      return [{ to: cell(a) }]
    case 'shrimp':
      return [{ ...(seat === me ? { from: piece('home') } : {}), to: cell(a) }]
    case 'home':
      return [seat === me ? { from: cell(a), to: piece('home') } : { to: cell(a) }]
    case 'move':
      return [{ from: cell(a), to: cell(b) }]
    case 'cube':
      return [{ to: piece(`cube:${a}`) }]
    case 'swap-tile':
    case 'swap-larva':
      return [{ to: piece(`prey:${a}`) }]
    case 'alga':
      return [{ to: b === 'tile' ? `[data-pair="${c}"]` : spot('space') }]
    case 'take':
    case 'larva':
      return [{ to: spot(`sea:${a}`) }]
    case 'fish':
      return [{ to: piece(`tile:${a}`) }]
    default:
      return []
  }
}

function spaces(view: View<Board>): { name: string; at: string }[] {
  return position(view).reefs.flatMap((reef, board) =>
    Array.from({ length: ROWS * COLUMNS }, (_, i) => [i % COLUMNS, Math.floor(i / COLUMNS)] as const)
      .filter(([x, y]) => reef.ground[y]?.[x] !== 'x')
      .map(([x, y]) => ({ name: cellName(board, x, y), at: cell(cellName(board, x, y)) })),
  )
}

/** The coral that a turn is about: where a shrimp goes or tiles are placed last. */
function coralOf({ turn, after }: Argument<Board>): Colour | null {
  const v = position(after)
  const cells = turn.flatMap(move => {
    const [kind, a, b] = parts(move)
    return kind === 'place' || kind === 'shrimp' ? [a!] : kind === 'move' ? [b!] : []
  })
  for (const name of cells.reverse()) {
    const colour = tileAt(v, name)
    if (colour) return colour
  }
  return null
}

const WORDS: Record<string, string> = {
  fish: 'fish',
  'fish later': 'fish',
  'fish tiles later': 'fish',
  'fish fixed': 'fixed',
  'held fixed': 'fixed',
  meals: 'meal',
  'best meal': 'meal',
  'meals later': 'meal',
  'big corals': 'meal',
  'last meal': 'meal',
  held: 'grows',
  'held later': 'grows',
  'held tiles': 'grows',
  exposed: 'protects',
  'open sides': 'protects',
  growth: 'keeps',
  'growth later': 'keeps',
  'growth tiles': 'keeps',
  'spare growth': 'keeps',
  tiles: 'brings',
  'tiles later': 'brings',
  cubes: 'brings',
  'cube colours': 'brings',
  consumed: 'prey',
  'consumed held': 'prey',
  'consumed later': 'prey',
  'shrimps out': 'shrimp',
  unclaimed: 'shrimp',
}

/** Words that name a coral; without one another word serves. */
const NAMED = new Set(['grows', 'protects', 'shrimp'])

function why(p: Argument<Board>): string | null {
  const { reason, me, names, t } = p
  if (reason.points <= 0) return null
  const key = WORDS[reason.name]
  if (!key) return null
  if (reason.seat !== me) return say(t, 'why.against', { who: names[reason.seat - 1] ?? '' })
  if (!NAMED.has(key)) return say(t, `why.${key}`)
  const colour = coralOf(p)
  return colour ? say(t, `why.${key}`, { coral: coralWord(t, colour) }) : say(t, `why.${key}.any`)
}

const tips: Teaching['tips'] = {
  fish: { at: '.re-group-tiles', rule: 'goal' },
  larva: { at: '.re-sea-board', rule: 'cube' },
  cube: { at: '.re-group-cubes', rule: 'cube' },
  place: { at: '.re-reefs', rule: 'growth' },
  attack: { at: '.re-reefs', rule: 'attack' },
  shrimp: { at: '.re-group-shrimps', rule: 'shrimps' },
  take: { at: '.re-sea-board', rule: 'take' },
  strength: { at: '.re-strength', rule: 'strong' },
  eat: { at: '.re-reefs', rule: 'eat' },
  swap: { at: '.re-group-prey', rule: 'swap' },
  fix: { at: '.re-strength', rule: 'swap' },
  end: { at: '.re-group-fish', rule: 'end' },
}

export const teaching: Teaching<Board> = { where, spaces, why, tips }
