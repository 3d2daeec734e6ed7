// The analysis of a finished game. Every decision is judged by a bot from what its seat knew then, so
// that a mistake is a mistake and not bad luck; every draw by what it brought against what could be
// expected of it. The same as `atoll analyse`.

import type { Door } from './door'
import type { Analysis, Verdict } from './source'
import type { Thinker } from './think'

export interface Finished {
  door: Door
  thinker: Thinker
  /** Who judges (a bot's spec). */
  spec: string
  players: number
  /** Sets the slot state to the start. */
  begin(): void
  moves: { seat: number; text: string }[]
  progress(done: number): void
  /** Slots that may be used until the first wait. */
  state: number
  view: number
}

/** Consecutive decisions of one seat. A view is what it knew then, null where it had no choice. */
interface Turn {
  seat: number
  step: number
  moves: string[]
  views: (Uint8Array | null)[]
}

/** Goes through the game once: the turns, and each seat's luck. */
function walk(g: Finished): { turns: Turn[]; luck: number[] } {
  const turns: Turn[] = []
  const luck = new Array<number>(g.players).fill(0)
  let last = 0
  g.begin()
  g.moves.forEach(({ seat, text }, step) => {
    if (seat === 0)
      g.door.luck(g.state, text).forEach((w, s) => {
        luck[s]! += w
      })
    else {
      if (seat !== last) turns.push({ seat, step, moves: [], views: [] })
      const turn = turns.at(-1)!
      g.door.look(g.state, seat, g.view)
      turn.moves.push(text)
      turn.views.push(g.door.legal(g.state).length > 1 ? g.door.encode(g.view) : null)
    }
    last = seat
    g.door.apply(g.state, text)
  })
  return { turns, luck }
}

/** Where a better turn and the one that was played part: up to there nothing was lost. */
function parting(better: string[], played: string[]): number {
  const last = Math.min(better.length, played.length) - 1
  let i = 0
  while (i < last && better[i] === played[i]) i++
  return i
}

/** What each decision of a turn foretold of its end, taken together. */
function mean(wins: number[][]): number[] {
  return wins[0]!.map((_, seat) => wins.reduce((sum, win) => sum + win[seat]!, 0) / wins.length)
}

/** In a turn that is planned as a whole a decision is charged with what could be won before it and no
 *  longer after it. */
function charge(verdicts: Verdict[]): void {
  let later = 0
  for (const v of [...verdicts].reverse()) {
    const could = Math.max(v.lost, later)
    v.lost = could - later
    later = could
  }
}

export async function analyse(g: Finished): Promise<Analysis> {
  const { turns, luck } = walk(g)
  const a: Analysis = { graph: [], verdicts: [], luck, choice: new Array<number>(g.players).fill(0) }
  for (const [n, { seat, step, moves, views }] of turns.entries()) {
    const verdicts = moves.map((move, i): Verdict => ({ step: step + i, seat, move, best: move, played: 0, lost: 0 }))
    const after: number[][] = []
    let together = false
    for (const [i, view] of views.entries()) {
      if (!view) continue
      const rest = moves.slice(i)
      const { own, best, turn, whole } = await g.thinker.compare(view, g.spec, BigInt(step + i), rest)
      verdicts[i]!.played = own.win[seat - 1]!
      after.push(own.win)
      together = whole
      const part = parting(turn, rest)
      const lost = best.win[seat - 1]! - own.win[seat - 1]!
      if (lost > verdicts[i + part]!.lost) Object.assign(verdicts[i + part]!, { lost, best: turn[part] })
    }
    if (after.length) a.graph.push({ step: step + moves.length - 1, win: mean(after) })
    g.progress((n + 1) / turns.length)
    if (together) charge(verdicts)
    for (const v of verdicts) a.choice[seat - 1]! -= v.lost
    a.verdicts.push(...verdicts.filter((_, i) => views[i]))
  }
  return a
}
