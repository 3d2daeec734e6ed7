// The guided first game: tips that explain as one plays, each when its time has come. They point at the board, show a
// move if one is asked for, and lead to the rule.

import type { BoardProps, GameModule } from '../games/game'
import type { Session } from '../session'
import { useApp } from './context'
import { later } from './later'

const Pointer = later(() => import('./coaching').then(m => m.Pointer))

/** The tips that a game has had: the coach may move to another place of the screen. */
const had = new WeakMap<Session, { tips: string[]; ply: number }>()

export function Coach({ session, module, board }: { session: Session; module: GameModule; board: BoardProps }) {
  const { t } = useApp()
  const seen = had.get(session) ?? { tips: [], ply: -1 }
  had.set(session, seen)
  const tips = module.lesson?.tips ?? []
  const next = board.live
    ? tips.find(tip => !seen.tips.includes(tip.key) && tip.when(board.view, board.legal))
    : undefined
  if (next && seen.ply !== board.view.ply) {
    seen.ply = board.view.ply
    seen.tips.push(next.key)
  }
  const key = seen.tips[seen.tips.length - 1]
  if (!key) return null
  return (
    <div class="coach" data-tip={key}>
      <h2>{t('coach.title')}</h2>
      <p role="status">{t(`${module.name}.tip.${key}`)}</p>
      <Pointer tip={key} session={session} module={module} board={board} />
    </div>
  )
}
