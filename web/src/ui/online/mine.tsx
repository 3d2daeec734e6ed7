// My tables online: those that wait for me come first.

import { useState } from 'preact/hooks'
import { PersonPicture } from '../../art/people'
import { moduleOf } from '../../games/index'
import { companyAt } from '../../online/company'
import type { T } from '../../i18n'
import type { Own } from '../../online/mine'
import { askForNotices, notices } from '../../online/notice'
import { wire } from '../../online/wire'
import { botName, gameTitle, useApp } from '../context'
import { Icon } from '../icons'
import { useMine } from './parts'

/** Asks whether the browser may announce my turns; not shown if it cannot. */
export function NoticeButton() {
  const app = useApp()
  const { t } = app
  const [state, setState] = useState(notices())
  if (state !== 'ask') return null
  return (
    <button
      type="button"
      class="button"
      onClick={() =>
        void askForNotices().then(yes => {
          setState(notices())
          app.toast(t(yes ? 'notice.on' : 'notice.off'))
        })
      }
    >
      {t('notice.ask')}
    </button>
  )
}

/** What happens there, or how it ended. */
function stateWords(t: T, own: Own): string {
  if (own.your_turn) return t('table.your-turn')
  if (own.phase === 'gathering') return t('gather.waiting', { n: own.free })
  if (own.phase === 'playing') return turnWords(t, own)
  const me = own.seats?.find(s => s.person !== undefined && s.person === wire().hello?.person)
  if (me?.place) return t('mine.place', { n: me.place, points: me.score ?? 0 })
  const words = t(own.phase === 'finished' ? 'mine.finished' : 'mine.abandoned')
  return me?.score === undefined ? words : `${words} · ${t('mine.points', { points: me.score })}`
}

function turnWords(t: T, own: Own): string {
  if (own.paused) return t('mine.paused')
  const mover = own.seats?.find(s => s.seat === own.mover)
  if (!mover) return t('mine.playing')
  return mover.kind === 'bot' ? t('mine.bot-turn') : t('mine.turn-of', { who: mover.name ?? '?' })
}

/** The others, with their points once the game is over. */
function othersAt(t: T, own: Own): string[] {
  if (!own.seats) return companyAt(own.table)
  return own.seats
    .filter(s => s.kind !== 'free' && (s.person === undefined || s.person !== wire().hello?.person))
    .map(s => {
      const name = s.kind === 'bot' ? botName(t, s.level ?? '', s.seat) : (s.name ?? t('results.gone'))
      return s.score === undefined ? name : `${name} ${s.score}`
    })
}

const date = (t: T, when: number): string =>
  new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(when)

export function OwnTable({ own }: { own: Own }) {
  const app = useApp()
  const { t } = app
  const { Picture } = moduleOf(own.game)
  const company = othersAt(t, own)
  const whose = company.length
    ? t('mine.with', { who: new Intl.ListFormat(t.lang).format(company) })
    : own.creator_name
      ? t('lobby.of', { who: own.creator_name })
      : ''
  const when =
    own.until && own.phase === 'playing' ? t('mine.until', { when: date(t, own.until) }) : date(t, own.active)
  return (
    <li class="listed" data-game={own.game} data-waiting={own.your_turn}>
      <a href={`#table/${own.table}`}>
        <span class="listed-picture">
          <Picture />
          <PersonPicture picture={own.creator_picture || own.creator} size={30} />
        </span>
        <span class="listed-words">
          <strong>{gameTitle(app, own.game)}</strong>
          <span class={own.your_turn ? 'mine-turn' : ''}>{stateWords(t, own)}</span>
          <span class="faint">
            {whose ? `${whose} · ` : ''}
            {when}
          </span>
        </span>
        <Icon name="next" />
      </a>
    </li>
  )
}

/** One tap to the table that has waited for me longest; nothing if none does. */
export function NextTable({ but = '' }: { but?: string }) {
  const app = useApp()
  const { t } = app
  const next = useMine().next(but)
  if (!next) return null
  const company = othersAt(t, next)
  const game = gameTitle(app, next.game)
  const what = company.length ? t('mine.next.with', { game, who: new Intl.ListFormat(t.lang).format(company) }) : game
  return (
    <a class="button primary next-table" href={`#table/${next.table}`}>
      <span>
        {t('mine.next')}
        <small>{what}</small>
      </span>
      <Icon name="next" />
    </a>
  )
}

/** Games under way; with all, finished ones too. */
export function MyTables({ all = false, limit = 50 }: { all?: boolean; limit?: number }) {
  const { tables } = useMine(true)
  const shown = (tables ?? []).filter(o => all || o.phase === 'playing' || o.phase === 'gathering').slice(0, limit)
  return (
    <ul class="listing">
      {shown.map(o => (
        <OwnTable key={o.table} own={o} />
      ))}
    </ul>
  )
}

/** Games under way at tables online where I sit: those that wait for me first. */
export function OwnTables() {
  const { t } = useApp()
  const { tables } = useMine()
  if (!tables?.some(o => o.phase === 'playing' || o.phase === 'gathering')) return null
  return (
    <section class="saves" aria-labelledby="own-title">
      <h2 id="own-title">{t('mine.title')}</h2>
      <NextTable />
      <MyTables limit={3} />
    </section>
  )
}
