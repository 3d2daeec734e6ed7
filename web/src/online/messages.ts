// What the host tells about a table (docs/protocol.md, "What is told"). Seats count from 1.

import type { Message } from './wire'

export interface Seated {
  seat: number
  kind: 'free' | 'person' | 'bot'
  /** Of a person. */
  person?: number
  name?: string | null
  picture?: number
  here?: boolean
  /** Not here: milliseconds until the others may let a bot in. */
  grace?: number
  /** Away at a live table: milliseconds until the others may end the game because of it. */
  absent_in?: number
  /** Before a start with a live clock: has said so. */
  ready?: boolean
  promise?: string
  opened?: string
  silent?: boolean
  /** A bot moves for this person: they left, or their time was over. */
  stand_in?: 'left' | 'late' | 'away' | 'resigned' | 'erased' | null
  /** Of the bot that sits or stands in here. */
  level?: string
}

export interface Clock {
  kind: 'none' | 'turn' | 'game'
  base: number
  increment: number
}

export interface Question {
  ask: 'back' | 'end' | 'absent'
  seat: number
  ply?: number
  needs: number[]
  /** Who does not come back. */
  absent?: number[]
  lapses_in?: number
}

/** How a game ended before it was over. */
export interface Ending {
  how: 'agreed' | 'alone' | 'resigned' | 'absent' | 'abandoned'
  seats: number[]
}

export type Phase = 'gathering' | 'playing' | 'finished' | 'abandoned'

/** How it stands now: in table messages, and in events that have just happened. */
export interface Moment {
  number: number
  phase: Phase
  ply: number
  backs: number
  mover: number | null
  /** For so many milliseconds. */
  waited: number
  question: Question | null
  unopened?: number[]
  /** Not everybody is ready: so long until the seats of the others are free again. */
  ready_in?: number
  /** Where people are apart in time: nobody plays; who has asked in this turn, given time in it; nudges so far. */
  paused?: boolean
  asked?: number[]
  gave?: number[]
  nudges?: number
  ending?: Ending | null
  left?: number[]
  running?: number | null
  runs_in?: number
}

export interface TableMessage extends Message, Moment {
  table: string
  game: string
  players: number
  /** The version of the rules it is played by. */
  rules: number
  /** The seat that was chosen to begin; null: it is drawn. */
  first: number | null
  options: string
  clock: Clock
  open: boolean
  spectators: boolean
  hints: boolean
  creator: number
  given: number
  fair: boolean
  /** Its people may be apart in time; else it has the laws of before. */
  apart?: boolean
  commitment: string
  you: number | null
  /** I do not sit here yet, and may. */
  may_sit: boolean
  seats: Seated[]
  chats: number
  read_only: string | null
  /** See ThinkingMessage. */
  before?: number
  play_link?: string
  watch_link?: string
  bytes: string
  hash: string
}

export interface TableEvent {
  number: number
  event: string
  seat?: number
  person?: number
  name?: string | null
  picture?: number
  level?: string
  promise?: string
  opened?: string
  ply?: number
  move?: string
  code?: number
  ask?: 'back' | 'end' | 'absent'
  absent?: number[]
  /** Whose doing it was. */
  by?: number[]
  how?: Ending['how']
  needs?: number[]
}

export interface EventsMessage extends Message, Partial<Moment> {
  table: string
  old: boolean
  events: TableEvent[]
  hash?: string
}

export interface PresenceMessage extends Message {
  table: string
  seats: { seat: number; here: boolean; grace?: number; absent_in?: number; ready?: boolean }[]
  ready_in?: number
  left?: number[]
  running?: number | null
  runs_in?: number
}

/** The bot that is to move waits until so many others have thought. */
export interface ThinkingMessage extends Message {
  table: string
  seat: number
  before: number
}

/** A line of the chat; text is null once it was removed. */
export interface Said {
  number: number
  person: number
  name: string | null
  text: string | null
}
