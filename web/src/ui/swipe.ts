// A finger that is drawn sideways over what a phone shows one at a time: the next one comes, or the one before it.

import { useRef } from 'preact/hooks'

const FAR = 48 /* pixels sideways, and at most half as many up or down */

export interface Swipe {
  onTouchStart(e: TouchEvent): void
  onTouchMove(e: TouchEvent): void
  onTouchEnd(e: TouchEvent): void
}

/** over: what the finger is drawn over; turn: 1 for the next one, -1 for the one before. */
export function useSwipe(over: string, turn: (by: number) => void): Swipe {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart(e) {
      const { clientX: x, clientY: y } = e.touches[0]!
      from.current = e.touches.length === 1 && (e.target as Element).closest(over) ? { x, y } : null
    },
    onTouchMove(e) {
      // A finger that rested has the glass (thumb.ts) and looks for a space.
      if ((e.currentTarget as Element).closest('.table')?.querySelector('.glass')) from.current = null
    },
    onTouchEnd(e) {
      const at = e.changedTouches[0]!
      const dx = at.clientX - (from.current?.x ?? at.clientX)
      const dy = at.clientY - (from.current?.y ?? at.clientY)
      from.current = null
      if (Math.abs(dx) >= FAR && Math.abs(dy) <= Math.abs(dx) / 2) turn(dx < 0 ? 1 : -1)
    },
  }
}
