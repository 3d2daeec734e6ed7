// What the results on a device say about one of its people: how often they won, how many points, against
// whom.

import type { Result } from './results'
import type { Seat } from './view'

/** A player under any name: me, a person of this device, a bot by its level. */
export function identity(seat: Seat): string {
  if (seat.kind === 'bot') return `bot:${seat.level}`
  if (seat.kind === 'me') return 'me'
  return seat.person ? `person:${seat.person}` : `name:${seat.name}`
}

/** One game as one of its players saw it. */
export interface Played {
  result: Result
  points: number
  won: boolean
  /** Points by the parts of the score: mine, and the others' on average. */
  parts: { label: string; mine: number; others: number }[]
  others: { who: string; seat: Seat; points: number }[]
}

const mean = (numbers: number[]): number => numbers.reduce((sum, n) => sum + n, 0) / (numbers.length || 1)

function playedBy(result: Result, who: string): Played | null {
  const at = result.seats.findIndex(s => identity(s) === who)
  const own = result.scores[at]
  if (!own || own.total === null) return null
  const rest = result.scores.filter((_, i) => i !== at)
  const part = (label: string, of = own) => of.lines.find(l => l.label === label)?.points ?? 0
  return {
    result,
    points: own.total,
    won: own.place === 1,
    parts: own.lines.map(({ label, points }) => ({ label, mine: points, others: mean(rest.map(s => part(label, s))) })),
    others: rest.map(s => {
      const seat = result.seats[s.seat - 1]!
      return { who: identity(seat), seat, points: s.total ?? 0 }
    }),
  }
}

export interface Filter {
  game: string
  who: string
  /** How many play; 0: any number. */
  players: number
  /** One of the others; empty: anybody. */
  against: string
}

/** The games of one player, the oldest first. */
export function select(results: Result[], { game, who, players, against }: Filter): Played[] {
  return results
    .filter(r => r.game === game && (!players || r.seats.length === players))
    .flatMap(r => playedBy(r, who) ?? [])
    .filter(p => !against || p.others.some(o => o.who === against))
}

export interface Summary {
  games: number
  won: number
  best: number
  average: number
  /** Games won in a row: now, and at most. */
  streak: number
  longest: number
  parts: { label: string; mine: number; others: number }[]
}

export function summary(played: Played[]): Summary {
  let streak = 0,
    longest = 0
  for (const { won } of played) {
    streak = won ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  const labels = [...new Set(played.flatMap(p => p.parts.map(x => x.label)))]
  // Averages over the games with this part.
  const of = (label: string, key: 'mine' | 'others') =>
    mean(played.flatMap(p => p.parts.filter(x => x.label === label)).map(x => x[key]))
  return {
    games: played.length,
    won: played.filter(p => p.won).length,
    best: Math.max(...played.map(p => p.points)),
    average: mean(played.map(p => p.points)),
    streak,
    longest,
    parts: labels.map(label => ({ label, mine: of(label, 'mine'), others: of(label, 'others') })),
  }
}

export interface Rival {
  who: string
  seat: Seat
  games: number
  won: number
  mine: number
  theirs: number
}

/** All opponents of one player, the most frequent first. */
export function rivals(played: Played[]): Rival[] {
  const all = new Map<string, { seat: Seat; games: Played[]; theirs: number[] }>()
  for (const p of played)
    for (const o of p.others) {
      const one = all.get(o.who) ?? { seat: o.seat, games: [], theirs: [] }
      if (!one.games.includes(p)) one.games.push(p)
      one.theirs.push(o.points)
      all.set(o.who, { ...one, seat: o.seat })
    }
  return [...all]
    .map(([who, { seat, games, theirs }]) => ({
      who,
      seat,
      games: games.length,
      won: games.filter(p => p.won).length,
      mine: mean(games.map(p => p.points)),
      theirs: mean(theirs),
    }))
    .sort((a, b) => b.games - a.games)
}
