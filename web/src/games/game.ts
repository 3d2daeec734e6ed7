// What the module of a game gives to the table, and what it gets. There is one module a game
// (web/src/games/<game>.tsx, which the build finds); a game without one is played through generic.tsx.
// Modules draw and let people point at things. They never decide what is legal: the legal moves come from
// the rules as text, and a module narrows that list down step by step.

import type { ComponentChildren, ComponentType, JSX } from 'preact'
import type { T } from '../i18n'
import type { Draft } from '../session'
import type { Reason } from '../source'
import type { Spot } from '../ui/motion'
import type { Step, View } from '../view'

export type { Draft }

export interface BoardProps<B = unknown> {
  /** The position to draw: the present one, an earlier one, or one in the middle of others' moves. */
  view: View<B>
  /** The position one step before it, for motion; null at the start. */
  before: View<B> | null
  /** The step that led from before to view. */
  last: Step | null
  /** The steps since my last decision, to mark what has changed. at: the step's number; before: the
   *  view it was made in. */
  since: { at: number; step: Step; before: View<B> }[]
  /** My seat, whose board is nearest; 0 for a spectator. */
  me: number
  /** Names of the seats; names[0] is seat 1's. */
  names: string[]
  /** I may decide now. If not, legal is empty and nothing on the board reacts. */
  live: boolean
  /** My legal moves as text. */
  legal: string[]
  /** The move being built, and the view after draft.moves (null until it has come, or if they are
   *  not complete). Set a draft with every click; the action bar shows draft.say, the change of the
   *  score, Confirm and Take back. */
  draft: Draft | null
  preview: View<B> | null
  setDraft(draft: Draft | null): void
  /** The view after these moves, for comparing several possibilities; null if they are not legal. */
  peek(moves: string[]): Promise<View<B> | null>
  /** Makes a decision at once, without confirmation: for small steps that can be undone. */
  act(move: string): void
  /** Asks the rules why a move is not possible, and shows the reason. */
  why(move: string): void
  /** Shows a reason in the module's own words. */
  say(text: string): void
  /** No motion. */
  still: boolean
  t: T
}

/** A button in the action bar. */
export interface Action {
  label: string
  /** The name that marks and the guide use: [data-action="..."]. */
  name?: string
  act: () => void
  primary?: boolean
  /** One of a palette: a picture (on phones without its word), pressed while its action is being chosen. If it
   *  cannot be used now it is off, and a click says why. */
  tool?: boolean
  icon?: ComponentChildren
  pressed?: boolean
  off?: boolean
  /** Left out when there is no room. */
  extra?: boolean
}

/** Where a decision is on the board, for marks and arrows: elements by selector; and where a piece comes from, if
 *  it moves. */
export interface Place {
  from?: string
  to: string
}

/** A turn and a reason for it, to be put into words. after: the view after the turn. */
export interface Argument<B> {
  reason: Reason
  turn: string[]
  view: View<B>
  after: View<B>
  me: number
  names: string[]
  t: T
}

export interface Teaching<B = unknown> {
  /** Where a seat's move is on the board, step by step. view: before it; me: whose board is nearest. */
  where(p: { move: string; view: View<B>; seat: number; me: number }): Place[]
  /** The names of the spaces and where they are, for people who want to see them. */
  spaces(view: View<B>): { name: string; at: string }[]
  /** The reason for a turn, in a few words; null if there is nothing to say. Methods, as Board is. */
  why(p: Argument<B>): string | null
  /** Features whose reasons fit most turns: they are shown only if there is no other reason. */
  plain?: RegExp
  /** What each tip of the guided game points at, by selector, and the page of the guide with more about it. */
  tips: Record<string, { at?: string; rule?: string }>
}

export interface GuidePage {
  /** The words are under <game>.guide.<key>.title and .text. */
  key: string
  Picture: ComponentType<{ t: T }>
  /** The numbered rules on this page. */
  rules: string[]
}

/** A tip of the guided first game: <game>.tip.<key>, shown once, when its condition is met. */
export interface Tip<B> {
  key: string
  when(view: View<B>, legal: string[], draft: Draft | null): boolean
  /** It is about what is being chosen, and is shown at once. */
  chosen?: true
}

/** One line of a seat's score: "11 pink × 4 =" and 44. */
export interface Sum {
  words: string
  points: number
}

/** A drawing of w by h units: a seat's board, or one that all share. */
export interface Drawing {
  w: number
  h: number
  seat?: number
  drawing: JSX.Element
}

/** How a game of this kind ended; loaded when one has ended. */
export interface Ending<B = unknown> {
  /** Why it ended, in a sentence. */
  why(view: View<B>, names: string[], t: T): string
  /** A seat's score, line by line; the lines add up to its total. at: the view before step n (from 0). */
  sums(p: { view: View<B>; seat: number; steps: Step[]; at: (n: number) => View<B>; t: T }): Sum[]
  /** Pieces that celebrate, by their names in the sheet of symbols. */
  pieces: string[]
  /** The boards at the end, for a picture to send. */
  boards(view: View<B>, t: T): Drawing[]
  /** What the books recommend to people who know the game: this value of an option, and the key of its words. */
  next?: { option: string; value: string; words: string }
}

export interface GameModule<B = unknown> {
  /** The game's name in rules and records. */
  name: string
  /** The picture on the start screen: decorative, fills a box of 16:10. */
  Picture: ComponentType
  /** A component; a method, so that modules of different boards fit into one list. */
  Board(p: BoardProps<B>): JSX.Element
  /** What I can do now, in one sentence; a screen reader also hears it when my turn begins. */
  prompt(p: BoardProps<B>): string
  /** The page of the guide about the current action; refused: the reason why something is not possible, with its
   *  rule. */
  rule?(p: BoardProps<B>, refused: string | null): string
  /** How long each decision of others is shown, in ms, in games with many decisions a turn. */
  dwell?: number
  /** The module itself announces what is being chosen and what it brings. */
  says?: true
  /** Points come only at the end, so the table does not mention that a move brings none. */
  pointsAtEnd?: true
  /** Further buttons of the action bar. */
  actions?(p: BoardProps<B>): Action[]
  /** One line of the log; null for a step without one. view: before the move. */
  phrase(p: { step: Step; view: View<B>; after: View<B>; name: string; t: T }): string | null
  /** Is this a decision of the set-up? A player's first turn does not begin with it. */
  opening?(move: string): boolean
  /** A turn of several decisions in at most three sentences; without it, the phrases of all decisions. view:
   *  before each. */
  tell?(p: { decisions: { step: Step; view: View<B>; after: View<B> }[]; name: string; t: T }): string
  /** Where on the screen a decision has changed something; marked while the pointer is on its line of the log.
   *  view: before it. */
  places?(p: { step: Step; view: View<B>; after: View<B> }): Spot[]
  /** Points that a decision has just brought, and where on the screen: they fly to the player's name. view: before
   *  it. */
  gains?(p: { step: Step; view: View<B>; after: View<B> }): { points: number; from: Spot | null }[]
  /** How the game ended; without it the scores are all there is. */
  ending?: () => Promise<Ending<B>>
  /** A legal move by name, for lists and screen readers. */
  moveName(move: string, view: View<B>, t: T): string
  /** The position in sentences, for screen readers. */
  describe(view: View<B>, names: string[], t: T): string[]
  /** How near the end is, in a few words; shown beside the name of the seat to move. */
  nearEnd?(view: View<B>, t: T): string
  /** How to play it, in pages; loaded when they are opened. */
  guide?(): Promise<GuidePage[]>
  /** The letters of the rules that are on pieces, each with the key of its kind's word. */
  letters?: Record<string, string>
  /** What hints, the analysis and the guided game need; loaded when one of them is opened. */
  teaching?(): Promise<Teaching<B>>
  /** The guided first game: two players, this seed. */
  lesson?: { seed: string; options: number; tips: Tip<B>[] }
}
