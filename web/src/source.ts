// Where moves come from: this device, or a host's table (online/table.ts). A screen talks to a Source and
// holds only what the source lets its viewer see.

import { Caller } from './rpc'
import type { Seat, Step, View } from './view'

/** The state of the table for the person in front of the screen. */
export interface Now {
  /** Whose view this is: a seat, or 0 for a spectator (or while the board is covered). */
  viewer: number
  /** A seat from 1, 0 for chance, -1 when over. */
  turn: number
  /** The viewer may decide now. */
  mine: boolean
  /** The seat that has to confirm that nobody else is looking; null if there is no need. */
  cover: number | null
  /** The bot that is thinking. */
  thinking: number | null
  /** How many bots of other tables think before it. */
  before?: number
  /** Why the bot to move has no move; null unless it failed. */
  failed: string | null
  canUndo: boolean
  /** Hints may be asked for here; they may if this is missing. */
  canHint?: boolean
  /** Another tab plays this game; this one only watches. */
  watching?: boolean
  /** A decision is being sent: it stays as it was built until it is answered. */
  sending?: boolean
  legal: string[]
}

export interface TableInfo {
  id: string
  game: string
  players: number
  seats: Seat[]
  /** A guided first game. */
  lesson: boolean
  /** The date of a daily deal (daily.ts). */
  daily?: string
}

/** steps replace the known ones from index `from` on. */
export interface TableEvent {
  from: number
  start: string
  steps: Step[]
  now: Now
}

export interface Judged {
  move: string
  visits: number
  win: number[]
  points: number[]
}

/** A reason of the evaluation for a turn: one of its features (bots/know_*.c), whose it is, its value in points
 *  for the seat to move, and the feature itself after a plain turn and after this one. */
export interface Reason {
  name: string
  seat: number
  points: number
  /** The feature before the turn, after a plain one and after this one. */
  was: number
  from: number
  to: number
}

/** A bot's advice: moves to consider, the best first; the best turn, whole; the reasons. */
export interface Hint {
  moves: Judged[]
  turn: string[]
  reasons: Reason[]
}

/** How much win probability the viewer's decisions would lose, and the best turn instead. */
export interface Judgement {
  turn: string[]
  lost: number
}

/** One decision of a finished game, judged: the move that was played and the best one. */
export interface Verdict {
  step: number
  seat: number
  move: string
  best: string
  /** The win probability that the seat had with it, and how much more with the best. */
  played: number
  lost: number
}

export interface Analysis {
  /** Win probabilities of all seats after each turn that was judged. */
  graph: { step: number; win: number[] }[]
  verdicts: Verdict[]
  /** What draws brought each seat beyond expectation, and what its decisions lost, in win probability. */
  luck: number[]
  choice: number[]
  /** The same in points. */
  luck_points: number[]
  lost_points: number[]
}

/** Progress of an analysis: a part from 0 to 1, and from time to time what has been found so far. */
export interface Progress {
  progress: number
  found?: Analysis
}

export interface Source {
  readonly table: TableInfo
  /** Makes one or several decisions; returns the refusal's text, or null. */
  act(moves: string[]): Promise<string | null>
  /** What the viewer would see after these moves, with the moves that would be legal then. */
  preview(moves: string[]): Promise<View | null>
  /** Why a move is not legal; null if it is. */
  why(move: string): Promise<string | null>
  undo(): Promise<boolean>
  uncover(): Promise<void>
  /** Ends a bot's thinking early; has one that failed try again. */
  hurry(): Promise<void>
  hint(): Promise<Hint>
  analyse(progress: (p: Progress) => void): Promise<Analysis>
  record(): Promise<string>
  /** Keeps the game in the list of this device, as its first move does. */
  keep(): Promise<void>
  /** Takes over a game from another tab (Now.watching). */
  playHere?(): Promise<void>
  close(): void
}

/** What the worker is asked to open. */
export type Opening =
  | {
      kind: 'new'
      game: string
      players: number
      options: number
      seats: Seat[]
      /** The seat that begins, from 1; else it is drawn. */
      first?: number
      seed?: string
      lesson?: boolean
      daily?: string
    }
  | { kind: 'saved'; id: string }
  | { kind: 'puzzle'; game: string; seed: number; ply: number }
  | { kind: 'record'; record: string; seats: Seat[] | null; keep: boolean; daily?: string }

/** A table on this device: the truth stays in a worker. */
export class LocalSource implements Source {
  table!: TableInfo

  private constructor(
    private readonly worker: Worker,
    private readonly port: Caller,
  ) {}

  static async open(opening: Opening, onEvent: (e: TableEvent) => void): Promise<LocalSource> {
    const worker = new Worker(WORKER_URL)
    let progress: (p: Progress) => void = () => {}
    const port = new Caller(worker, (e: TableEvent | Progress) => {
      if ('progress' in e) progress(e)
      else onEvent(e)
    })
    const source = new LocalSource(worker, port)
    source.onProgress = f => {
      progress = f
    }
    try {
      source.table = await port.call<TableInfo>('open', opening)
    } catch (err) {
      source.close()
      throw err
    }
    return source
  }

  private onProgress: (f: (p: Progress) => void) => void = () => {}

  act(moves: string[]): Promise<string | null> {
    return this.port.call('act', moves)
  }
  preview(moves: string[]): Promise<View | null> {
    return this.port.call('preview', moves)
  }
  why(move: string): Promise<string | null> {
    return this.port.call('why', move)
  }
  undo(): Promise<boolean> {
    return this.port.call('undo')
  }
  uncover(): Promise<void> {
    return this.port.call('uncover')
  }
  hurry(): Promise<void> {
    return this.port.call('hurry')
  }
  hint(): Promise<Hint> {
    return this.port.call('hint')
  }
  /** Only for tables of this device. */
  judge(moves: string[]): Promise<Judgement> {
    return this.port.call('judge', moves)
  }
  analyse(progress: (p: Progress) => void): Promise<Analysis> {
    this.onProgress(progress)
    return this.port.call('analyse')
  }
  record(): Promise<string> {
    return this.port.call('record')
  }
  keep(): Promise<void> {
    return this.port.call('keep')
  }
  playHere(): Promise<void> {
    return this.port.call('playHere')
  }
  close(): void {
    this.worker.terminate()
    this.port.close()
  }
}
