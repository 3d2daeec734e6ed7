// The daily deal: one for every game and date, the same for everybody. The n-th draw is the same however
// the game goes. The opponent changes with the day of the week and thinks by nodes, not by the clock. Only
// people's decisions make games differ.

import type { Opening } from './source'
import type { Seat } from './view'

/** The date here, as in 2026-11-15. */
export function today(): string {
  const now = new Date()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(Date.parse(text))

/** The day, for calendars. */
export const dayOf = (date: string): Date => new Date(`${date}T12:00`)

/** The text that the seed of the deal is made from. */
export const dealName = (game: string, date: string): string => `atoll daily ${game} ${date}`

/** The opponent on a date: the weakest on Mondays, the strongest on Sundays. */
export const opponentOn = (levels: string[], date: string): string =>
  levels[Math.floor((((dayOf(date).getDay() + 6) % 7) * levels.length) / 7)]!

const seatsOn = (levels: string[], date: string, players: number): Seat[] =>
  Array.from({ length: players }, (_, i) =>
    i ? { kind: 'bot', name: '', level: opponentOn(levels, date) } : { kind: 'me', name: '' },
  )

export function dailyOpening(game: { name: string; players_min: number }, levels: string[], date: string): Opening {
  const { name, players_min: players } = game
  return { kind: 'new', game: name, players, options: 0, seats: seatsOn(levels, date, players), daily: date }
}
