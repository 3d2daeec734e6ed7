// Cards and pieces travel to their new places. They can be dragged with a mouse or a pen; a finger scrolls
// and taps.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'
import { drags, follow } from '../../ui/drag'
import { apart, fly, middle, spotAt, sprite, takeOff, travelTime } from '../../ui/motion'

function measure(root: HTMLElement | null): Map<string, DOMRect> {
  const rects = new Map<string, DOMRect>()
  root?.querySelectorAll<HTMLElement>('[data-flip]').forEach(el => {
    const r = el.getBoundingClientRect()
    if (r.width) rects.set(el.dataset.flip!, r)
  })
  return rects
}

/** Elements with the same data-flip before and after a change of `when` move from the old place to
 *  the new one. */
export function useTravel(root: RefObject<HTMLElement>, when: number, still: boolean): void {
  const last = useRef(when)
  const old = useRef<Map<string, DOMRect> | null>(null)
  if (last.current !== when) {
    last.current = when
    old.current = still ? null : measure(root.current)
  }
  useLayoutEffect(() => {
    const from = old.current
    old.current = null
    if (!from) return
    root.current?.querySelectorAll<HTMLElement>('[data-flip]').forEach(el => {
      const a = from.get(el.dataset.flip!),
        b = el.getBoundingClientRect()
      if (!a || !b.width || Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 4) return
      const start = `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${a.width / b.width})`
      const half = `translate(${(a.x - b.x) * 0.4}px, ${(a.y - b.y) * 0.4 - 8}px) scale(${1 + (a.width / b.width - 1) * 0.4 + 0.06})`
      el.classList.add('reef-moving')
      el.animate(
        [
          { transform: start, easing: 'cubic-bezier(.45, 0, .6, 1)' },
          { transform: half, offset: 0.5, easing: 'cubic-bezier(.3, .3, .5, 1)' },
          { transform: 'none' },
        ],
        { duration: travelTime() },
      )
      takeOff(travelTime(), () => el.classList.remove('reef-moving'))
    })
  }, [when])
}

/** Pieces of others' plays travel from the supply to their reef. */
export function usePieces(
  root: RefObject<HTMLElement>,
  when: number,
  pieces: { colour: string; at: string }[],
  still: boolean,
): void {
  useLayoutEffect(() => {
    if (still || !root.current) return
    pieces.forEach(({ colour, at }, i) => {
      const from = spotAt(`[data-supply="${colour}"]`, root.current!) ?? middle(spotAt('.whose'))
      fly(sprite(`reef-${colour}`), from, spotAt(`[data-at="${at}"]`, root.current!), i * apart())
    })
  }, [when])
}

/** For people who play by keyboard: the focus is on the cards, or on the reef, when the next turn begins. */
export function useFocus(root: RefObject<HTMLElement>, live: boolean): void {
  useEffect(() => {
    if (!live || !document.activeElement?.matches('.action-prompt')) return
    const places = ['.reef-start button', '.reef-hand .reef-card', '.reef-common .reef-card']
    for (const place of places) {
      const el = root.current?.querySelector<HTMLElement>(`${place}[tabindex="0"]`)
      if (el?.offsetParent) return el.focus({ preventScroll: true })
    }
  }, [live])
}

/** Handlers for the element around everything: elements with data-drag can be dropped on elements with data-drop. */
export function useDrag(
  begin: (what: string) => void,
  drop: (what: string, where: string) => void,
): (e: PointerEvent) => void {
  const now = useRef({ begin, drop })
  now.current = { begin, drop }
  return e => {
    const source = (e.target as Element).closest<HTMLElement>('[data-drag]')
    if (!source || !drags(e)) return
    const what = source.dataset.drag!
    const box = source.getBoundingClientRect()

    function carry(): HTMLElement {
      const ghost = source!.cloneNode(true) as HTMLElement
      ghost.removeAttribute('id')
      ghost.setAttribute('aria-hidden', 'true')
      ghost.classList.add('reef-dragged')
      Object.assign(ghost.style, {
        left: `${box.x - e.clientX}px`,
        top: `${box.y - e.clientY}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      })
      document.querySelector('.reef-table')?.append(ghost)
      now.current.begin(what)
      return ghost
    }

    follow(e, carry, target => {
      const where = target?.closest<HTMLElement>('[data-drop]')?.dataset.drop
      if (where) now.current.drop(what, where)
    })
  }
}
