// Boards whose spaces are smaller than a thumb. A tap beside a target chooses it. A finger that rests sees
// the space under it enlarged, slides to the right one and chooses it by lifting. A finger that moves at
// once scrolls.

import { useEffect, useRef } from 'preact/hooks'

const THUMB = 44 /* pixels that a thumb needs, each way */
const REST = 220 /* milliseconds until a finger rests */
const FAR = 10 /* pixels until it moves */
const GLASS = 150 /* pixels, as in the style sheet */
const ACROSS = 3 /* spaces shown in the magnifying glass */

interface Held {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  glass: HTMLElement | null
  /** What the space has to say (data-note), at the top of the window. */
  note: HTMLElement | null
}

/** For the element around the spaces. */
export interface Thumb {
  onPointerDown(e: PointerEvent): void
  onClickCapture(e: MouseEvent): void
  onTouchStart(e: TouchEvent): void
  onTouchMove(e: TouchEvent): void
  onTouchEnd(e: TouchEvent): void
  onTouchCancel(): void
  onContextMenu(e: Event): void
}

/** The nearest target within a thumb of this place; if there is none, the space under it. */
function aim(board: Element, spaces: string, good: string, x: number, y: number): Element | null {
  let best: Element | null = null
  let least = Infinity
  for (const el of board.querySelectorAll(good)) {
    const r = el.getBoundingClientRect()
    const dx = Math.abs(x - (r.left + r.right) / 2),
      dy = Math.abs(y - (r.top + r.bottom) / 2)
    const hit = r.width > 0 && dx <= Math.max(THUMB, r.width) / 2 && dy <= Math.max(THUMB, r.height) / 2
    if (!hit || Math.hypot(dx, dy) >= least) continue
    best = el
    least = Math.hypot(dx, dy)
  }
  return best ?? document.elementFromPoint(x, y)?.closest(spaces) ?? null
}

const press = (el: Element): boolean => el.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

const within = (n: number, most: number): number => Math.max(4, Math.min(n, most - GLASS - 4))

const noteOf = (space: Element | null): string => space?.getAttribute('data-note') ?? ''

/** Draws the space and its neighbours into the glass, above the finger or beside it. */
function show({ glass, note, x, y }: Held, space: Element | null, good: string): void {
  if (note) note.textContent = noteOf(space)
  const svg = space?.closest('svg') ?? space?.parentElement?.parentElement?.querySelector('svg')
  const matrix = svg?.getScreenCTM()
  if (!glass || !space || !svg || !matrix) return
  const r = space.getBoundingClientRect()
  const at = new DOMPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2).matrixTransform(matrix.inverse())
  const side = (r.width / matrix.a) * ACROSS
  const copy = svg.cloneNode(true) as SVGElement
  copy.setAttribute('viewBox', `${at.x - side / 2} ${at.y - side / 2} ${side} ${side}`)
  glass.replaceChildren(copy)
  glass.dataset.good = String(space.matches(good))
  const above = y - GLASS - 30
  glass.style.left = `${within(above < 4 ? (x > innerWidth / 2 ? x - GLASS - 40 : x + 40) : x - GLASS / 2, innerWidth)}px`
  glass.style.top = `${within(above < 4 ? y - GLASS / 2 : above, innerHeight)}px`
}

/** spaces: a selector of all spaces; good: of those that can be chosen now. */
export function useThumb(spaces: string, good: string): Thumb {
  /** Where a finger was put down last: browsers move the click that follows to an element that they consider meant. */
  const finger = useRef<{ x: number; y: number } | null>(null)
  const held = useRef<Held | null>(null)
  const end = (): void => {
    clearTimeout(held.current?.timer)
    held.current?.glass?.remove()
    held.current?.note?.remove()
    held.current = null
  }
  useEffect(() => end, [])
  return {
    onPointerDown(e) {
      if (e.pointerType !== 'touch') finger.current = null
    },
    onClickCapture(e) {
      const at = finger.current
      finger.current = null
      if (!at || !e.isTrusted || e.detail === 0 /* by a key */) return
      const el = aim(e.currentTarget as Element, spaces, good, at.x, at.y)
      if (!el || el.contains(e.target as Node)) return
      e.stopPropagation()
      press(el)
    },
    onTouchStart(e) {
      end()
      const board = e.currentTarget as Element
      const { clientX: x, clientY: y } = e.touches[0]!
      finger.current = { x, y }
      const space = aim(board, spaces, good, x, y)
      if (e.touches.length > 1 || !space) return
      if (space.getBoundingClientRect().width >= THUMB && noteOf(space) === '') return
      const timer = setTimeout(() => {
        const glass = document.createElement('div')
        glass.className = 'glass'
        glass.inert = true
        const note = document.createElement('p')
        note.className = 'glass-note'
        board.closest('.table')!.append(glass, note)
        held.current = { x, y, timer, glass, note }
        show(held.current, space, good)
      }, REST)
      held.current = { x, y, timer, glass: null, note: null }
    },
    onTouchMove(e) {
      const now = held.current
      const { clientX: x, clientY: y } = e.touches[0]!
      if (!now?.glass) {
        if (now && Math.hypot(x - now.x, y - now.y) > FAR) end()
        return
      }
      // Under the glass nothing scrolls.
      if (e.cancelable) e.preventDefault()
      now.x = x
      now.y = y
      show(now, aim(e.currentTarget as Element, spaces, good, x, y), good)
    },
    onTouchEnd(e) {
      const now = held.current
      end()
      if (!now?.glass) return
      e.preventDefault()
      const el = aim(e.currentTarget as Element, spaces, good, now.x, now.y)
      if (el) press(el)
    },
    onTouchCancel: end,
    onContextMenu(e) {
      if (held.current) e.preventDefault()
    },
  }
}
