// Statistics of the people of this device: by game, by number of players, by opponent.

import '../../style/people.css?later'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { known } from '../online/known'
import { wire } from '../online/wire'
import * as results from '../results'
import { identity, rivals, select, summary, type Played, type Summary } from '../statistics'
import * as store from '../store'
import type { Seat } from '../view'
import { gameTitle, levelName, seatNames, useApp, type App } from './context'
import { Face } from './face'
import { Icon } from './icons'
import { Back } from './parts'
import { lastView } from './scored'
import { scoreLabel } from './scores'

/** Games that were finished before the statistics existed count as well. */
async function takeOld(known: results.Result[]): Promise<void> {
  const kept = new Set(known.map(r => r.id))
  for (const { id, game, seats, over, lesson, played, updated } of await store.list()) {
    if (!over || lesson || played !== undefined || kept.has(id)) continue
    const record = (await store.record(id)) ?? ''
    const view = await lastView({ record, seats }).catch(() => null)
    if (view?.over) await results.keep({ id, game, seats, scores: view.scores, when: updated })
  }
}

/** Games at tables of the host, if this device is somebody's there. */
async function online(): Promise<results.Result[]> {
  const w = known() ? wire() : null
  if (!w || w.state === 'absent') return []
  const { all, counted } = await import('../online/results')
  return all()
    .then(found => counted(found, w.hello?.person ?? 0))
    .catch(() => [])
}

const whole = (t: App['t'], n: number) => new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 }).format(n)
const percent = (t: App['t'], n: number) => new Intl.NumberFormat(t.lang, { style: 'percent' }).format(n)

/** A player's name; for bots with the level. */
function nameOf(app: App, seat: Seat): string {
  const [name = ''] = seatNames(app, [seat])
  return seat.kind === 'bot' ? `${name} · ${levelName(app.t, seat.level)}` : name
}

function Numbers({ s }: { s: Summary }) {
  const { t } = useApp()
  const rows: [string, string, string?][] = [
    [t('stats.games'), String(s.games)],
    [t('stats.won'), String(s.won), percent(t, s.won / s.games)],
    [t('stats.best'), String(s.best)],
    [t('stats.average'), whole(t, s.average)],
    [t('stats.streak'), String(s.streak), s.longest > 0 ? t('stats.longest', { n: s.longest }) : undefined],
  ]
  return (
    <dl class="stats-numbers">
      {rows.map(([word, number, more]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <strong>{number}</strong>
            {more && <span class="faint"> {more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const LATEST = 30
const H = 180

/** Points game by game: a filled point for a win; the line is the average. */
function Course({ played, average }: { played: Played[]; average: number }) {
  const { t } = useApp()
  const wide = matchMedia('(min-width: 620px)').matches
  const W = wide ? 640 : 340
  const latest = played.slice(wide ? -LATEST : -LATEST / 2)
  const most = Math.max(10, ...latest.map(p => p.points))
  const least = Math.min(0, ...latest.map(p => p.points))
  const y = (points: number) => H - 24 - ((points - least) / (most - least)) * (H - 44)
  const x = (i: number) => 40 + (i + 0.5) * ((W - 56) / latest.length)
  const label = t('stats.course.text', { points: latest.map(p => p.points).join(', ') })
  return (
    <figure class="panel">
      <figcaption>
        <h2>{t('stats.course')}</h2>
        <p class="faint">{t('stats.course.help')}</p>
      </figcaption>
      <svg class="stats-course" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={label}>
        {[least, Math.round((least + most) / 2), most].map(n => (
          <g key={n}>
            <path class="stats-grid" d={`M36 ${y(n)}H${W - 10}`} />
            <text x="30" y={y(n) + 5} text-anchor="end">
              {n}
            </text>
          </g>
        ))}
        <path class="stats-mean" d={`M36 ${y(average)}H${W - 10}`} />
        <polyline class="stats-line" points={latest.map((p, i) => `${x(i)},${y(p.points)}`).join(' ')} />
        {latest.map((p, i) => (
          <circle key={p.result.id} class="stats-dot" data-won={p.won} cx={x(i)} cy={y(p.points)} r="6">
            <title>{p.points}</title>
          </circle>
        ))}
      </svg>
    </figure>
  )
}

/** A bar to the right of its number; lost points go to the left of zero. */
const Bar = ({ value, most, kind }: { value: number; most: number; kind: string }) => (
  <svg class="stats-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class={`stats-bar-${kind}`} width={Math.max(0.5, (100 * Math.max(0, value)) / most)} height="10" rx="1" />
  </svg>
)

function Parts({ game, s, who }: { game: string; s: Summary; who: string }) {
  const { t } = useApp()
  const most = Math.max(1, ...s.parts.flatMap(p => [p.mine, p.others]))
  return (
    <section class="panel">
      <h2>{t('stats.parts')}</h2>
      <table class="stats-table stats-parts">
        <thead>
          <tr>
            <th scope="col">{t('stats.part')}</th>
            <th scope="col">{who}</th>
            <th scope="col">{t('stats.others')}</th>
          </tr>
        </thead>
        <tbody>
          {s.parts.map(p => (
            <tr key={p.label}>
              <th scope="row">{scoreLabel(t, game, p.label)}</th>
              <td>
                <span>{whole(t, p.mine)}</span>
                <Bar value={p.mine} most={most} kind="mine" />
              </td>
              <td>
                <span>{whole(t, p.others)}</span>
                <Bar value={p.others} most={most} kind="others" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Against({ played }: { played: Played[] }) {
  const app = useApp()
  const { t } = app
  return (
    <section class="panel">
      <h2>{t('stats.against')}</h2>
      <table class="stats-table">
        <thead>
          <tr>
            <th scope="col">{t('stats.opponent')}</th>
            <th scope="col">{t('stats.games')}</th>
            <th scope="col">{t('stats.won')}</th>
            <th scope="col">{t('stats.points')}</th>
          </tr>
        </thead>
        <tbody>
          {rivals(played).map(r => (
            <tr key={r.who}>
              <th scope="row">
                <span class="stats-who">
                  <Face seat={r.seat} size={32} />
                  <span>
                    {seatNames(app, [r.seat])[0]}
                    {r.seat.kind === 'bot' && <small class="faint"> {levelName(t, r.seat.level)}</small>}
                  </span>
                </span>
              </th>
              <td>{r.games}</td>
              <td>
                {r.won} <small class="faint">{percent(t, r.won / r.games)}</small>
              </td>
              <td>
                {whole(t, r.mine)} : {whole(t, r.theirs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Choose(p: { label: string; value: string; values: [string, string][]; set: (v: string) => void }) {
  return (
    <label class="field">
      <span>{p.label}</span>
      <select value={p.value} onChange={e => p.set(e.currentTarget.value)}>
        {p.values.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Deleting them needs a second press. */
function Forget({ forget }: { forget: () => void }) {
  const { t } = useApp()
  const [asking, setAsking] = useState(false)
  if (!asking)
    return (
      <button type="button" class="button quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" />
        {t('stats.forget')}
      </button>
    )
  return (
    <div class="form-end">
      <button type="button" class="button danger" onClick={forget}>
        {t('stats.forget.sure')}
      </button>
      <button type="button" class="button" onClick={() => setAsking(false)}>
        {t('stats.forget.keep')}
      </button>
    </div>
  )
}

interface Filter {
  game: string
  who: string
  players: number
  against: string
}

function Filters(p: {
  filter: Filter
  change: (more: Partial<Filter>) => void
  list: results.Result[]
  people: [string, Seat][]
}) {
  const app = useApp()
  const { t } = app
  const { filter, change, people } = p
  const games = [...new Set(p.list.map(r => r.game))]
  const inGame = select(p.list, { ...filter, players: 0, against: '' })
  const numbers = [...new Set(inGame.map(r => r.result.seats.length))].sort()
  return (
    <div class="stats-filter">
      <Choose
        label={t('stats.game')}
        value={filter.game}
        values={games.map(g => [g, gameTitle(app, g)])}
        set={game => change({ game, players: 0, against: '' })}
      />
      {people.length > 1 && (
        <Choose
          label={t('stats.who')}
          value={filter.who}
          values={people.map(([who, seat]) => [who, nameOf(app, seat)])}
          set={who => change({ who, against: '' })}
        />
      )}
      <Choose
        label={t('stats.players')}
        value={String(filter.players)}
        values={[['0', t('stats.any')], ...numbers.map((n): [string, string] => [String(n), String(n)])]}
        set={n => change({ players: Number(n) })}
      />
      <Choose
        label={t('stats.opponent')}
        value={filter.against}
        values={[
          ['', t('stats.anybody')],
          ...rivals(inGame).map((r): [string, string] => [r.who, nameOf(app, r.seat)]),
        ]}
        set={against => change({ against })}
      />
    </div>
  )
}

/** Nobody has finished a game here. */
function None() {
  const app = useApp()
  const { t } = app
  return (
    <>
      <p>{t('stats.none')}</p>
      <ul class="stats-play">
        {app.games
          .filter(g => g.listed)
          .map(g => (
            <li key={g.name}>
              <a class="button primary" data-game={g.name} href={`#new/${g.name}`}>
                {t('stats.play', { game: gameTitle(app, g.name) })}
              </a>
            </li>
          ))}
      </ul>
    </>
  )
}

export function Stats() {
  const app = useApp()
  const { t } = app
  const [all, setAll] = useState<results.Result[] | null>(null)
  const [filter, setFilter] = useState({ game: '', who: 'me', players: 0, against: '' })
  useEffect(() => {
    function show(kept: results.Result[]) {
      setAll(kept)
      setFilter(f => ({ ...f, game: f.game || (kept.at(-1)?.game ?? '') }))
    }
    async function load() {
      await takeOld(await results.all())
      const kept = await results.all()
      show(kept)
      // The host may be far away: what is here is shown first.
      const found = await online()
      if (found.length > 0) show([...kept, ...found].sort((a, b) => a.when - b.when))
    }
    load().catch(() => setAll([]))
  }, [])

  const list = all ?? []
  // Everybody who has played here, under their last name.
  const people = useMemo(() => {
    const seen = new Map<string, Seat>()
    for (const r of list) for (const s of r.seats) if (s.kind !== 'bot') seen.set(identity(s), s)
    return [...seen]
  }, [all])
  const played = select(list, filter)
  const s = summary(played)
  const me = people.find(([who]) => who === filter.who)?.[1]

  return (
    <main class="page stats" data-game={filter.game || undefined} aria-busy={all === null}>
      <Back />
      <h1 tabIndex={-1}>{t('stats.title')}</h1>
      {all !== null && list.length === 0 && <None />}
      {list.length > 0 && (
        <>
          <Filters filter={filter} change={more => setFilter({ ...filter, ...more })} list={list} people={people} />
          {played.length === 0 ? (
            <p>{t('stats.nothing')}</p>
          ) : (
            <>
              <Numbers s={s} />
              <Course played={played} average={s.average} />
              <Parts game={filter.game} s={s} who={me ? nameOf(app, me) : t('seat.you')} />
              <Against played={played} />
            </>
          )}
          <Forget forget={() => void results.clear().then(() => setAll([]))} />
        </>
      )}
    </main>
  )
}
