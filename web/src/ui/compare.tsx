// Somebody's game of a daily deal beside mine. People who have not played it yet see the other's result
// only on request.

import '../../style/people.css?later'
import { useEffect, useState } from 'preact/hooks'
import { PersonPicture } from '../art/people'
import { dayOf } from '../daily'
import { openingError } from '../i18n'
import * as results from '../results'
import { keepRival } from '../rivals'
import { unpack, type Shared } from '../share'
import * as store from '../store'
import type { Score, View } from '../view'
import { gameTitle, useApp } from './context'
import { Face } from './face'
import { Back } from './parts'
import { lastView } from './scored'
import { scoreLabel } from './scores'

interface Theirs {
  shared: Shared
  view: View
  mine: results.Result | undefined
  /** My game, if it is still in the list. */
  saved: string | undefined
}

async function open(packed: string): Promise<Theirs> {
  const shared = await unpack(packed)
  const view = await lastView(shared)
  const { daily = '' } = shared
  if (!daily || !view.over) throw new Error('no game in it')
  const mine = (await results.all().catch(() => [])).find(r => r.daily === daily && r.game === view.game)
  const saved = (await store.list().catch(() => [])).find(s => s.daily === daily && s.game === view.game)
  const name = shared.seats.find(s => s.kind !== 'bot')?.name ?? ''
  keepRival({ game: view.game, date: daily, name, packed })
  return { shared, view, mine, saved: saved?.id }
}

/** The person's seat, and the others' results. */
function told(seats: Shared['seats'], scores: Score[]): { own: Score; others: Score[] } {
  const at = Math.max(
    0,
    seats.findIndex(s => s.kind !== 'bot'),
  )
  return { own: scores[at]!, others: scores.filter((_, i) => i !== at) }
}

function Beside({ theirs, who }: { theirs: Theirs; who: string }) {
  const { t } = useApp()
  const { view, shared, mine } = theirs
  const them = told(shared.seats, view.scores)
  const me = mine && told(mine.seats, mine.scores)
  const d = me ? me.own.total! - them.own.total! : 0
  const cells = (theirs: number | undefined, own: number | undefined) => (
    <>
      {me && <td>{own}</td>}
      <td>{theirs}</td>
    </>
  )
  const person = shared.seats.find(s => s.kind !== 'bot')
  const picture = person?.picture ?? 0
  const line = (score: Score | undefined, label: string) => score?.lines.find(l => l.label === label)?.points
  return (
    <section class="panel compare">
      {me && (
        <h2>
          {d === 0 ? t('compare.even') : d > 0 ? t('compare.ahead', { n: d }) : t('compare.behind', { who, n: -d })}
        </h2>
      )}
      <table class="stats-table">
        <thead>
          <tr>
            <td />
            {me && (
              <th scope="col">
                <span class="stats-who">
                  <Face seat={{ kind: 'me', name: '' }} size={32} />
                  {t('seat.you')}
                </span>
              </th>
            )}
            <th scope="col">
              <span class="stats-who">
                <PersonPicture picture={picture} size={32} />
                {who}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {them.own.lines.map(({ label, points }) => (
            <tr key={label}>
              <th scope="row">{scoreLabel(t, view.game, label)}</th>
              {cells(points, line(me?.own, label))}
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{t('scores.total')}</th>
            {cells(them.own.total ?? 0, me?.own.total ?? 0)}
          </tr>
          <tr>
            <th scope="row">{t('compare.opponent')}</th>
            {cells(them.others[0]?.total ?? 0, me?.others[0]?.total ?? 0)}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

export function Compare({ packed }: { packed: string }) {
  const app = useApp()
  const { t } = app
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [error, setError] = useState('')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    open(packed).then(setTheirs, (err: Error) => setError(err.message))
  }, [packed])
  const back = <Back to="daily" label={t('daily.title')} />
  if (error || !theirs)
    return (
      <main class="page" aria-busy={!error}>
        {back}
        <h1 tabIndex={-1} class={error ? '' : 'hidden'}>
          {t(error ? 'compare.wrong' : 'table.opening')}
        </h1>
        {error && <p>{openingError(t, error)}</p>}
      </main>
    )
  const { shared, view, mine } = theirs
  const date = shared.daily!
  const who = shared.seats.find(s => s.kind !== 'bot')?.name || t('daily.somebody')
  const day = new Intl.DateTimeFormat(t.lang, { dateStyle: 'full' }).format(dayOf(date))
  return (
    <main class="page" data-game={view.game}>
      {back}
      <h1 tabIndex={-1}>{t('compare.title', { who, game: gameTitle(app, view.game) })}</h1>
      <p>{t('compare.day', { day })}</p>
      {mine || shown ? <Beside theirs={theirs} who={who} /> : <p>{t('compare.first', { who })}</p>}
      <div class="form-end">
        {!mine && (
          <a class="button primary" href={`#daily/${date}`}>
            {t('compare.play')}
          </a>
        )}
        {!mine && !shown && (
          <button type="button" class="button" onClick={() => setShown(true)}>
            {t('compare.show')}
          </button>
        )}
        {(mine || shown) && (
          <a class="button" href={`#g=${packed}`}>
            {t('compare.watch', { who })}
          </a>
        )}
        {mine && theirs.saved && (
          <a class="button" href={`#play/${theirs.saved}`}>
            {t('daily.look')}
          </a>
        )}
      </div>
    </main>
  )
}
