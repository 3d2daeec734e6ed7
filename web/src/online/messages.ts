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
  /** If not here: milliseconds until the others may let a bot in. */
  grace?: number
  /** Away at a live table: milliseconds until the others may end the game because of it. */
  absent_in?: number
  /** Before a start with a live clock: this person is ready. */
  ready?: boolean
  /** No person decides there, as their client says. */
  program?: boolean
  promise?: string
  opened?: string
  silent?: boolean
  /** A bot moves for this person, who left or ran out of time. */
  stand_in?: 'left' | 'late' | 'away' | 'resigned' | 'erased' | null
  /** The bot that sits here, or stands in. */
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
  /** The seat of the person who does not come back. */
  absent?: number[]
  lapses_in?: number
}

/** How a game ended before it was over. */
export interface Ending {
  how: 'agreed' | 'alone' | 'resigned' | 'absent' | 'abandoned'
  seats: number[]
}

export type Phase = 'gathering' | 'playing' | 'finished' | 'abandoned'

/** The present state: in table messages, and in events that have just happened. */
export interface Moment {
  number: number
  phase: Phase
  ply: number
  backs: number
  mover: number | null
  /** How long the mover has been thinking, in milliseconds. */
  waited: number
  question: Question | null
  unopened?: number[]
  /** Not everybody is ready: milliseconds until the others' seats become free again. */
  ready_in?: number
  /** At tables where people are apart in time: whether play is paused; seats that have asked, and
   *  seats that have given time, in this turn; nudges so far. */
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
  /** The version of the rules of this game. */
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
  /** Its people may be apart in time; if not, the older rules for absence hold. */
  apart?: boolean
  commitment: string
  you: number | null
  /** I do not sit here yet, and may sit down. */
  may_sit: boolean
  /** Whoever made the table has sent me away. */
  removed?: boolean
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
  /** Who did it. */
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
  seats: { seat: number; here: boolean; grace?: number; absent_in?: number; ready?: boolean; program?: boolean }[]
  ready_in?: number
  left?: number[]
  running?: number | null
  runs_in?: number
}

/** Other tables' bots that think before this table's bot. */
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
