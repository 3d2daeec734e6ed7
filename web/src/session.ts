// A table as one screen sees it: the steps so far, which of them is shown, the move being built. It knows
// neither where moves come from (source.ts) nor any game.

import { busy, soon } from './rest'
import type { Hint, Now, Source, TableEvent } from './source'
import type { Step, View } from './view'

/** A move being built: complete decisions (sent on confirmation) and the module's own data about the rest. say:
 *  what has been chosen so far, in words. */
export interface Draft {
  moves: string[]
  parts: unknown
  say: string
}

/** How long another seat's decision, a draw and my own decision stay on the screen before the next step, in ms. */
export const DWELL = 900
const DWELL_DRAW = 450,
  DWELL_OWN = 450

export class Session {
  source: Source | null = null
  now: Now = { viewer: 0, turn: 0, mine: false, cover: null, thinking: null, failed: null, canUndo: false, legal: [] }
  steps: Step[] = []
  /** How many steps are shown; less than steps.length in history or while others' moves play. */
  shown = 0
  /** An earlier position is shown: nothing moves on by itself, unless steps are being replayed. */
  history = false
  /** Steps are being replayed up to this one; afterwards the earlier place is shown again (null: the present). */
  again: { to: number; back: number | null } | null = null
  draft: Draft | null = null
  preview: View | null = null
  /** Why the last attempt is not possible: as the rules say it, or in a module's own words. */
  refused: { why: string } | { words: string } | null = null
  /** A bot's advice; a string: why there is none. */
  hints: Hint | string | null = null
  thinkingHint = false
  /** Games with many small decisions a turn show each for a shorter time. */
  dwell = DWELL
  /** How long pieces are still in the air, in ms: others' next step waits for them. */
  airborne: () => number = () => 0
  /** A decision was made here, so the game is one of this device's own. */
  acted = false

  private start: View | null = null
  private startJson = ''
  private readonly views = new Map<number, View>()
  private readonly listeners = new Set<() => void>()
  /** Cancel the next step, and the wait for pieces to land. */
  private stop = () => {}
  private stopLanding = () => {}
  /** Ends the busy state while a bot thinks: no person can move yet. */
  private thought = () => {}
  /** When a step was last shown, by performance.now(). */
  private at = 0

  /** pace: how long steps stay on the screen, relative to normal; 0: everything is shown at once. */
  constructor(
    private readonly pace: () => number,
    private readonly onStep: (step: Step, own: boolean) => void,
  ) {}

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  private changed(): void {
    this.listeners.forEach(f => f())
  }

  /** Takes what the source says. */
  receive(e: TableEvent): void {
    const live = this.shown === this.steps.length
    const first = this.startJson === ''
    if (e.start !== this.startJson) {
      this.startJson = e.start
      this.start = JSON.parse(e.start) as View
    }
    const viewerChanged = e.now.viewer !== this.now.viewer
    const shorter = e.from + e.steps.length < this.steps.length
    this.steps = [...this.steps.slice(0, e.from), ...e.steps]
    for (const n of [...this.views.keys()]) if (n > e.from) this.views.delete(n)
    if (shorter || e.steps.length || viewerChanged || !e.now.mine) {
      const rest = viewerChanged || !e.now.mine ? null : this.restOfHint(e.steps)
      this.dropDraft()
      this.hints = rest
    }
    this.now = e.now
    this.thought()
    if (e.now.thinking !== null) this.thought = busy()
    if (first || viewerChanged || shorter) {
      this.shown = this.steps.length
      this.history = false
      this.again = null
    } else if (live) this.history = false
    this.playOn()
    this.settle(first)
  }

  /** While pieces are in the air nothing else is drawn: other changes wait until they have landed. */
  private settle(first: boolean): void {
    this.stopLanding()
    const seat = this.steps[this.shown - 1]?.seat
    const left = first || !seat || !this.pace() ? 0 : this.airborne()
    if (left > 0) this.stopLanding = soon(() => this.settle(false), left)
    else this.changed()
  }

  /** Shows the moves of others one by one, draws all at once; or steps that are replayed. */
  private playOn(): void {
    this.stop()
    const { again } = this
    // A replay that was asked for is never shown at once.
    const pace = this.pace() || (again ? 1 : 0)
    const end = again ? again.to : this.history ? this.shown : this.steps.length
    if (this.shown >= end) {
      if (again) this.stop = soon(() => this.endAgain(), this.dwell * pace)
      return
    }
    if (pace === 0) {
      while (this.shown < end) this.advance()
      this.changed()
      return
    }
    // A step that has been on the screen for long enough makes room at once.
    const dwell = this.dwellOf(this.shown) * pace
    const wait = dwell && Math.max(0, this.at + dwell - performance.now(), this.airborne())
    this.stop = soon(() => {
      // What was drawn since then may have started pieces.
      if (dwell && this.airborne() > 0) return this.playOn()
      this.advance()
      while (this.shown < end && this.steps[this.shown - 1]!.seat === 0 && this.steps[this.shown]!.seat === 0)
        this.advance()
      this.changed()
      this.playOn()
    }, wait)
  }

  /** How long the step before n (from 0) stays at normal pace. */
  private dwellOf(n: number): number {
    const { viewer } = this.now
    const seat = this.steps[n]!.seat
    const previous = this.steps[n - 1]?.seat
    if (seat === 0) return previous ? DWELL_DRAW : 0
    if (this.again) return this.dwell
    if (seat === viewer || previous === undefined) return 0
    return previous === viewer ? DWELL_OWN : this.dwell
  }

  private advance(): void {
    const step = this.steps[this.shown++]!
    this.at = performance.now()
    this.onStep(step, step.seat === this.now.viewer)
  }

  /** Replays the steps from (included) to (not included); then the earlier place is shown again. */
  replay(from: number, to: number): void {
    const back = this.again ? this.again.back : this.history ? this.shown : null
    this.again = { to, back }
    this.history = true
    this.shown = from
    this.at = performance.now()
    this.playOn()
    this.changed()
  }

  private endAgain(): void {
    const { back } = this.again!
    this.again = null
    this.goTo(back ?? this.steps.length)
  }

  /** The view after n steps. */
  view(n = this.shown): View | null {
    if (n <= 0) return this.start
    const kept = this.views.get(n)
    if (kept) return kept
    const step = this.steps[n - 1]
    if (!step) return this.start
    const view = JSON.parse(step.json) as View
    this.views.set(n, view)
    return view
  }

  /** Everything is shown and nothing is being looked at: the viewer may decide. */
  get live(): boolean {
    return this.now.mine && !this.now.sending && !this.history && this.shown === this.steps.length
  }

  /** The steps since the viewer's last decision, up to what is shown. */
  since(): { at: number; step: Step; before: View }[] {
    let from = this.shown
    while (from > 0 && this.steps[from - 1]!.seat !== this.now.viewer) from--
    return this.steps.slice(from, this.shown).map((step, i) => ({ at: from + i, step, before: this.view(from + i)! }))
  }

  setDraft(draft: Draft | null): void {
    this.draft = draft
    this.preview = null
    this.refused = null
    this.changed()
    if (draft?.moves.length)
      void this.source?.preview(draft.moves).then(view => {
        if (this.draft !== draft) return
        this.preview = view
        this.changed()
      })
  }

  private dropDraft(): void {
    this.draft = this.preview = this.refused = this.hints = null
  }

  /** A hint is for a whole turn: for those who follow it, the rest of it stays. */
  private restOfHint(steps: Step[]): Hint | null {
    const { hints } = this
    if (!hints || typeof hints === 'string' || steps.length === 0) return null
    const turn = hints.turn.slice(steps.length)
    const followed = steps.every((step, i) => step.seat === this.now.viewer && step.move === hints.turn[i])
    return followed && turn.length ? { ...hints, moves: [], turn } : null
  }

  closeHint(): void {
    this.hints = null
    this.changed()
  }

  async act(moves: string[]): Promise<void> {
    if (!this.live || !this.source) return
    const refused = await this.source.act(moves)
    if (refused === null) this.acted = true
    else this.refused = { why: refused }
    this.changed()
  }

  confirm(): void {
    if (this.draft?.moves.length) void this.act(this.draft.moves)
  }

  /** Says why a move is not possible. */
  async why(move: string): Promise<void> {
    const why = (await this.source?.why(move)) ?? null
    this.refused = why === null ? null : { why }
    this.changed()
  }

  say(words: string): void {
    this.refused = { words }
    this.changed()
  }

  async undo(): Promise<void> {
    await this.source?.undo()
  }
  async uncover(): Promise<void> {
    await this.source?.uncover()
  }

  /** Ends a replay; else shows everything at once. False: there was nothing left to show. */
  skip(): boolean {
    if (this.again) this.endAgain()
    else if (this.history || this.shown === this.steps.length) return false
    else this.goTo(this.steps.length)
    return true
  }

  /** Shows everything at once and ends a bot's thinking. */
  hurry(): void {
    this.stop()
    this.again = null
    this.history = false
    this.shown = this.steps.length
    this.changed()
    if (this.now.thinking !== null || this.now.failed !== null) void this.source?.hurry()
  }

  /** Looks at an earlier position; at the end play goes on. */
  goTo(n: number): void {
    this.stop()
    this.again = null
    this.shown = Math.max(0, Math.min(n, this.steps.length))
    this.history = this.shown < this.steps.length
    this.changed()
  }

  async hint(): Promise<void> {
    if (!this.source || this.thinkingHint) return
    this.thinkingHint = true
    this.changed()
    try {
      this.hints = await this.source.hint()
    } catch (err) {
      this.hints = (err as Error).message
    } finally {
      this.thinkingHint = false
      this.changed()
    }
  }

  /** Shows nothing more. */
  rest(): void {
    this.stop()
    this.stopLanding()
  }

  close(): void {
    this.rest()
    this.thought()
    this.source?.close()
  }
}
