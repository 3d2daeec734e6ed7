// Puzzles, "find the better move": a year of them for every game as a file of seeds, plies and answers
// (bots/puzzle.h), and those made of my own mistakes.

import { during } from './rest'
import type { Verdict } from './source'

/** From bots' games: the position is laid out from the seed, the answer is a place among the legal moves. */
export interface Puzzle {
  seed: number
  ply: number
  answer: number
}

/** Games with puzzles. */
export const puzzleGames = (): string[] => Object.keys(PUZZLE_URLS)

const loaded = new Map<string, Puzzle[]>()

/** All puzzles of a game, one for every day of a leap year; fetched when they are opened. */
export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  const kept = loaded.get(game)
  if (kept) return kept
  const response = await during(fetch(PUZZLE_URLS[game] ?? ''))
  if (!response.ok) throw new Error('there are no puzzles for this game')
  const list = (await during(response.text()))
    .trim()
    .split('\n')
    .map(line => {
      const [seed = 0, ply = 0, answer = 0] = line.split(' ').map(Number)
      return { seed, ply, answer }
    })
  loaded.set(game, list)
  return list
}

/** The number of a day, from 1: the same every year; the 29th of February has its own. */
export function numberOf(day: Date): number {
  const inLeapYear = Date.UTC(2024, day.getMonth(), day.getDate())
  return 1 + Math.round((inLeapYear - Date.UTC(2024, 0, 1)) / 86_400_000)
}

/** A mistake of mine: in which game, after how many steps, and the better move. */
export interface Mistake {
  game: string
  id: string
  step: number
  best: string
  lost: number
}

const MISTAKES = 'atoll.mistakes',
  SOLVED = 'atoll.puzzles'
/** The greatest number that is kept. */
const MOST = 60

function read<V>(key: string, none: V): V {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as V | null) ?? none
  } catch {
    return none
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    /* a private window may refuse */
  }
}

export const mistakes = (): Mistake[] => read<Mistake[]>(MISTAKES, [])

/** Stores what an analysis found in one of my games, in place of an earlier analysis. */
export function keepMistakes(game: string, id: string, found: Verdict[]): void {
  const own = found.map(({ step, best, lost }) => ({ game, id, step, best, lost }))
  write(MISTAKES, [...own, ...mistakes().filter(m => m.id !== id)].slice(0, MOST))
}

/** A puzzle's name: "reef/12", or "mine/ID/STEP". */
export const isSolved = (name: string): boolean => read<string[]>(SOLVED, []).includes(name)

export function keepSolved(name: string): void {
  if (!isSolved(name)) write(SOLVED, [...read<string[]>(SOLVED, []), name])
}

/** The beginning of a record: its first moves, as many as given. */
export function cut(record: string, moves: number): string {
  const lines = record.split('\n')
  return [...lines.slice(0, lines.indexOf('moves:') + 1 + moves), ''].join('\n')
}
