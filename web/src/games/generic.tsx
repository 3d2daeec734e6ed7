// The module of a game that has none of its own: the position as text and the legal moves by name.

import { Scene, type Game } from '../art/scenes'
import type { BoardProps, GameModule } from './game'

function Board(p: BoardProps) {
  const { view, legal, live, setDraft, draft, t } = p
  return (
    <div class="generic">
      <pre class="generic-text" tabIndex={0} role="region" aria-label={t('table.board')}>
        {view.text}
      </pre>
      {live && (
        <ul class="generic-moves" aria-label={t('table.moves')}>
          {legal.map(move => (
            <li key={move}>
              <button
                type="button"
                class="button"
                aria-pressed={draft?.moves[0] === move}
                onClick={() => setDraft({ moves: [move], parts: null, say: move })}
              >
                {move}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function generic(name: string): GameModule {
  return {
    name,
    Board,
    Picture: () => <Scene game={name as Game} />,
    guide: [],
    prompt: p => p.t('table.choose'),
    phrase: ({ step, name: who, t }) => (step.seat ? t('log.plain', { who, move: step.move }) : null),
    moveName: move => move,
    describe: () => [],
  }
}
