// The move being built: which card, and the spaces of its pieces. What is possible is read from the list of
// legal moves, never computed.

import type { Draft } from '../../session'
import { read } from './facts'

export type Choice =
  | { kind: 'take'; place: number }
  | { kind: 'deck'; place: number | null }
  | { kind: 'play'; card: number; spots: string[]; reversed: boolean }

/** The choices in a draft; a move from a hint or from the list of moves is parsed. */
export function choiceOf(draft: Draft | null): Choice | null {
  if (!draft) return null
  if (draft.parts) return draft.parts as Choice
  const move = read(draft.moves[0] ?? '')
  return move.kind === 'take' || move.kind === 'deck' || move.kind === 'play' ? move : null
}

export interface Narrowed {
  /** The spaces of the pieces chosen so far; '-' for a piece that cannot be placed. */
  spots: string[]
  /** The spaces where the next piece can go. */
  next: string[]
  /** The next piece may be left out, because there is no room. */
  skip: boolean
  /** The legal move, once everything is chosen. */
  move: string | null
  /** The same with the two pieces of one stack the other way round. */
  swapped: string | null
}

/** The legal plays of a card that fit the choices. Two equal pieces may come in either order, although the list
 *  has only one of them. */
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
