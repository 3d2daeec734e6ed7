// The module of a game that has none of its own: the position as text and the legal moves by name.

import { BoardPicture } from '../art/scenes'
import { Moves } from '../ui/moves'
import type { BoardProps, GameModule } from './game'

function Board(p: BoardProps) {
  const { view, legal, live, setDraft, draft, t } = p
  return (
    <div class="generic">
      <pre class="generic-text" tabIndex={0} role="region" aria-label={t('table.board')}>
        {view.text}
      </pre>
      {live && (
        <section class="generic-moves" aria-label={t('table.moves')}>
          <Moves
            legal={legal}
            name={move => move}
            chosen={draft?.moves[0]}
            choose={move => setDraft({ moves: [move], parts: null, say: move })}
            grouped
            t={t}
          />
        </section>
      )}
    </div>
  )
}

export function generic(name: string): GameModule {
  return {
    name,
    Board,
    Picture: BoardPicture,
    prompt: p => p.t('table.choose'),
    phrase: ({ step, name: who, t }) => t('log.plain', { who, move: step.move }),
    moveName: move => move,
    describe: () => [],
  }
}
