// Following a mouse or pen from a press to where it is let go. Fingers scroll and tap.

const FAR = 8 /* pixels before a press becomes a drag */

/** What follows the pointer, in the look of class `name`. */
export function carried(name: string, ...pictures: Node[]): HTMLElement {
  const el = document.createElement('div')
  el.className = name
  el.setAttribute('aria-hidden', 'true')
  el.append(...pictures)
  document.body.append(el)
  return el
}

/** Can this press become a drag? */
export function drags(e: PointerEvent): boolean {
  return e.pointerType !== 'touch' && e.button === 0
}

/** For onPointerDown: once the pointer has gone far enough `carry` makes what follows it, from where
 *  the window begins; `drop` is told what lies where it is let go. */
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
    // The click that ends a drag is none.
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
