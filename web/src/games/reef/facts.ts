// Types for Reef's view (web/view_reef.c and the facts of rules/reef/facts.c), and its words.

import type { Coral } from '../../art/reef'
import type { View } from '../../view'

export interface Card {
  pieces: string
  shape: string
  pattern: string
  value: number
}

export interface ReefPart {
  phase: 'deal' | 'first' | 'start' | 'turn' | 'play' | 'reveal' | 'over'
  /** Every card the view shows, by number. */
  cards: Record<string, Card>
  /** For each seat: where the patterns of cards count on its reef, one list of spaces for each occurrence. */
  marks: Record<string, number[][]>[]
}

export interface SeatFacts {
  /** Sixteen stacks from a1, b1 on, bottom pieces first. */
  reef: string[]
  /** The cards this viewer knows, and how many more there are. */
  hand: number[]
  seen: number[]
  unknown_cards: number
  discard: number[]
}

export interface ReefView extends View<ReefPart> {
  /** For each seat: how often each card's pattern is on the reef; card 1 comes first. */
  occurrences: number[][]
  seats: SeatFacts[]
  display: { card: number; tokens: number }[]
  top: number | null
  deck_size: number
  supply: Record<Coral, number>
  last_round: boolean
}

/** The members of a view of Reef besides those of every view. */
export const reef = (view: View<ReefPart>): ReefView => view as ReefView

export const cardOf = (view: ReefView, card: number): Card | undefined => view.cards[card]

export const occurrences = (view: ReefView, seat: number, card: number): number =>
  view.occurrences[seat - 1]?.[card - 1] ?? 0

/** How often a card counts for a seat with its present reef, by the rules' count. */
export const scoring = (view: ReefView, seat: number, card: number): number => view.marks[seat - 1]?.[card]?.length ?? 0

/** A seat's score, with its cards when the game is over; null if it is hidden. */
export const points = (view: View, seat: number): number | null => view.scores[seat - 1]?.total ?? null

/** Space 0 is a1, 1 is b1, 4 is a2. */
export const spaceName = (i: number): string => 'abcd'[i % 4]! + (Math.floor(i / 4) + 1)
export const spaceIndex = (name: string): number => 'abcd'.indexOf(name[0]!) + 4 * (Number(name[1]) - 1)

/** The parts of a move's text. Places count from 1. */
export type Read =
  | { kind: 'start'; colour: string; space: string }
  | { kind: 'take'; place: number }
  | { kind: 'deck'; place: number }
  | { kind: 'play'; card: number; spots: [string, string]; reversed: boolean }
  | { kind: 'other'; words: string[] }

export function read(move: string): Read {
  const w = move.split(' ')
  switch (w[0]) {
    case 'start':
      return { kind: 'start', colour: w[1]!, space: w[2]! }
    case 'take':
      return { kind: 'take', place: Number(w[1]) }
    case 'deck':
      return { kind: 'deck', place: Number(w[2]) }
    case 'play':
      return { kind: 'play', card: Number(w[1]), spots: [w[2]!, w[3]!], reversed: w[4] === 'reversed' }
    default:
      return { kind: 'other', words: w }
  }
}
