// A finished game looked at again: win shares over time, the biggest mistakes, luck against choice.

import { useEffect, useState } from 'preact/hooks'
import { moduleOf } from '../games/index'
import { Session } from '../session'
import { isHosted, recordOf } from '../online/table'
import { LocalSource, type Analysis as Found, type Opening } from '../source'
import { gameTitle, seatNames, useApp } from './context'
import { Icon } from './icons'

const W = 640,
  H = 240
/** A mistake loses so much of the win; so many are shown. */
const MISTAKE = 0.02,
  SHOWN = 6

function Graph({ found, names }: { found: Found; names: string[] }) {
  const { t } = useApp()
  const n = Math.max(1, found.graph.length - 1)
  const line = (seat: number) => found.graph.map((g, i) => `${(i / n) * W},${H - (g.win[seat] ?? 0) * H}`).join(' ')
  return (
    <figure class="graph">
      <svg viewBox={`-4 -4 ${W + 8} ${H + 8}`} role="img" aria-label={t('analysis.graph')} preserveAspectRatio="none">
        <path class="graph-grid" d={`M0 ${H / 2}H${W}M0 0H${W}M0 ${H}H${W}`} />
        {names.map((name, s) => (
          <polyline key={name} class="graph-line" data-seat={s + 1} points={line(s)} />
        ))}
      </svg>
      <figcaption>
        {names.map((name, s) => (
          <span key={name} class="graph-key" data-seat={s + 1}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** A game of this device's own, or the record of a table online. */
async function openingOf(id: string): Promise<Opening> {
  if (!isHosted(id)) return { kind: 'saved', id }
  const { record, seats } = await recordOf(id)
  return { kind: 'record', record, seats, keep: false }
}

export function Analysis({ id }: { id: string }) {
  const app = useApp()
  const { t } = app
  const [session, setSession] = useState<Session | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [done, setDone] = useState(0)
  const [error, setError] = useState(false)

  useEffect(() => {
    const s = new Session(
      () => 0,
      () => {},
    )
    let source: LocalSource | null = null
    let gone = false
    async function work() {
      source = await LocalSource.open(await openingOf(id), e => s.receive(e))
      s.source = source
      if (gone) {
        source.close()
        return
      }
      setSession(s)
      const a = await source.analyse(setDone)
      if (!gone) setFound(a)
    }
    work().catch(() => setError(true))
    return () => {
      gone = true
      source?.close()
    }
  }, [id])

  const info = session?.source?.table
  const names = info ? seatNames(app, info.seats) : []
  const module = info ? moduleOf(info.game) : null
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  const signed = new Intl.NumberFormat(t.lang, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const worst =
    found?.verdicts
      .filter(v => v.lost >= MISTAKE)
      .sort((a, b) => b.lost - a.lost)
      .slice(0, SHOWN) ?? []
  return (
    <main class="page analysis" data-game={info?.game}>
      <a class="button quiet back" href={`#${isHosted(id) ? 'table' : 'play'}/${id}`}>
        <Icon name="back" />
        {t('analysis.back')}
      </a>
      <h1 tabIndex={-1}>
        {t('analysis.title')}
        {info ? `: ${gameTitle(app, info.game)}` : ''}
      </h1>
      {error && <p>{t('analysis.none')}</p>}
      {!found && !error && (
        <label class="progress">
          {t('analysis.working')} <progress max={1} value={done} />
        </label>
      )}
      {found && found.graph.length === 0 && <p>{t('analysis.none')}</p>}
      {found && found.graph.length > 0 && session && module && (
        <>
          <h2>{t('analysis.graph')}</h2>
          <Graph found={found} names={names} />
          <h2>{t('analysis.mistakes')}</h2>
          {worst.length === 0 ? (
            <p>{t('analysis.clean')}</p>
          ) : (
            <ol class="mistakes">
              {worst.map(v => {
                const view = session.view(v.step)!
                return (
                  <li key={v.step}>
                    <strong>{names[v.seat - 1]}</strong>: {module.moveName(v.move, view, t)}
                    <span class="faint">
                      {' '}
                      {t('analysis.better', {
                        move: module.moveName(v.best, view, t),
                        played: percent.format(v.played),
                        could: percent.format(v.played + v.lost),
                      })}
                    </span>
                  </li>
                )
              })}
            </ol>
          )}
          <h2>{t('analysis.luck')}</h2>
          <p class="faint">{t('analysis.luck.help')}</p>
          <table class="scores">
            <thead>
              <tr>
                <td />
                {names.map(n => (
                  <th key={n} scope="col">
                    {n}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{t('analysis.luck.row')}</th>
                {names.map((n, s) => (
                  <td key={n}>{signed.format(found.luck[s] ?? 0)}</td>
                ))}
              </tr>
              <tr>
                <th scope="row">{t('analysis.choice.row')}</th>
                {names.map((n, s) => (
                  <td key={n}>{signed.format(found.choice[s] ?? 0)}</td>
                ))}
              </tr>
            </tbody>
          </table>
        </>
      )}
    </main>
  )
}
