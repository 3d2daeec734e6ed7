// The daily deal: today's, its result, and earlier results.

import '../../style/people.css?later'
import { useEffect, useState } from 'preact/hooks'
import { dailyOpening, dayOf, isDate, opponentOn, today } from '../daily'
import { canShare, copy, share } from '../online/copy'
import * as results from '../results'
import { rivals } from '../rivals'
import { dailyLink } from '../share'
import * as store from '../store'
import type { GameInfo } from '../view'
import { botName, gameTitle, levelName, useApp } from './context'
import { Face } from './face'
import { Icon } from './icons'
import { Back } from './parts'

const DAYS_BACK = 6

const before = (date: string, days: number): string => {
  const day = dayOf(date)
  day.setDate(day.getDate() - days)
  return day.toLocaleDateString('sv') // as in 2026-11-15
}

/** The number of days in a row, up to this one, with a finished deal. */
function daysInARow(done: results.Result[], date: string): number {
  const dates = new Set(done.map(r => r.daily))
  let n = 0
  // Today's can still be played.
  for (let at = dates.has(date) ? 0 : 1; dates.has(before(date, at)); at++) n++
  return n
}

interface Known {
  saved: store.Saved[]
  done: results.Result[]
}

function Deal({ game, date, known }: { game: GameInfo; date: string; known: Known }) {
  const app = useApp()
  const { t } = app
  const title = gameTitle(app, game.name)
  const saved = known.saved.find(s => s.game === game.name)
  const result = known.done.find(r => r.game === game.name && r.daily === date)
  const others = rivals().filter(r => r.game === game.name && r.date === date)
  const own = result?.scores.find((_, i) => result.seats[i]?.kind === 'me')
  const totals = result?.scores.map(s => s.total).join(' : ')

  async function give() {
    const record = (await store.record(saved!.id)) ?? ''
    const url = await dailyLink(app.settings, record, saved!.seats, date)
    if (await copy(url)) app.toast(t('share.daily'))
    else if (canShare()) await share('Atoll', url)
  }

  return (
    <li class="panel deal" data-game={game.name} data-done={result !== undefined}>
      <h2>{title}</h2>
      {result ? (
        <p>
          <strong class="deal-points">{totals}</strong> {t(own?.place === 1 ? 'daily.won' : 'daily.lost')}
        </p>
      ) : (
        <p class="faint">{t(saved ? 'daily.running' : 'daily.open')}</p>
      )}
      <div class="form-end">
        {!result && !saved && (
          <button
            type="button"
            class="button primary"
            aria-label={`${t('daily.play')}: ${title}`}
            onClick={() => app.begin({ kind: 'new', opening: dailyOpening(game, CATALOGUE.levels, date) })}
          >
            {t('daily.play')}
          </button>
        )}
        {saved && (
          <a class={result ? 'button' : 'button primary'} href={`#play/${saved.id}`}>
            {t(result ? 'daily.look' : 'daily.go-on')}
            <span class="hidden">: {title}</span>
          </a>
        )}
        {result && saved && (
          <button type="button" class="button primary" onClick={() => void give()}>
            <Icon name="share" />
            {t('daily.share')}
            <span class="hidden">: {title}</span>
          </button>
        )}
        {others.map(r => (
          <a key={r.packed} class="button" href={`#d=${r.packed}`}>
            {t('daily.compare', { who: r.name || t('daily.somebody') })}
          </a>
        ))}
      </div>
    </li>
  )
}

/** date: that of somebody's link; today's if there is none. */
export function Daily({ date: asked }: { date: string }) {
  const app = useApp()
  const { t } = app
  const date = isDate(asked) ? asked : today()
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    const load = async () => {
      const [saved, done] = await Promise.all([store.list(), results.all()])
      setKnown({ saved: saved.filter(s => s.daily === date), done: done.filter(r => r.daily) })
    }
    load().catch(() => setKnown({ saved: [], done: [] }))
  }, [date])
  const level = opponentOn(CATALOGUE.levels, date)
  const words = new Intl.DateTimeFormat(t.lang, { weekday: 'long', day: 'numeric', month: 'long' })
  const short = new Intl.DateTimeFormat(t.lang, { weekday: 'short', day: 'numeric', month: 'short' })
  const row = known ? daysInARow(known.done, today()) : 0
  const listed = app.games.filter(g => g.listed)
  const past = Array.from({ length: DAYS_BACK }, (_, i) => before(today(), i + 1))
  return (
    <main class="page daily" aria-busy={known === null}>
      <Back />
      <h1 tabIndex={-1}>{t('daily.title')}</h1>
      <p class="lead">{t('daily.text')}</p>
      <div class="daily-day">
        <Face seat={{ kind: 'bot', name: '', level }} size={72} />
        <div>
          <strong class="daily-date">{words.format(dayOf(date))}</strong>
          <span>{t('daily.against', { name: botName(t, level, 2), level: levelName(t, level) })}</span>
          <span class="faint">{t(`bot.${level}.line`)}</span>
        </div>
      </div>
      {row > 1 && <p class="daily-row">{t('daily.row', { n: row })}</p>}
      <ul class="deals">{known && listed.map(g => <Deal key={g.name} game={g} date={date} known={known} />)}</ul>
      <section>
        <h2>{t('daily.before')}</h2>
        <ul class="daily-past">
          {[today(), ...past]
            .filter(d => d !== date)
            .map(d => {
              const done = known?.done.filter(r => r.daily === d) ?? []
              return (
                <li key={d}>
                  <a class="button" href={d === today() ? '#daily' : `#daily/${d}`}>
                    {short.format(dayOf(d))}
                    <span class="faint">
                      {done.length} / {listed.length}
                    </span>
                  </a>
                </li>
              )
            })}
        </ul>
      </section>
    </main>
  )
}
