// Follows a mouse or pen from a press to its release. Fingers scroll and tap.

const FAR = 8 /* pixels before a press becomes a drag */

/** The element that follows the pointer, styled by class `name`. */
export function carried(name: string, ...pictures: Node[]): HTMLElement {
  const el = document.createElement('div')
  el.className = name
  el.setAttribute('aria-hidden', 'true')
  el.append(...pictures)
  document.body.append(el)
  return el
}

/** Can this press begin a drag? */
export function drags(e: PointerEvent): boolean {
  return e.pointerType !== 'touch' && e.button === 0
}

/** An onPointerDown handler. Once the pointer has gone far enough, `carry` makes the element that follows it,
 *  placed relative to the window; `drop` gets the element at the place of release. */
export function follow(e: PointerEvent, carry: () => HTMLElement | null, drop: (target: Element | null) => void): void {
  let ghost: HTMLElement | null = null

  function move(m: PointerEvent): void {
    if (!ghost && Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) < FAR) return
    ghost ??= carry()
    if (ghost) ghost.style.transform = `translate(${m.clientX}px, ${m.clientY}px)`
  }

  function end(u: PointerEvent): void {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    if (!ghost) return
    ghost.remove()
    // The click that ends a drag does nothing else.
    const swallow = (c: Event): void => {
      c.stopPropagation()
      c.preventDefault()
    }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    if (u.type === 'pointerup') drop(document.elementFromPoint(u.clientX, u.clientY))
  }

  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
