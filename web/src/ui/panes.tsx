// How the boards of a table are laid out. On a wide screen: the common board in the middle, my own
// nearest to me on the left, the others on the right, smaller. On a phone: my board and the common
// board one tab or swipe apart, the others as strips that open.

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'

export interface Other {
  seat: number
  name: string
  summary: ComponentChildren
  board: ComponentChildren
}

const SWIPE = 80 /* pixels */

export function Panes(p: {
  mine: ComponentChildren
  mineLabel: string
  common: ComponentChildren
  commonLabel: string
  others: Other[]
  /** Which pane a phone shows; the person can still change it. */
  focus?: 'mine' | 'common'
  /** The Tab key reaches the common board first: for games in which a move begins there. */
  commonFirst?: boolean
}) {
  const [chosen, choose] = useState<'mine' | 'common' | null>(null)
  const [asked, setAsked] = useState(p.focus)
  const touch = useRef(0)
  if (p.focus !== asked) {
    setAsked(p.focus)
    choose(null)
  }
  const shown = chosen ?? p.focus ?? 'common'
  const tab = (which: 'mine' | 'common', label: string) => (
    <button type="button" aria-pressed={shown === which} onClick={() => choose(which)}>
      {label}
    </button>
  )
  const mine = (
    <section key="mine" class="pane pane-mine" aria-label={p.mineLabel}>
      {p.mine}
    </section>
  )
  const common = (
    <section key="common" class="pane pane-common" aria-label={p.commonLabel}>
      {p.common}
    </section>
  )
  return (
    <div class="panes" data-shown={shown}>
      <div class="panes-tabs">
        {tab('mine', p.mineLabel)}
        {tab('common', p.commonLabel)}
      </div>
      <div
        class="panes-boards"
        onTouchStart={e => {
          touch.current = e.touches[0]?.clientX ?? 0
        }}
        onTouchEnd={e => {
          const d = (e.changedTouches[0]?.clientX ?? 0) - touch.current
          if (Math.abs(d) > SWIPE) choose(d > 0 ? 'mine' : 'common')
        }}
      >
        {p.commonFirst ? [common, mine] : [mine, common]}
      </div>
      {p.others.length > 0 && (
        <div class="pane-others">
          {p.others.map(o => (
            <details key={o.seat} class="other" open={matchMedia('(min-width: 900px)').matches}>
              <summary>
                <span class="other-name">{o.name}</span> <span class="other-summary">{o.summary}</span>
              </summary>
              <div class="other-board">{o.board}</div>
            </details>
          ))}
        </div>
      )}
    </div>
  )
}
