// What a bot would consider here, with its reasons in numbers.

import type { BoardProps, GameModule } from '../games/game'
import { sentence } from '../i18n'
import type { Session } from '../session'
import { useApp } from './context'
import { Moves } from './moves'

const SHOWN = 5

interface Props {
  session: Session
  module: GameModule
  board: BoardProps
  /** A move has been chosen here. */
  chosen: () => void
}

function choose({ session, module, board, chosen }: Props, move: string): void {
  session.setDraft({ moves: [move], parts: null, say: module.moveName(move, board.view, board.t) })
  chosen()
}

export function Hints(p: Props) {
  const { t } = useApp()
  const { session, module, board } = p
  if (session.thinkingHint)
    return (
      <p class="hints" role="status">
        {t('hint.thinking')}
      </p>
    )
  if (!session.hints) return null
  if (typeof session.hints === 'string')
    return (
      <p class="hints" role="status">
        {t('hint.failed')} <code lang="en">{session.hints}</code>
      </p>
    )
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  const points = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 })
  const me = board.me - 1
  return (
    <div class="hints">
      <h2>{t('hint.title')}</h2>
      <ol>
        {session.hints.slice(0, SHOWN).map(h => (
          <li key={h.move}>
            <button type="button" onClick={() => choose(p, h.move)}>
              <span>{module.moveName(h.move, board.view, t)}</span>
              <span class="faint">
                {t('hint.reason', { win: percent.format(h.win[me] ?? 0), points: points.format(h.points[me] ?? 0) })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** All legal moves by name, for those who prefer words. */
export function MoveList(p: Props) {
  const { t } = useApp()
  const { session, module, board } = p
  if (!board.live) return <p class="faint">{t('moves.none')}</p>
  return (
    <Moves
      legal={board.legal}
      name={move => {
        const name = module.moveName(move, board.view, t)
        return name === move ? name : sentence(t, name)
      }}
      chosen={session.draft?.moves[0]}
      choose={move => choose(p, move)}
      t={t}
    />
  )
}
