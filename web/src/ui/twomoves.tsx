// A position of an analysis: the played move and the better one, in words and drawn on the board.

import { useEffect } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import type { Verdict } from '../source'
import { bring, Marks, type Mark } from './arrows'
import { useApp } from './context'
import { useTeaching } from './hints'

/** An arrow as in the drawing, for the legend. */
const Sample = ({ kind }: { kind: 'played' | 'better' }) => (
  <svg class={`arrow-sample arrow-${kind}`} viewBox="0 0 34 12" aria-hidden="true">
    <path class="arrow-line" d="M3 6H31" />
  </svg>
)

export function Compare(p: {
  module: GameModule
  board: BoardProps
  verdict: Verdict
  /** The other mistakes, before and after this one, and this one as a puzzle; null if there are none. */
  back: string | null
  next: string | null
  puzzle: string | null
}) {
  const { t } = useApp()
  const { module, board, verdict: v } = p
  const teaching = useTeaching(module)
  const { view, me } = board
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  const drawn = (move: string, kind: Mark['kind']): Mark[] =>
    teaching?.where({ move, view, seat: v.seat, me }).map(place => ({ ...place, kind })) ?? []
  const mistake = v.best !== v.move
  const marks = [...drawn(v.move, 'played'), ...(mistake ? drawn(v.best, 'better') : [])]
  useEffect(() => void bring(marks[0]), [teaching, view])
  return (
    <div class="compare">
      <p>
        <Sample kind="played" /> <b>{board.names[v.seat - 1]}</b>: {module.moveName(v.move, view, t)} (
        {percent.format(v.played)})
      </p>
      {mistake && (
        <p>
          <Sample kind="better" /> {t('compare.better', { move: module.moveName(v.best, view, t) })} (
          {percent.format(v.played + v.lost)})
        </p>
      )}
      <div class="compare-links">
        {p.back && (
          <a class="button" href={p.back}>
            {t('compare.back')}
          </a>
        )}
        {p.next && (
          <a class="button" href={p.next}>
            {t('compare.next')}
          </a>
        )}
        {p.puzzle && mistake && (
          <a class="button" href={p.puzzle}>
            {t('compare.puzzle')}
          </a>
        )}
      </div>
      <Marks marks={marks} names={[]} />
    </div>
  )
}
