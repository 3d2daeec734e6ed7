// Shows on the page whether it is at rest (../rest.ts): data-rest on its root element.

import { options } from 'preact'
import { busy, during, nextFrame, onRest, soon } from '../rest'

/** Endless animations are not waited for. */
const ends = (a: Animation): boolean =>
  a.playState === 'running' && Number(a.effect?.getComputedTiming().endTime) < Infinity

/** Call this before anything is drawn: renders and effects that wait count, and everything that moves. */
export function showRest(): void {
  const root = document.documentElement
  onRest(
    rest => {
      root.dataset.rest = String(rest)
    },
    () =>
      document
        .getAnimations()
        .filter(ends)
        .map(a => a.finished),
  )
  for (const type of ['transitionrun', 'animationstart']) document.addEventListener(type, () => busy()())
  options.debounceRendering = render => void during(Promise.resolve().then(render))
  options.requestAnimationFrame = effects => nextFrame(() => soon(effects))
}
