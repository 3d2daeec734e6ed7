// The boards of a table: mine, the common one, the others'. Each game's style sheet places them, depending
// on the shape of the window: all are in sight at once; on a phone the others are strips that open.

import type { ComponentChildren } from 'preact'
import { SeatFace } from './face'
import { useMedia } from './media'

export interface Other {
  seat: number
  name: string
  summary: ComponentChildren
  board: ComponentChildren
}

export function Panes(p: {
  mine: ComponentChildren
  mineLabel: string
  common: ComponentChildren
  commonLabel: string
  others: Other[]
  /** The Tab key reaches the common board first: for games whose moves begin there. */
  commonFirst?: boolean
}) {
  const open = useMedia('(min-width: 600px)')
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
    <div class="panes">
      {p.commonFirst ? [common, mine] : [mine, common]}
      {p.others.length > 0 && (
        <div class="pane-others" data-count={p.others.length}>
          {p.others.map(o => (
            <details key={o.seat} class="other" open={open}>
              <summary>
                <SeatFace n={o.seat} />{' '}
                <span class="other-name" data-who={o.seat}>
                  {o.name}
                </span>{' '}
                <span class="other-summary">{o.summary}</span>
              </summary>
              <div class="other-board">{o.board}</div>
            </details>
          ))}
        </div>
      )}
    </div>
  )
}
