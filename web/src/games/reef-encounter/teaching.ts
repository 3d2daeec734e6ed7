// What hints, the analysis and the guided game need of Reef Encounter.

import type { Place, Teaching } from '../game'
import { cellName, COLUMNS, parts, position, ROWS, type Board } from './model'
import { why } from './reasons'
import type { View } from '../../view'

const cell = (name: string): string => `[data-name="${name}"]`
const piece = (name: string): string => `[data-piece="${name}"]`
const action = (name: string): string => `[data-action="${name}"]`
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
    case 'swap-tile': // for a cube
      return [{ to: piece(`cube:${a}`) }]
    case 'swap-larva':
      return [{ to: piece(`prey:${a}`) }]
    case 'alga':
      return [{ to: b === 'tile' ? `[data-pair="${c}"]` : spot('space') }]
    case 'larva':
      return [{ to: action(`larva:${a}`) }]
    case 'stop':
      return [{ to: action('stop') }]
    case 'take':
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

const tips: Teaching['tips'] = {
  aim: { at: '.re-reef', rule: 'goal' },
  fish: { at: '.re-group-tiles', rule: 'goal' },
  larva: { at: '.action-buttons', rule: 'cube' },
  cube: { at: action('cube'), rule: 'cube' },
  place: { at: '.re-cell.re-lit:not(.re-anywhere, .re-soft)', rule: 'growth' },
  attack: { at: '.re-cell.re-attack', rule: 'attack' },
  shrimp: { at: action('shrimp'), rule: 'shrimps' },
  take: { at: '.re-sea-board', rule: 'take' },
  strength: { at: '.re-strength', rule: 'strong' },
  eat: { at: action('eat'), rule: 'eat' },
  swap: { at: action('alga'), rule: 'swap' },
  fix: { at: '.re-strength', rule: 'swap' },
  end: { at: '.re-group-fish', rule: 'end' },
}

export const teaching: Teaching<Board> = { where, spaces, why, tips }
