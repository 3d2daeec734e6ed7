// Drawings over the board: numbered marks and arrows of a hint, two moves that are compared, the target of
// the guide, names of spaces. They lie above everything and take no clicks; their content is also given in
// words.

import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks'
import type { Place } from '../games/game'
import { soon } from '../rest'

export type MarkKind = 'hint' | 'played' | 'better' | 'point'

export interface Mark extends Place {
  kind: MarkKind
  /** Its number in a turn. */
  n?: number
}

interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** The moves of a turn as marks with their numbers; a single move has the numbers of its steps. */
export function marksOf(places: Place[][], kind: MarkKind): Mark[] {
  return places.flatMap((list, move) =>
    list.map((p, step) => {
      const n = places.length > 1 ? move + 1 : list.length > 1 ? step + 1 : undefined
      return { ...p, kind, ...(n === undefined ? {} : { n }) }
    }),
  )
}

const TABS = ':is(.panes-tabs, .re-tabs) button[aria-pressed="false"]'

/** The first visible element; several boards of a phone may hold the same thing. */
const seen = (selector: string): Element | null =>
  [...document.querySelectorAll(selector)].find(el => el.getClientRects().length > 0) ?? null

/** A phone shows one board at a time, or a part of it: the board with this mark is brought to the front. */
export async function bring(mark: Mark | undefined): Promise<void> {
  if (!mark || !document.querySelector(mark.to)) return
  for (const tab of document.querySelectorAll<HTMLElement>(TABS)) {
    if (boxOf(mark.to) || tab.offsetParent === null) break
    tab.click()
    await new Promise<void>(done => soon(done, 50))
  }
  // The board stands still: it is moved only for a move that would not be seen at all.
  const el = seen(mark.to)
  const felt = el?.closest('.felt')?.getBoundingClientRect()
  const at = el?.getBoundingClientRect()
  if (felt && at && mark.kind !== 'point' && (at.top >= felt.bottom || at.bottom <= felt.top))
    el!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function boxOf(selector: string): Box | null {
  const r = seen(selector)?.getBoundingClientRect()
  return r && r.width > 0 && r.height > 0 ? { x: r.left, y: r.top, w: r.width, h: r.height } : null
}

const middle = (b: Box): { x: number; y: number } => ({ x: b.x + b.w / 2, y: b.y + b.h / 2 })

/** From the middle of one thing to the edge of another, slightly bent. */
function arrow(from: Box, to: Box): string {
  const a = middle(from),
    b = middle(to)
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const stop = Math.min(d * 0.6, Math.min(to.w, to.h) * 0.3)
  const end = { x: b.x - ((b.x - a.x) / d) * stop, y: b.y - ((b.y - a.y) / d) * stop }
  const bend = { x: (a.x + end.x) / 2 - (end.y - a.y) * 0.12, y: (a.y + end.y) / 2 + (end.x - a.x) * 0.12 }
  return `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`
}

/** The number of a mark, above everything else that is drawn. shift: how many are on the same thing already. */
function Chip({ mark, shift }: { mark: Mark; shift: number }) {
  const to = mark.n === undefined ? null : boxOf(mark.to)
  if (!to) return null
  return (
    <g
      class={`arrow-${mark.kind}`}
      transform={`translate(${to.x + Math.min(13, to.w / 2) + 19 * shift} ${to.y + Math.min(13, to.h / 2)})`}
    >
      <circle class="arrow-chip" r="12" />
      <text class="arrow-number" dy="4.5">
        {mark.n}
      </text>
    </g>
  )
}

/** id: of the drawing; its arrow-heads carry it. */
function Drawn({ mark, id }: { mark: Mark; id: string }) {
  const to = boxOf(mark.to)
  if (!to) return null
  const from = mark.from ? boxOf(mark.from) : null
  const { x, y } = middle(to)
  const r = Math.max(13, Math.min(to.w, to.h) / 2 - 2)
  return (
    <g class={`arrow arrow-${mark.kind}`} data-mark={mark.n ?? ''}>
      {from && <path class="arrow-line" d={arrow(from, to)} marker-end={`url(#${id}-${mark.kind})`} />}
      <rect
        class="arrow-ring"
        x={x - Math.max(r, to.w / 2 - 3)}
        y={y - Math.max(r, to.h / 2 - 3)}
        width={2 * Math.max(r, to.w / 2 - 3)}
        height={2 * Math.max(r, to.h / 2 - 3)}
        rx={Math.min(r, 14)}
      />
    </g>
  )
}

function Name({ name, at }: { name: string; at: string }) {
  const box = boxOf(at)
  return box ? (
    <text class="arrow-name" x={box.x + 4} y={box.y + box.h - 4}>
      {name}
    </text>
  ) : null
}

/** Measures again whenever something may have moved. */
function useMeasured(): void {
  const [, again] = useState(0)
  const measure = () => again(n => n + 1)
  useEffect(() => {
    const felt = document.querySelector('.felt')
    const observer = new ResizeObserver(measure)
    if (felt) observer.observe(felt)
    addEventListener('scroll', measure, { capture: true, passive: true })
    addEventListener('resize', measure)
    // A click on a phone can show another pane, and pieces arrive.
    const later = () => void soon(measure, 60)
    addEventListener('click', later)
    document.addEventListener('transitionend', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure, { capture: true })
      removeEventListener('resize', measure)
      removeEventListener('click', later)
      document.removeEventListener('transitionend', measure)
    }
  }, [])
}

const numbered = (earlier: Mark[], mark: Mark): number =>
  earlier.filter(m => m.n !== undefined && m.n !== mark.n && m.to === mark.to).length

const KINDS: MarkKind[] = ['hint', 'played', 'better', 'point']

export function Marks({ marks, names }: { marks: Mark[]; names: { name: string; at: string }[] }) {
  useMeasured()
  // The guide and a hint may draw at the same time, and their parent may be out of sight.
  const id = `arrows${useId()}`
  // Measuring needs the board of this very picture to be there first.
  const [ready, setReady] = useState(false)
  const key = JSON.stringify([marks, names])
  const [drawn, setDrawn] = useState('')
  useLayoutEffect(() => {
    setReady(true)
    setDrawn(key)
  }, [key])
  if (!ready || drawn !== key) return null
  const felt = boxOf('.felt')
  if (!felt) return null
  // The guide points at buttons, too; all other marks stay on the board.
  const outside = marks.filter(mark => document.querySelector(mark.to)?.closest('.felt') === null)
  const inside = marks.filter(mark => !outside.includes(mark))
  return (
    <svg class="arrows" aria-hidden="true">
      <defs>
        <clipPath id={id}>
          <rect x={felt.x} y={felt.y} width={felt.w} height={felt.h} />
        </clipPath>
        {KINDS.map(kind => (
          <marker
            key={kind}
            id={`${id}-${kind}`}
            class={`arrow-${kind}`}
            viewBox="0 0 10 10"
            refX="6"
            refY="5"
            markerWidth="4.5"
            markerHeight="4.5"
            orient="auto-start-reverse"
          >
            <path class="arrow-head" d="M0 0L10 5L0 10Z" />
          </marker>
        ))}
      </defs>
      <g clip-path={`url(#${id})`}>
        {names.map(n => (
          <Name key={n.at} {...n} />
        ))}
        {inside.map((mark, i) => (
          <Drawn key={i} mark={mark} id={id} />
        ))}
        {inside.map((mark, i) => (
          <Chip key={i} mark={mark} shift={numbered(inside.slice(0, i), mark)} />
        ))}
      </g>
      {outside.map((mark, i) => (
        <Drawn key={i} mark={mark} id={id} />
      ))}
    </svg>
  )
}
