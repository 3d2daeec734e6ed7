// Dragging with a mouse or pen: shrimps between the reefs and home, tiles and cubes onto the reefs.
// Fingers scroll and tap.

import { position, shrimpAt, type Props } from './model'

const FAR = 8 /* pixels before a press becomes a drag */

/** The move that dropping a thing there would be; null where nothing can be meant. */
function meant(thing: string, cell: string | undefined, home: boolean): string | null {
  const [what, name] = thing.split(':')
  if (what === 'cell') return cell ? (cell === name ? null : `move ${name} ${cell}`) : home ? `home ${name}` : null
  if (!cell) return null
  switch (what) {
    case 'home': return `shrimp ${cell}`
    case 'tile': return `place ${cell}`
    case 'prey': return `place ${cell} consumed`
    case 'cube': return `cube ${name}`
    default: return null
  }
}

/** What can be picked up: my own pieces, and my shrimps on the reefs. */
function thingAt(p: Props, target: EventTarget | null): string | null {
  const el = target instanceof Element ? target : null
  const piece = el?.closest<HTMLElement>('[data-piece]')?.dataset.piece
  if (piece) return piece
  const cell = el?.closest<SVGElement>('[data-name]')?.dataset.name
  return cell && shrimpAt(position(p.view), cell) === p.me ? `cell:${cell}` : null
}

/** What follows the pointer: a copy of the picture. */
function carried(thing: string): HTMLElement | null {
  const picture = document.querySelector(`[data-piece="${thing.startsWith('cell:') ? 'home' : thing}"] svg`)
  if (!picture) return null
  const el = document.createElement('div')
  el.className = 're-carried'
  el.setAttribute('aria-hidden', 'true')
  el.append(picture.cloneNode(true))
  document.body.append(el)
  return el
}

/** For onPointerDown of the whole table. */
export function grab(p: Props, e: PointerEvent): void {
  const thing = thingAt(p, e.target)
  if (!p.live || e.pointerType === 'touch' || e.button !== 0 || !thing) return
  let ghost: HTMLElement | null = null

  function move(m: PointerEvent): void {
    if (!ghost && Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) < FAR) return
    ghost ??= carried(thing!)
    if (ghost) ghost.style.transform = `translate(${m.clientX}px, ${m.clientY}px)`
  }

  function end(u: PointerEvent): void {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    if (!ghost) return
    ghost.remove()
    // The click that ends a drag is none.
    const swallow = (c: Event): void => { c.stopPropagation(); c.preventDefault() }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    const target = document.elementFromPoint(u.clientX, u.clientY)
    const dropped = meant(thing!, target?.closest<SVGElement>('[data-name]')?.dataset.name, !!target?.closest('.re-mine'))
    if (!dropped) return
    if (p.legal.includes(dropped)) p.act(dropped)
    else p.why(dropped)
  }

  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
