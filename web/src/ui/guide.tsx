// How to play: the pages of a game's module, and a way into its guided first game.

import { useEffect, useState } from 'preact/hooks'
import type { GuidePage } from '../games/game'
import { moduleOf } from '../games/index'
import { during } from '../rest'
import { gameTitle, useApp } from './context'
import { Back } from './parts'
import { firstGame, type Seed } from './play'

export function Guide({ game, begin }: { game: string; begin: (s: Seed) => void }) {
  const app = useApp()
  const { t } = app
  const module = moduleOf(game)
  const [pages, setPages] = useState<GuidePage[]>([])
  useEffect(() => {
    if (module.guide) during(module.guide()).then(setPages, () => app.toast(t('error.part')))
  }, [])
  return (
    <main class="page guide" data-game={game}>
      <Back />
      <h1 tabIndex={-1}>{t('guide.title', { game: gameTitle(app, game) })}</h1>
      {t.has(`${game}.pitch`) && <p class="lead">{t(`${game}.pitch`)}</p>}
      {pages.map(page => (
        <section key={page.key} class="guide-page">
          <div class="guide-picture">
            <page.Picture t={t} />
          </div>
          <div>
            <h2>{t(`${game}.guide.${page.key}.title`)}</h2>
            {t(`${game}.guide.${page.key}.text`)
              .split('\n')
              .map((line, i) => (
                <p key={i}>{line}</p>
              ))}
          </div>
        </section>
      ))}
      {!module.guide && <p>{t('guide.none')}</p>}
      <div class="form-end">
        {module.lesson && (
          <button
            type="button"
            class="button primary"
            onClick={() => begin({ kind: 'new', opening: firstGame(game)! })}
          >
            {t('guide.first')}
          </button>
        )}
        <a class="button" href={`#new/${game}`}>
          {t('start.setup')}
        </a>
        {module.guide && (
          <a class="button" href={`#rules/${game}`}>
            {t('rules.all')}
          </a>
        )}
      </div>
    </main>
  )
}
