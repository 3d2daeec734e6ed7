// Pieces that travel over the table: a copy of a piece flies from its old place to its new one, with a
// little weight: it is lifted, and settles when it lands. Only transforms and opacity change, so the
// browser lays nothing out while something flies.

import { render, type JSX } from 'preact'
import { soon } from '../rest'

/** A place on the screen. */
export interface Spot {
  left: number
  top: number
  width: number
  height: number
}

/** How long a piece travels, in ms, at the chosen pace (settings.ts). */
const TRAVEL: Record<string, number> = { slow: 480, normal: 300, fast: 160, instant: 160 }

export const travelTime = (): number => TRAVEL[document.documentElement.dataset.pace ?? ''] ?? TRAVEL.normal!

/** How much later each further piece of one decision starts. */
export const apart = (): number => travelTime() / 8

/** The visible rectangle of an element; null if it is not visible. */
export function spotOf(el: Element | null | undefined): Spot | null {
  const r = el?.getBoundingClientRect()
  return r && r.width > 0 ? { left: r.left, top: r.top, width: r.width, height: r.height } : null
}

/** The first visible element for a selector. */
export function spotAt(selector: string, root: ParentNode = document): Spot | null {
  for (const el of root.querySelectorAll(selector)) {
    const spot = spotOf(el)
    if (spot) return spot
  }
  return null
}

/** The middle of a spot, in the size of the piece. */
export function middle(spot: Spot | null, size = 44): Spot | null {
  if (!spot) return null
  const { left, top, width, height } = spot
  return { left: left + (width - size) / 2, top: top + (height - size) / 2, width: size, height: size }
}

/** The place of a seat's name; if that is out of sight, the line about whose turn it is. */
export const nameSpot = (seat: number): Spot | null =>
  spotAt(`[data-who="${seat}"], .re-mine[data-seat="${seat}"], .re-other[data-seat="${seat}"]`) ?? spotAt('.whose')

/** A separate drawing that flies. */
export function drawn(drawing: JSX.Element): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 100 100')
  svg.setAttribute('class', 'art')
  render(drawing, svg)
  return svg
}

/** A picture of the sprite sheet that flies. */
export function sprite(id: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 100 100')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#${id}`)
  svg.append(use)
  return svg
}

const SIZE = 100 /* size of the flying picture, in pixels, before it is scaled */

/* When everything will have landed, by performance.now(), and what to do then. All of it happens together: a
   removal while something else still flies would be layout work in the middle of the flight. */
let lands = 0
let callOff = () => {}
const landed: (() => void)[] = []
const SETTLE = 60 /* ms between the landing and whatever comes next */

/** How long something is still in the air, in ms. */
export const airborne = (): number => Math.max(0, lands + SETTLE - performance.now())

/** Something flies for this many ms; f is called when everything has landed. */
export function takeOff(time: number, then: () => void): void {
  lands = Math.max(lands, performance.now() + time)
  landed.push(then)
  callOff()
  callOff = soon(() => landed.splice(0).forEach(f => f()), lands - performance.now() + SETTLE / 4)
}

function launch(content: Node, className: string, time: number): HTMLElement {
  const el = document.createElement('div')
  el.className = className
  el.setAttribute('aria-hidden', 'true')
  el.append(content)
  document.body.append(el)
  takeOff(time, () => el.remove())
  return el
}

/** A square of the smaller side of the spot, in its middle. */
function at(spot: Spot, grown = 1, raised = 0): string {
  const size = Math.min(spot.width, spot.height) * grown
  const x = spot.left + spot.width / 2 - size / 2,
    y = spot.top + spot.height / 2 - size / 2 - raised
  return `translate(${x}px, ${y}px) scale(${size / SIZE})`
}

/** A point between two spots. */
function between(from: Spot, to: Spot, share: number): Spot {
  const mix = (a: number, b: number) => a + (b - a) * share
  return {
    left: mix(from.left, to.left),
    top: mix(from.top, to.top),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  }
}

/** A board that can be scrolled continues below the action bar: pieces that fly to or from there stay above the bar. */
function inSight(spot: Spot): Spot {
  const bottom = document.querySelector('.felt')?.getBoundingClientRect().bottom ?? innerHeight
  // A DOMRect has no properties of its own, so it cannot be spread.
  const { left, width, height } = spot
  return { left, top: Math.min(spot.top, bottom - height), width, height }
}

/** Sends a piece from one spot to another; if either is missing, nothing flies. delay in ms. */
export function fly(content: Node, start: Spot | null, end: Spot | null, delay = 0): void {
  if (!start || !end) return
  const from = inSight(start),
    to = inSight(end)
  const duration = travelTime()
  const el = launch(content, 'flying', duration + delay)
  el.animate(
    [
      { transform: at(from), easing: 'cubic-bezier(.45, 0, .6, 1)' },
      { transform: at(between(from, to, 0.55), 1.18, 8), offset: 0.5, easing: 'cubic-bezier(.3, .3, .5, 1)' },
      { transform: at(to, 0.94), offset: 0.86, easing: 'ease-out' },
      { transform: at(to) },
    ],
    { duration, delay, fill: 'both' },
  )
}

/** Points that rise where they were made and fly to the player's name. */
export function flyPoints(text: string, start: Spot | null, end: Spot | null, delay = 0): void {
  if (!start || !end) return
  const from = inSight(start),
    to = inSight(end)
  const duration = travelTime() * 2.5
  const el = launch(document.createTextNode(text), 'flying-points', duration + delay)
  const place = (s: Spot, scale: number, raised = 0) =>
    `translate(${s.left + s.width / 2}px, ${s.top + s.height / 2 - raised}px) translate(-50%, -50%) scale(${scale})`
  el.animate(
    [
      { transform: place(from, 0.4), opacity: 0 },
      { transform: place(from, 1.25, 14), opacity: 1, offset: 0.2, easing: 'ease-out' },
      { transform: place(from, 1.1, 18), opacity: 1, offset: 0.5, easing: 'cubic-bezier(.5, 0, .3, 1)' },
      { transform: place(to, 0.8), opacity: 1, offset: 0.92 },
      { transform: place(to, 0.5), opacity: 0 },
    ],
    { duration, delay, fill: 'both' },
  )
}
