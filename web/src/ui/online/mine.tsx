// My tables online: those that wait for me come first.

import { useState } from 'preact/hooks'
import { PersonPicture } from '../../art/people'
import { moduleOf } from '../../games/index'
import { companyAt } from '../../online/company'
import type { Own } from '../../online/mine'
import { askForNotices, notices } from '../../online/notice'
import { gameTitle, useApp } from '../context'
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

export function OwnTable({ own }: { own: Own }) {
  const app = useApp()
  const { t } = app
  const { Picture } = moduleOf(own.game)
  const state = own.your_turn
    ? t('table.your-turn')
    : own.phase === 'gathering'
      ? t('gather.waiting', { n: own.free })
      : own.phase === 'playing'
        ? t('mine.playing')
        : t(own.phase === 'finished' ? 'mine.finished' : 'mine.abandoned')
  const company = companyAt(own.table)
  const whose = company.length
    ? t('mine.with', { who: new Intl.ListFormat(t.lang).format(company) })
    : own.creator_name
      ? t('lobby.of', { who: own.creator_name })
      : ''
  const when = new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(own.active)
  return (
    <li class="listed" data-game={own.game} data-waiting={own.your_turn}>
      <a href={`#table/${own.table}`}>
        <span class="listed-picture">
          <Picture />
          <PersonPicture picture={own.creator_picture || own.creator} size={30} />
        </span>
        <span class="listed-words">
          <strong>{gameTitle(app, own.game)}</strong>
          <span class={own.your_turn ? 'mine-turn' : ''}>{state}</span>
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

/** Games under way; with all, finished ones too. */
export function MyTables({ all = false, limit = 50 }: { all?: boolean; limit?: number }) {
  const { tables } = useMine()
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
      <MyTables limit={3} />
    </section>
  )
}
