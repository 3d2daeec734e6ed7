// The guided first game: tips that explain as one plays, each when its time has come.

import { useRef } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { useApp } from './context'

export function Coach({ module, board }: { module: GameModule; board: BoardProps }) {
  const { t } = useApp()
  const seen = useRef<string[]>([])
  const tips = module.lesson?.tips ?? []
  const next = board.live
    ? tips.find(tip => !seen.current.includes(tip.key) && tip.when(board.view, board.legal))
    : undefined
  const turn = useRef(-1)
  if (next && turn.current !== board.view.ply) {
    turn.current = board.view.ply
    seen.current.push(next.key)
  }
  const key = seen.current[seen.current.length - 1]
  if (!key) return null
  return (
    <div class="coach" role="status">
      <h2>{t('coach.title')}</h2>
      <p>{t(`${module.name}.tip.${key}`)}</p>
    </div>
  )
}
