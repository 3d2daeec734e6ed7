// Marks over the board: the places that a turn has changed, while the pointer is on its line of the log.

import type { GameModule } from '../games/game'
import type { Session } from '../session'
import type { Spot } from './motion'

const EDGE = 3 /* pixels between a mark and what it marks */

function ring({ left, top, width, height }: Spot): HTMLElement {
  const el = document.createElement('div')
  el.className = 'mark'
  Object.assign(el.style, {
    left: `${left - EDGE}px`,
    top: `${top - EDGE}px`,
    width: `${width + 2 * EDGE}px`,
    height: `${height + 2 * EDGE}px`,
  })
  return el
}

/** Marks the places that these steps changed; null: nothing. */
export function mark(session: Session, module: GameModule, steps: [from: number, to: number] | null): void {
  document.querySelector('.marks')?.remove()
  if (!steps || !module.places) return
  const spots: Spot[] = []
  for (let n = steps[0]; n < steps[1]; n++) {
    const step = session.steps[n]
    if (step && step.seat > 0)
      spots.push(...module.places({ step, view: session.view(n)!, after: session.view(n + 1)! }))
  }
  if (spots.length === 0) return
  const box = document.createElement('div')
  box.className = 'marks'
  box.setAttribute('aria-hidden', 'true')
  box.append(...spots.map(ring))
  document.querySelector('.table')?.append(box)
}
