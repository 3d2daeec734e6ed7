// What a seat can see, as the wasm module prints it (docs/formats/json.md). Screens hold nothing else.
// Seats count from 1.

export interface Line {
  label: string
  points: number
}
export interface Tie {
  label: string
  value: number
}
export interface Score {
  seat: number
  /** null: the game hides it from this viewer; then nobody has a place. */
  total: number | null
  place: number | null
  lines: Line[]
  ties: Tie[]
}

/** The members that views of all games have. */
interface Common {
  game: string
  players: number
  viewer: number | 'public'
  ply: number
  first: number | null
  to_move: number | 'chance' | null
  over: boolean
  options: Record<string, string>
  scores: Score[]
  legal_moves?: string[]
  /** The position as text, for a game without a module here. */
  text?: string
  [member: string]: unknown
}

/** B is the game's own part. */
export type View<B = unknown> = Common & B

export interface Option {
  name: string
  help: string
  shift: number
  values: string[]
}
export interface GameInfo {
  name: string
  title: string
  id: number
  /** The version of its rules: the host's must be the same. */
  rules: number
  listed: boolean
  players_min: number
  players_max: number
  /** The shortest and longest usual playing time, if known. */
  minutes?: [number, number]
  /** Chance decides who begins, unless people do. */
  first_drawn: boolean
  options: Option[]
}

/** What the module offers: names of bots, the weakest first, and games. */
export interface Catalogue {
  levels: string[]
  games: GameInfo[]
}

/** Who sits where: me, somebody else at this device, or a bot of some level. People may have a picture (a number
 *  of art/people.tsx); people of this device have an id of people.ts. */
export type Seat =
  | { kind: 'me' | 'guest'; name: string; picture?: number; person?: string }
  | { kind: 'bot'; name: string; level: string }

/** One move as the viewer saw it, and the view after it (JSON of a View). */
export interface Step {
  seat: number
  move: string
  json: string
}
