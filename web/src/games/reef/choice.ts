// The move being built: which card, where its pieces go. What is possible is read off the list of
// legal moves, never worked out.

import type { Draft } from '../../session'
import { read } from './facts'

export type Choice =
  | { kind: 'take'; place: number }
  | { kind: 'deck'; place: number | null }
  | { kind: 'play'; card: number; spots: string[]; reversed: boolean }

/** What a draft has chosen; a move from a hint or from the list of moves is read back. */
export function choiceOf(draft: Draft | null): Choice | null {
  if (!draft) return null
  if (draft.parts) return draft.parts as Choice
  const move = read(draft.moves[0] ?? '')
  return move.kind === 'take' || move.kind === 'deck' || move.kind === 'play' ? move : null
}

export interface Narrowed {
  /** Where the pieces chosen so far go; '-' for one that cannot be placed. */
  spots: string[]
  /** Where the next piece can go. */
  next: string[]
  /** The next piece may be left out, for want of room. */
  skip: boolean
  /** The legal move, once everything is chosen. */
  move: string | null
  /** The same with the two pieces of one stack the other way round. */
  swapped: string | null
}

/** What is left of the legal plays of a card. Of two equal pieces either may come first, though the
 *  list spells such a move in one way only. */
export function narrow(legal: string[], card: number, pieces: string, chosen: string[], reversed: boolean): Narrowed {
  const same = pieces[0] === pieces[1]
  const plays = legal.flatMap(move => {
    const m = read(move)
    if (m.kind !== 'play' || m.card !== card) return []
    const one = { move, spots: m.spots as string[], reversed: m.reversed }
    return same && m.spots[1] !== '-' ? [one, { ...one, spots: [...m.spots].reverse() }] : [one]
  })
  const spots = [...chosen]
  for (;;) {
    const fits = plays.filter(p => spots.every((s, i) => p.spots[i] === s))
    if (spots.length === 2) {
      const wanted = fits.find(p => p.reversed === reversed) ?? fits[0]
      return {
        spots,
        next: [],
        skip: false,
        move: wanted?.move ?? null,
        swapped: fits.find(p => p.reversed !== wanted?.reversed)?.move ?? null,
      }
    }
    const next = new Set(fits.map(p => p.spots[spots.length]!))
    const skip = next.delete('-')
    if (skip && next.size === 0) spots.push('-')
    else return { spots, next: [...next], skip, move: null, swapped: null }
  }
}

/** A card's pieces in the order they are put down, each with its space. */
export function laid(pieces: string, spots: string[], reversed: boolean): { piece: string; space: string }[] {
  const list = spots.map((space, i) => ({ piece: pieces[i]!, space })).filter(x => x.space !== '-')
  return reversed ? list.reverse() : list
}
