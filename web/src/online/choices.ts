// The choices with which tables online are made; the last ones are offered first.

import type { GameInfo } from '../view'
import { promise } from './draws'
import { wire } from './wire'

export interface Choices {
  players: number
  /** Who shall take the seats after mine: a level of bots, or a person. */
  others: string[]
  /** The chosen value of each option, as a number. */
  options: Record<string, number>
  /** The seat that begins, mine being 1; 0: it is drawn. */
  first: number
  open: boolean
  spectators: boolean
  hints: boolean
  /** kind, base and increment in milliseconds; a name of CLOCKS. */
  clock: string
}

export const PERSON = 'person'
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export interface ClockChoice {
  kind: 'none' | 'turn' | 'game'
  base: number
  increment: number
}
export const CLOCKS: Record<string, ClockChoice> = {
  none: { kind: 'none', base: 0, increment: 0 },
  minute: { kind: 'turn', base: MINUTE, increment: 0 },
  two: { kind: 'turn', base: 2 * MINUTE, increment: 0 },
  minutes: { kind: 'turn', base: 5 * MINUTE, increment: 0 },
  day: { kind: 'turn', base: DAY, increment: 0 },
  days2: { kind: 'turn', base: 2 * DAY, increment: 0 },
  days: { kind: 'turn', base: 3 * DAY, increment: 0 },
  days5: { kind: 'turn', base: 5 * DAY, increment: 0 },
  week: { kind: 'turn', base: 7 * DAY, increment: 0 },
  weeks: { kind: 'turn', base: 14 * DAY, increment: 0 },
  quick: { kind: 'game', base: 10 * MINUTE, increment: 5 * SECOND },
  calm: { kind: 'game', base: 30 * MINUTE, increment: 10 * SECOND },
}

const KEY = 'atoll.create'

interface Kept {
  last?: string
  games?: Record<string, Partial<Choices>>
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** The levels of bots that the host lets people ask for. */
export const levelsHere = (): string[] => {
  const { hello } = wire()
  return CATALOGUE.levels.filter(l => hello?.levels.includes(l) ?? true)
}

/** The last choices, as far as they still fit. */
export function choicesFor(game: GameInfo): Choices {
  const kept = read().games?.[game.name] ?? {}
  const players = Math.max(game.players_min, Math.min(game.players_max, kept.players ?? game.players_min))
  return {
    players,
    others: Array.from({ length: game.players_max - 1 }, (_, i) => {
      const who = kept.others?.[i] ?? PERSON
      return levelsHere().includes(who) ? who : PERSON
    }),
    options: kept.options ?? {},
    first: (game.first_drawn && kept.first) || 0,
    open: kept.open ?? false,
    spectators: kept.spectators ?? true,
    hints: kept.hints ?? false,
    clock: kept.clock !== undefined && kept.clock in CLOCKS ? kept.clock : 'none',
  }
}

export function keepChoices(game: string, choices: Choices): void {
  const kept = read()
  try {
    localStorage.setItem(KEY, JSON.stringify({ last: game, games: { ...kept.games, [game]: choices } }))
  } catch {
    /* a private window may refuse: next time the choices start from the defaults */
  }
}

/** The game of the last table that was made. */
export const lastGame = (): string | undefined => read().last

/** Options as records have them: "squares=any". */
function optionsText(game: GameInfo, values: Record<string, number>): string {
  return game.options
    .filter(o => (values[o.name] ?? 0) > 0)
    .map(o => `${o.name}=${o.values[values[o.name]!]}`)
    .join(' ')
}

/** Makes a table where I sit on the first seat; returns its id. The host must know me. */
export async function makeTable(game: GameInfo, c: Choices): Promise<string> {
  const answer = await wire().ask({
    do: 'create',
    game: game.name,
    seats: ['me', ...c.others.slice(0, c.players - 1)],
    options: optionsText(game, c.options),
    ...(c.first && c.first <= c.players ? { first: c.first } : {}),
    open: c.open,
    spectators: c.spectators,
    hints: c.hints,
    clock: CLOCKS[c.clock]!,
    promise: await promise(),
  })
  return answer.table as string
}
