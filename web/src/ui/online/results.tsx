// Results: how my games at the host ended, the last one first; the same group again; all of them as one file.

import { useEffect, useState } from 'preact/hooks'
import { PersonPicture } from '../../art/people'
import { moduleOf } from '../../games/index'
import { promise } from '../../online/draws'
import { all, asLines, page, type After, type OnlineResult, type ResultSeat } from '../../online/results'
import { wire } from '../../online/wire'
import { botName, gameTitle, levelName, useApp, type App } from '../context'
import { Icon } from '../icons'
import { Back, Refused } from '../parts'
import { span } from './clock'
import { Connection, useWire } from './parts'
import { clockWords, refusalWords } from './words'

const nameOf = ({ t }: App, s: ResultSeat): string =>
  s.kind === 'bot' ? botName(t, s.level ?? '', s.seat) : (s.name ?? t('results.gone'))

function Seat({ seat, won }: { seat: ResultSeat; won: boolean }) {
  const app = useApp()
  const { t } = app
  const mine = seat.person !== undefined && seat.person === wire().hello?.person
  const more = [
    ...(seat.kind === 'bot' ? [levelName(t, seat.level ?? '')] : []),
    ...(mine ? [t('seat.you')] : []),
    ...(seat.resigned ? [t('results.resigned')] : []),
    ...(seat.bot_moves ? [t('results.stood-in', { n: seat.bot_moves, level: levelName(t, seat.stand_in ?? '') })] : []),
  ]
  return (
    <li data-won={won}>
      <span class="result-place">{seat.place > 0 && t('results.place', { n: seat.place })}</span>
      {seat.kind === 'bot' ? (
        <Icon name="bot" />
      ) : (
        <PersonPicture picture={seat.picture || seat.person || 0} size={28} />
      )}
      <span class="result-who">
        {nameOf(app, seat)}
        {more.length > 0 && <small class="faint"> {more.join(' · ')}</small>}
      </span>
      <strong class="result-score">{seat.score}</strong>
    </li>
  )
}

function howWords(app: App, r: OnlineResult): string {
  const { t } = app
  if (!r.ending) return t(r.phase === 'finished' ? 'mine.finished' : 'table.ended')
  if (r.ending.how === 'agreed') return t('table.ended')
  const names = r.ending.seats.map(s => nameOf(app, r.seats[s - 1]!))
  return t(`ending.${r.ending.how}`, { whose: names.join(', ') })
}

/** Takes me to the next table of this group. */
function useAgain(table: string) {
  const app = useApp()
  const { t } = app
  const [busy, setBusy] = useState(false)
  async function again() {
    if (busy) return
    setBusy(true)
    try {
      const answer = await wire().ask({ do: 'rematch', table, promise: await promise() })
      app.go(`table/${answer.table as string}`)
    } catch (err) {
      app.toast(refusalWords(t, err))
      setBusy(false)
    }
  }
  return { busy, again }
}

function Entry({ result: r }: { result: OnlineResult }) {
  const app = useApp()
  const { t } = app
  const { busy, again } = useAgain(r.table)
  const { Picture } = moduleOf(r.game)
  const title = gameTitle(app, r.game)
  const when = new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(r.ended)
  const facts = [when, howWords(app, r), t('results.length', { n: r.moves, time: span(t.lang, r.duration) })]
  if (r.clock.kind !== 'none') facts.push(clockWords(t, r.clock))
  const seats = [...r.seats].sort((a, b) => a.place - b.place || b.score - a.score)
  return (
    <li class="result panel" data-game={r.game} data-table={r.table}>
      <div class="result-head">
        <Picture />
        <div>
          <h2>{title}</h2>
          <p class="faint">{facts.join(' · ')}</p>
        </div>
      </div>
      <ol class="result-seats">
        {seats.map(s => (
          <Seat key={s.seat} seat={s} won={s.place === 1} />
        ))}
      </ol>
      <div class="form-end">
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={`${t('results.again')}: ${title}, ${when}`}
          onClick={() => void again()}
        >
          {t('results.again')}
        </button>
        <a class="button quiet" href={`#table/${r.table}`} aria-label={`${t('results.look')}: ${title}, ${when}`}>
          {t('results.look')}
        </a>
      </div>
    </li>
  )
}

/** All results with their records, one line each. */
function Download() {
  const app = useApp()
  const { t } = app
  const [got, setGot] = useState<number | null>(null)
  async function save() {
    setGot(0)
    try {
      const file = new Blob([asLines(await all(true, setGot))], { type: 'application/x-ndjson' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = 'atoll-games.ndjson'
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (err) {
      app.toast(refusalWords(t, err))
    }
    setGot(null)
  }
  return (
    <button type="button" class="button" disabled={got !== null} onClick={() => void save()}>
      <Icon name="save" />
      {got === null ? t('results.save') : t('results.saving', { n: got })}
    </button>
  )
}

/** The list as far as it was read. */
function useResults() {
  const { t } = useApp()
  const { state, hello } = useWire()
  const [list, setList] = useState<OnlineResult[] | null>(null)
  const [after, setAfter] = useState<After>(null)
  const [error, setError] = useState('')
  async function read(from: After) {
    setError('')
    try {
      const next = await page(from)
      setList(old => [...(from ? (old ?? []) : []), ...next.results])
      setAfter(next.after)
    } catch (err) {
      setError(refusalWords(t, err))
    }
  }
  const person = hello?.person
  useEffect(() => {
    if (state === 'open') void read(null)
  }, [state, person])
  return { list, more: after && (() => void read(after)), error }
}

export function Results() {
  const { t } = useApp()
  const { list, more, error } = useResults()
  return (
    <main class="page results" aria-busy={list === null && !error}>
      <Back to="lobby" label={t('lobby.title')} />
      <h1 tabIndex={-1}>{t('results.title')}</h1>
      <Connection />
      <Refused why={error} />
      {list?.length === 0 && <p>{t('results.none')}</p>}
      {list !== null && list.length > 0 && (
        <>
          <p class="faint">{t('results.text')}</p>
          <div class="form-end">
            <Download />
            <a class="button quiet" href="#stats">
              {t('stats.title')}
            </a>
          </div>
          <ul class="result-list">
            {list.map(r => (
              <Entry key={r.table} result={r} />
            ))}
          </ul>
          {more && (
            <button type="button" class="button" onClick={more}>
              {t('results.more')}
            </button>
          )}
        </>
      )}
    </main>
  )
}
