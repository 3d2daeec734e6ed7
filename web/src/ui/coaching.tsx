// The parts of a tip of the guided game: its target, the tips before and after it, a move on request, and
// the rule.

import { useEffect } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import type { Session } from '../session'
import { bring, Marks, type Mark } from './arrows'
import { useApp } from './context'
import { useTeaching } from './hints'
import { lookUp } from './rules'

export function Pointer(p: {
  tip: string
  session: Session
  module: GameModule
  board: BoardProps
  /** The tip is about what is being chosen: it points only meanwhile. */
  chosen: boolean
  back: (() => void) | null
  next: (() => void) | null
}) {
  const { t } = useApp()
  const { session, board } = p
  const tip = useTeaching(p.module)?.tips[p.tip]
  const { live, draft } = board
  const points = tip?.at && live && !session.hints && (p.chosen || !draft)
  const marks: Mark[] = points ? [{ to: tip.at!, kind: 'point' }] : []
  useEffect(() => void bring(marks[0]), [tip])
  return (
    <>
      <div class="coach-links">
        {p.back && (
          <button type="button" class="button" onClick={p.back}>
            {t('coach.back')}
          </button>
        )}
        {p.next && (
          <button type="button" class="button primary coach-next" onClick={p.next}>
            {t('coach.next')}
          </button>
        )}
        {live && session.now.canHint !== false && (
          <button type="button" class="button coach-show" onClick={() => void session.hint()}>
            {t('coach.show')}
          </button>
        )}
        {tip?.rule && (
          <button type="button" class="button" onClick={() => lookUp(tip.rule!)}>
            {t('coach.rule')}
          </button>
        )}
      </div>
      <Marks marks={marks} names={[]} />
    </>
  )
}
