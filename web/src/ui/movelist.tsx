// All legal moves by name, for people who prefer words.

import type { BoardProps, GameModule } from '../games/game'
import { sentence, type T } from '../i18n'
import type { Session } from '../session'
import type { View } from '../view'
import { useApp } from './context'
import { Moves } from './moves'

export interface ChooseProps {
  session: Session
  module: GameModule
  board: BoardProps
  /** A move has been chosen here. */
  chosen: () => void
}

/** A move by name; it begins with a capital letter unless it is mere notation. */
export function nameOf(module: GameModule, move: string, view: View, t: T): string {
  const name = module.moveName(move, view, t)
  return name === move ? name : sentence(t, name)
}

/** Builds a move as if it had been pointed at. */
export function choose({ session, module, board, chosen }: ChooseProps, move: string): void {
  session.setDraft({ moves: [move], parts: null, say: module.moveName(move, board.view, board.t) })
  chosen()
}

export function MoveList(p: ChooseProps) {
  const { t } = useApp()
  const { session, module, board } = p
  if (!board.live) return <p class="faint">{t('moves.none')}</p>
  return (
    <Moves
      legal={board.legal}
      name={move => nameOf(module, move, board.view, t)}
      chosen={session.draft?.moves[0]}
      choose={move => choose(p, move)}
      t={t}
    />
  )
}
