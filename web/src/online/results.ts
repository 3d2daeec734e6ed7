// How my games at the host ended (docs/protocol.md, "results").

import type { Result } from '../results'
import type { Line, Seat } from '../view'
import type { Ending } from './messages'
import type { ClockChoice } from './choices'
import { wire } from './wire'

export interface ResultSeat {
  seat: number
  kind: 'person' | 'bot'
  person?: number
  name?: string | null
  picture?: number
  level?: string
  moves: number
  /** A bot moved for this person: its level, and how often. */
  stand_in?: string
  bot_moves?: number
  resigned?: boolean
  score: number
  /** 0: the game ended before anybody had won. */
  place: number
  lines?: Line[]
}

export interface OnlineResult {
  table: string
  created: number
  ended: number
  game: string
  players: number
  options: string
  clock: ClockChoice
  phase: 'finished' | 'abandoned'
  ending: Ending | null
  moves: number
  duration: number
  seats: ResultSeat[]
  record?: string | null
}

/** Where the list goes on; null: it does not. */
export type After = { after: string; ended: number } | null

export interface Page {
  results: OnlineResult[]
  after: After
}

export async function page(from: After, records = false): Promise<Page> {
  const m = await wire().ask({ do: 'results', ...(from ?? {}), ...(records ? { records } : {}) })
  const results = m.results as OnlineResult[]
  return { results, after: typeof m.after === 'string' ? { after: m.after, ended: m.ended as number } : null }
}

/** All of them, the last one first. */
export async function all(records = false, each: (n: number) => void = () => {}): Promise<OnlineResult[]> {
  const found: OnlineResult[] = []
  let from: After = null
  do {
    const next: Page = await page(from, records)
    found.push(...next.results)
    each(found.length)
    from = next.after
  } while (from)
  return found
}

/** One game a line, as JSON, the oldest first. */
export const asLines = (results: OnlineResult[]): string =>
  results
    .toReversed()
    .map(r => `${JSON.stringify(r)}\n`)
    .join('')

function seatOf(s: ResultSeat, me: number): Seat {
  if (s.kind === 'bot') return { kind: 'bot', name: '', level: s.level ?? '' }
  if (s.person === me) return { kind: 'me', name: '' }
  return { kind: 'guest', name: s.name ?? '?', picture: s.picture || s.person, person: `online-${s.person}` }
}

/** For the statistics: games that have a winner. */
export const counted = (results: OnlineResult[], me: number): Result[] =>
  results
    .filter(r => r.seats.some(s => s.place > 0))
    .map(r => ({
      id: r.table,
      game: r.game,
      when: r.ended,
      seats: r.seats.map(s => seatOf(s, me)),
      scores: r.seats.map(s => ({ seat: s.seat, total: s.score, place: s.place, lines: s.lines ?? [], ties: [] })),
    }))
