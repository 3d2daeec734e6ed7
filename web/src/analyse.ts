// The analysis of a finished game: every decision judged by a bot from what its seat knew then, so
// that a mistake is a mistake and not bad luck.

import type { Door } from './door'
import type { Analysis, Verdict } from './source'
import type { Thinker } from './think'

export interface Finished {
  door: Door
  thinker: Thinker
  level: string
  players: number
  begin(): void
  moves: { seat: number; text: string }[]
  progress(done: number): void
  /** Slots that may be used. The table uses them too, so each is read before the next wait. */
  state: number
  view: number
}

/** The views that are judged, one a decision, made before the first wait. */
function decisions(g: Finished): { step: number; seat: number; move: string; view: Uint8Array }[] {
  const out: { step: number; seat: number; move: string; view: Uint8Array }[] = []
  g.begin()
  g.moves.forEach(({ seat, text }, step) => {
    if (seat > 0) {
      g.door.look(g.state, seat, g.view)
      out.push({ step, seat, move: text, view: g.door.encode(g.view) })
    }
    g.door.apply(g.state, text)
  })
  return out
}

export async function analyse(g: Finished): Promise<Analysis> {
  const list = decisions(g)
  const a: Analysis = {
    graph: [], verdicts: [],
    luck: new Array<number>(g.players).fill(0), choice: new Array<number>(g.players).fill(0),
  }
  let after: number[] | null = null
  for (const [i, d] of list.entries()) {
    const judged = await g.thinker.advise(d.view, g.level, BigInt(d.step))
    g.progress((i + 1) / list.length)
    const best = judged[0]
    if (!best) continue
    const played = judged.find(j => j.move === d.move) ?? judged[judged.length - 1]!
    // Between two decisions only draws happen: what changed there is luck.
    if (after) after.forEach((w, s) => { a.luck[s]! += (best.win[s] ?? 0) - w })
    played.win.forEach((w, s) => { a.choice[s]! += w - (best.win[s] ?? 0) })
    after = played.win
    a.graph.push({ step: d.step, win: played.win.slice(0, g.players) })
    const verdict: Verdict = {
      step: d.step, seat: d.seat, move: d.move, best: best.move,
      played: played.win[d.seat - 1] ?? 0, could: best.win[d.seat - 1] ?? 0,
    }
    a.verdicts.push(verdict)
  }
  return a
}
