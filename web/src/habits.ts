// How somebody set a game up the last time: the same set-up is offered the next time. Kept on this device.

import type { GameInfo, Seat } from './view'

export interface Habit {
  players: number
  /** A seat for each player that the game can have. */
  seats: Seat[]
  /** By name, the number of the value. */
  options: Record<string, number>
  /** The seat that begins, from 1; 0: it is drawn. */
  first: number
}

const KEY = 'atoll.setups'

function all(): Record<string, Habit> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Habit>
  } catch {
    return {}
  }
}

/** Can a seat still be given to this one? Bots of a level that exists, and people. */
function known(seat: Seat | undefined): boolean {
  if (seat?.kind === 'bot') return CATALOGUE.levels.includes(seat.level)
  return seat?.kind === 'me' || seat?.kind === 'guest'
}

/** null: nothing is remembered that fits this game. */
export function habitOf(game: GameInfo): Habit | null {
  const kept = all()[game.name]
  if (!kept || !Array.isArray(kept.seats) || kept.seats.length !== game.players_max) return null
  if (!(kept.players >= game.players_min && kept.players <= game.players_max)) return null
  if (!kept.seats.every(known)) return null
  const options: Record<string, number> = {}
  for (const { name, values } of game.options) {
    const value = kept.options?.[name] ?? 0
    if (values[value] !== undefined) options[name] = value
  }
  const first = game.first_drawn && kept.first <= kept.players ? kept.first : 0
  return { players: kept.players, seats: kept.seats, options, first }
}

export function keepHabit(game: string, habit: Habit): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: habit }))
  } catch {
    /* a private window may refuse: then it has to be chosen again */
  }
}

/** Options as one number, as the rules take them. */
export function packOptions(game: GameInfo, options: Record<string, number>): number {
  let packed = 0
  for (const o of game.options) packed |= (options[o.name] ?? 0) << o.shift
  return packed
}
