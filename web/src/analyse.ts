// The analysis of a finished game. Every decision is judged by a bot from what its seat knew then, so
// that a mistake is a mistake and not bad luck; every draw by what it brought against what could be
// expected of it. The same as `atoll analyse`.

import type { Door } from './door'
import type { Analysis } from './source'
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

interface Decision { step: number; seat: number; move: string; view: Uint8Array }

/** Goes through the game once: the decisions that were ones, and each seat's luck. */
function walk(g: Finished): { decisions: Decision[]; luck: number[] } {
  const decisions: Decision[] = []
  const luck = new Array<number>(g.players).fill(0)
  g.begin()
  g.moves.forEach(({ seat, text }, step) => {
    if (seat === 0) g.door.luck(g.state, text).forEach((w, s) => { luck[s]! += w })
    else if (g.door.legal(g.state).length > 1) {
      g.door.look(g.state, seat, g.view)
      decisions.push({ step, seat, move: text, view: g.door.encode(g.view) })
    }
    g.door.apply(g.state, text)
  })
  return { decisions, luck }
}

export async function analyse(g: Finished): Promise<Analysis> {
  const { decisions, luck } = walk(g)
  const a: Analysis = { graph: [], verdicts: [], luck, choice: new Array<number>(g.players).fill(0) }
  for (const [i, d] of decisions.entries()) {
    const judged = await g.thinker.advise(d.view, g.spec, BigInt(d.step), d.move)
    g.progress((i + 1) / decisions.length)
    const best = judged[0]
    if (!best) continue
    const own = judged.find(j => j.move === d.move) ?? best
    const lost = Math.max(0, best.win[d.seat - 1]! - own.win[d.seat - 1]!)
    a.choice[d.seat - 1]! -= lost
    a.graph.push({ step: d.step, win: own.win })
    a.verdicts.push({ step: d.step, seat: d.seat, move: d.move, best: best.move, played: own.win[d.seat - 1]!, lost })
  }
  return a
}
