// Boards as one stop of the Tab key: arrow keys move between the cells while a cell has the focus.

import { useRef, useState } from 'preact/hooks'

export interface Roving {
  /** For the element around the cells. */
  onKeyDown(e: KeyboardEvent): void
  /** For each cell: spread this onto the focusable element. In SVG only the lower-case attribute counts. */
  cell(x: number, y: number): { tabindex: number; 'data-cell': string; onFocus(): void; ref(el: Element | null): void }
}

/** exists says which cells can be reached; steps over holes go on to the next cell behind them. */
export function useRoving(columns: number, rows: number, exists: (x: number, y: number) => boolean): Roving {
  const [at, setAt] = useState<[number, number] | null>(null)
  const cells = useRef(new Map<string, Element>())
  const first = ((): [number, number] => {
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) if (exists(x, y)) return [x, y]
    return [0, 0]
  })()
  const [cx, cy] = at && exists(at[0], at[1]) ? at : first

  function move(dx: number, dy: number): void {
    for (let x = cx + dx, y = cy + dy; x >= 0 && x < columns && y >= 0 && y < rows; x += dx, y += dy)
      if (exists(x, y)) {
        ;(cells.current.get(`${x},${y}`) as HTMLElement | SVGElement | undefined)?.focus()
        return
      }
  }

  return {
    onKeyDown(e) {
      const step: Record<string, [number, number]> = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
      }
      const d = step[e.key]
      if (!d || e.altKey || e.ctrlKey || e.metaKey) return
      e.preventDefault()
      move(d[0], d[1])
    },
    cell(x, y) {
      return {
        tabindex: x === cx && y === cy ? 0 : -1,
        'data-cell': `${x},${y}`,
        onFocus: () => setAt([x, y]),
        ref: el => {
          if (el) cells.current.set(`${x},${y}`, el)
          else cells.current.delete(`${x},${y}`)
        },
      }
    },
  }
}

/** Enter and the space bar press an element that is drawn as a button. */
export function pressable(press: () => void): { role: 'button'; onClick(): void; onKeyDown(e: KeyboardEvent): void } {
  return {
    role: 'button',
    onClick: press,
    onKeyDown(e) {
      if (e.key !== 'Enter' && e.key !== ' ') return
      e.preventDefault()
      press()
    },
  }
}
