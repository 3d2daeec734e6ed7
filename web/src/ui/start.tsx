// The start screen: the games, one click from a game; games under way; opening a record.

import { useEffect, useRef, useState } from 'preact/hooks'
import { moduleOf } from '../games/index'
import { Logo } from '../art/logo'
import { LANGS, type T } from '../i18n'
import { hosted, known } from '../online/known'
import * as store from '../store'
import type { GameInfo } from '../view'
import { gameTitle, seatNames, useApp } from './context'
import { Installed, recordOf } from './installed'
import { FirstGame, isMet } from './first'
import { Icon, IconButton, type IconName } from './icons'
import { later } from './later'
import { againstBots, firstGame, type Seed } from './play'

const OwnTables = later(() => import('./online/screens').then(m => m.OwnTables))

/** "2 to 4 players", or "2 players" if there is only one number. */
const range = (t: T, key: string, low: number, high: number): string =>
  low === high ? t(`${key}.just`, { n: low }) : t(key, { low, high })

function Card({ game, begin }: { game: GameInfo; begin: (s: Seed) => void }) {
  const app = useApp()
  const { t } = app
  const module = moduleOf(game.name)
  const title = gameTitle(app, game.name)
  const [asking, setAsking] = useState(false)
  const play = () => begin({ kind: 'new', opening: againstBots(game) })
  return (
    <article class="card" data-game={game.name}>
      <div class="card-picture">
        <module.Picture />
      </div>
      <div class="card-words">
        <h2>{title}</h2>
        <p class="card-facts">
          <span>{range(t, 'start.players', game.players_min, game.players_max)}</span>
          {game.minutes && <span>{range(t, 'start.minutes', ...game.minutes)}</span>}
        </p>
        <p class="card-pitch">{t.has(`${game.name}.pitch`) ? t(`${game.name}.pitch`) : ''}</p>
        <div class="card-buttons">
          <button
            type="button"
            class="button primary"
            aria-label={`${t('start.play')}: ${title}`}
            onClick={() => (module.lesson && !isMet(game.name) ? setAsking(true) : play())}
          >
            {t('start.play')}
          </button>
          {hosted() && (
            <a class="button" href={`#friends/${game.name}`} aria-label={`${t('start.friends')}: ${title}`}>
              {t('start.friends')}
            </a>
          )}
          <a class="button" href={`#new/${game.name}`} aria-label={`${t('start.setup')}: ${title}`}>
            {t('start.setup')}
          </a>
          {module.guide && (
            <a class="button quiet" href={`#guide/${game.name}`} aria-label={`${t('start.guide')}: ${title}`}>
              {t('start.guide')}
            </a>
          )}
        </div>
      </div>
      {asking && (
        <FirstGame
          game={game}
          guided={() => begin({ kind: 'new', opening: firstGame(game.name)! })}
          straight={play}
          close={() => setAsking(false)}
        />
      )}
    </article>
  )
}

/** One of my games. A deleted game stays in its place, so that it can be restored, until the screen is left. */
function SavedGame({ saved }: { saved: store.Saved }) {
  const app = useApp()
  const { t } = app
  const [bringBack, setBringBack] = useState<(() => Promise<unknown>) | null>(null)
  const button = useRef<HTMLDivElement>(null)
  const first = useRef(true)
  // The button that was pressed is replaced by the other one, which gets the focus.
  useEffect(() => {
    if (!first.current) button.current?.querySelector('button')?.focus()
    first.current = false
  }, [bringBack])
  const title = gameTitle(app, saved.game)
  const when = new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(saved.updated)

  async function remove() {
    const back = await store.removeForNow(saved)
    setBringBack(() => back)
    app.announce(t('start.removed'))
  }
  async function undo() {
    await bringBack!()
    setBringBack(null)
    app.announce(t('start.restored'))
  }

  return (
    <li class="saved" data-game={saved.game} data-gone={bringBack !== null}>
      {bringBack ? (
        <p>
          <strong>{title}</strong>
          <span class="faint">{t('start.removed')}</span>
        </p>
      ) : (
        <a href={`#play/${saved.id}`}>
          <strong>{title}</strong>
          <span>{seatNames(app, saved.seats).join(', ')}</span>
          <span class="faint">
            {saved.over ? saved.totals.join(' : ') : t('start.running', { n: saved.decisions })}
            {' · '}
            {when}
          </span>
        </a>
      )}
      <div ref={button}>
        {bringBack ? (
          <button
            type="button"
            class="button"
            aria-label={`${t('start.restore')}: ${title}, ${when}`}
            onClick={() => void undo()}
          >
            <Icon name="undo" />
            {t('start.restore')}
          </button>
        ) : (
          <IconButton icon="trash" label={t('start.remove', { game: title, when })} onClick={() => void remove()} />
        )}
      </div>
    </li>
  )
}

/** This many are listed until all are asked for. */
const FEW = 6

function SavedGames({ games, title, kind }: { games: store.Saved[]; title: string; kind: string }) {
  const { t } = useApp()
  const [all, setAll] = useState(false)
  if (games.length === 0) return null
  return (
    <section class="saves-part" aria-labelledby={`saves-${kind}`} data-kind={kind}>
      <h3 id={`saves-${kind}`}>{title}</h3>
      <ul>
        {games.slice(0, all ? games.length : FEW).map(s => (
          <SavedGame key={s.id} saved={s} />
        ))}
      </ul>
      {!all && games.length > FEW && (
        <button type="button" class="button quiet" onClick={() => setAll(true)}>
          {t('start.all', { n: games.length })}
        </button>
      )}
    </section>
  )
}

/** The header: the game to continue, tables online, language and settings. */
function Top({ running }: { running: store.Saved | undefined }) {
  const app = useApp()
  const { t } = app
  const Picture = running ? moduleOf(running.game).Picture : () => null
  return (
    <header class="top">
      <h1 tabIndex={-1}>
        <Logo size={52} />
        Atoll
      </h1>
      <p class="top-line">{t('start.line')}</p>
      {running && (
        <a class="continue" data-game={running.game} href={`#play/${running.id}`}>
          <span class="continue-picture">
            <Picture />
          </span>
          <span>
            <strong>{t('start.continue', { game: gameTitle(app, running.game) })}</strong>
            <span class="faint">
              {seatNames(app, running.seats).join(', ')} · {t('start.running', { n: running.decisions })}
            </span>
          </span>
          <Icon name="play" />
        </a>
      )}
      {hosted() && (
        <div class="top-online">
          <a class="button" href="#lobby/now">
            {t('lobby.now')}
          </a>
          <a class="button quiet" href="#lobby">
            {t('lobby.title')}
          </a>
        </div>
      )}
      <div class="top-tools">
        <label class="lang">
          <span class="hidden">{t('settings.lang')}</span>
          <select value={app.settings.lang} onChange={e => app.set({ lang: e.currentTarget.value })}>
            {Object.entries(LANGS).map(([lang, name]) => (
              <option key={lang} value={lang} lang={lang}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <IconButton icon="settings" label={t('settings.title')} onClick={app.openSettings} />
      </div>
    </header>
  )
}

/** Links to other screens. */
const MORE: [screen: string, icon: IconName, words: string][] = [
  ['daily', 'calendar', 'daily.title'],
  ['puzzles', 'hint', 'start.puzzles'],
  ['stats', 'chart', 'stats.title'],
  ['people', 'person', 'here.title'],
]

/** The saved games of this device, and opening a record. */
function Saves({ saved, begin }: { saved: store.Saved[]; begin: (s: Seed) => void }) {
  const app = useApp()
  const { t } = app
  async function bring(e: Event) {
    const input = e.currentTarget as HTMLInputElement
    const file = input.files?.[0]
    if (!file) return
    const record = await recordOf(file)
    if (record === null) app.toast(t('error.too-long'))
    else begin({ kind: 'record', record })
    input.value = ''
  }
  return (
    <section class="saves" aria-labelledby="saves-title">
      <div class="saves-head">
        <h2 id="saves-title">{t('start.saved')}</h2>
        <label class="button quiet file">
          <Icon name="import" />
          {t('start.import')}
          <input type="file" accept=".txt,.atoll,text/plain" onChange={e => void bring(e)} />
        </label>
      </div>
      {saved.length === 0 ? (
        <p class="faint">{t('start.none')}</p>
      ) : (
        <>
          <SavedGames kind="running" title={t('start.unfinished')} games={saved.filter(s => !s.over)} />
          <SavedGames kind="over" title={t('start.finished')} games={saved.filter(s => s.over)} />
        </>
      )}
    </section>
  )
}

export function Start({ begin }: { begin: (s: Seed) => void }) {
  const { t, games } = useApp()
  const [saved, setSaved] = useState<store.Saved[]>([])
  useEffect(() => void store.list().then(setSaved, () => setSaved([])), [])
  return (
    <>
      <Top running={saved.find(s => !s.over)} />
      <main class="start">
        {known() && <OwnTables />}
        <div class="cards">
          {games
            .filter(g => g.listed)
            .map(g => (
              <Card key={g.name} game={g} begin={begin} />
            ))}
        </div>
        <nav class="start-more" aria-label={t('start.more')}>
          {MORE.map(([screen, icon, words]) => (
            <a key={screen} class="button" href={`#${screen}`}>
              <Icon name={icon} />
              {t(words)}
            </a>
          ))}
        </nav>
        <Saves saved={saved} begin={begin} />
        <footer class="start-end">
          <a href="#privacy">{t('privacy.title')}</a>
          <Installed />
        </footer>
      </main>
    </>
  )
}
