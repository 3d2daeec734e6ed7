// Dragging with a mouse or pen: shrimps between the reefs and home, tiles and cubes onto the reefs.

import { carried, drags, follow } from '../../ui/drag'
import { position, shrimpAt, type Props } from './model'

/** The move for dropping a thing there; null if there is none. */
function meant(thing: string, cell: string | undefined, home: boolean): string | null {
  const [what, name] = thing.split(':')
  if (what === 'cell') return cell ? (cell === name ? null : `move ${name} ${cell}`) : home ? `home ${name}` : null
  if (!cell) return null
  switch (what) {
    case 'home':
      return `shrimp ${cell}`
    case 'tile':
      return `place ${cell}`
    case 'prey':
      return `place ${cell} consumed`
    case 'cube':
      return `cube ${name}`
    default:
      return null
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

/** The picture of the thing that is dragged. */
function pictureOf(thing: string): Element | null {
  return document.querySelector(`[data-piece="${thing.startsWith('cell:') ? 'home' : thing}"] svg`)
}

/** The onPointerDown handler of the whole table. */
export function grab(p: Props, e: PointerEvent): void {
  const thing = thingAt(p, e.target)
  if (!p.live || !drags(e) || !thing) return

  function carry(): HTMLElement | null {
    const picture = pictureOf(thing!)
    return picture && carried('re-carried', picture.cloneNode(true))
  }

  follow(e, carry, target => {
    const dropped = meant(
      thing,
      target?.closest<SVGElement>('[data-name]')?.dataset.name,
      !!target?.closest('.re-mine'),
    )
    if (!dropped) return
    if (p.legal.includes(dropped)) p.act(dropped)
    else p.why(dropped)
  })
}
