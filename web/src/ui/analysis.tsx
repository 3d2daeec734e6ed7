// Analysis of a finished game: win probabilities over time; mistakes, my own first, each with its position;
// luck and choice. Findings appear as they are made.

import { useEffect, useState } from 'preact/hooks'
import { moduleOf } from '../games/index'
import { isHosted, recordOf } from '../online/table'
import { keepMistakes } from '../puzzles'
import { Session } from '../session'
import { LocalSource, type Analysis as Found, type Opening, type Verdict } from '../source'
import type { Seat } from '../view'
import { balance } from './balance'
import { Compare } from './twomoves'
import { gameTitle, seatNames, useApp } from './context'
import { Graph } from './graph'
import { Back } from './parts'
import { Table } from './table'

/** A mistake loses at least this much win probability; at most this many of a seat are shown. */
const MISTAKE = 0.02,
  SHOWN = 6

/** A game of this device, or the record of a table online. */
export async function openingOf(id: string): Promise<Opening> {
  if (!isHosted(id)) return { kind: 'saved', id }
  const { record, seats } = await recordOf(id)
  return { kind: 'record', record, seats, keep: false }
}

/** The game and the findings so far. */
function useFound(id: string) {
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
      const whole = await source.analyse(({ progress, found: some }) => {
        if (gone) return
        setDone(progress)
        if (some) setFound(some)
      })
      if (gone) return
      setFound(whole)
      setDone(1)
    }
    work().catch(() => setError(true))
    return () => {
      gone = true
      source?.close()
    }
  }, [id])
  return { session, found, done, error }
}

const isMine = (seats: Seat[], v: { seat: number }): boolean => seats[v.seat - 1]?.kind !== 'bot'

/** Mistakes of these people, the worst first. */
const worst = (found: Found, which: (v: Verdict) => boolean): Verdict[] =>
  found.verdicts
    .filter(v => v.lost >= MISTAKE && which(v))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, SHOWN)

function Mistakes(p: { id: string; title: string; none: string; list: Verdict[]; session: Session; names: string[] }) {
  const { t } = useApp()
  const module = moduleOf(p.session.source!.table.game)
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <>
      <h2>{p.title}</h2>
      {p.list.length === 0 ? (
        <p>{p.none}</p>
      ) : (
        <ol class="mistakes">
          {p.list.map(v => {
            const view = p.session.view(v.step)!
            return (
              <li key={v.step}>
                <a href={`#analysis/${p.id}/${v.step}`}>
                  <span>
                    <strong>{p.names[v.seat - 1]}</strong>: {module.moveName(v.move, view, t)}
                  </span>
                  <span class="faint">
                    {t('analysis.better', {
                      move: module.moveName(v.best, view, t),
                      played: percent.format(v.played),
                      could: percent.format(v.played + v.lost),
                    })}
                  </span>
                </a>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}

const mistakes = (found: Found | null, seats: Seat[]) => ({
  mine: found ? worst(found, v => isMine(seats, v)) : [],
  others: found ? worst(found, v => !isMine(seats, v)) : [],
})

/** The graph, luck and choice in a sentence, and the mistakes. */
function Result(p: { id: string; found: Found; done: boolean; session: Session; names: string[] }) {
  const app = useApp()
  const { t } = app
  const { id, found, done, session, names } = p
  const seats = session.source!.table.seats
  const people = seats.filter(s => s.kind !== 'bot').length
  const { mine, others } = mistakes(found, seats)
  return (
    <>
      <h2>{t('analysis.graph')}</h2>
      <Graph
        found={found}
        names={names}
        seats={session.steps.map(s => s.seat)}
        mistakes={[...mine, ...others]}
        open={n => app.go(`analysis/${id}/${n}`)}
      />
      {done && (
        <section class="balance" aria-label={t('analysis.luck')}>
          {seats.map((s, i) =>
            s.kind === 'bot' ? null : <p key={i}>{balance(t, found, i + 1, names[i] ?? '', people === 1)}</p>,
          )}
        </section>
      )}
      {people > 0 && (
        <Mistakes
          id={id}
          title={t(people === 1 ? 'analysis.mine' : 'analysis.ours')}
          none={t(done ? 'analysis.clean' : 'analysis.clean.yet')}
          list={mine}
          session={session}
          names={names}
        />
      )}
      {people < seats.length && (
        <Mistakes
          id={id}
          title={t('analysis.theirs')}
          none={t(done ? 'analysis.clean.theirs' : 'analysis.clean.yet')}
          list={others}
          session={session}
          names={names}
        />
      )}
    </>
  )
}

export function Analysis({ id, step }: { id: string; step: string }) {
  const app = useApp()
  const { t } = app
  const { session, found, done, error } = useFound(id)
  const info = session?.source?.table
  const names = info ? seatNames(app, info.seats) : []
  const seats = info?.seats ?? []
  const people = seats.filter(s => s.kind !== 'bot').length
  const { mine, others } = mistakes(found, seats)
  const at = step === '' ? null : (found?.verdicts.find(v => v.step === Number(step)) ?? null)
  // The position before the move; if the move was not judged, the one after the turn that a point of the
  // graph stands for.
  useEffect(() => {
    if (step !== '') session?.goTo(at ? at.step : Number(step) + 1)
  }, [session, step, at?.step])
  // My mistakes become puzzles.
  useEffect(() => {
    if (found && info && done === 1 && people === 1) keepMistakes(info.game, id, mine)
  }, [done])
  const href = (v: Verdict | undefined) => (v ? `#analysis/${id}/${v.step}` : null)

  if (session && step !== '') {
    const all = [...mine, ...others]
    const i = all.findIndex(v => v.step === at?.step)
    return (
      <Table
        session={session}
        borrowed={false}
        look={{
          title: t('analysis.title'),
          back: { href: `#analysis/${id}`, label: t('analysis.list') },
          panel: (board, module) =>
            at && (
              <Compare
                module={module}
                board={board}
                verdict={at}
                back={i < 0 ? null : href(all[i - 1])}
                next={i < 0 ? null : href(all[i + 1])}
                puzzle={isMine(seats, at) && people === 1 ? `#puzzles/mine/${id}/${at.step}` : null}
              />
            ),
        }}
      />
    )
  }
  return (
    <main class="page analysis" data-game={info?.game}>
      <Back to={`${isHosted(id) ? 'table' : 'play'}/${id}`} label={t('analysis.back')} />
      <h1 tabIndex={-1}>
        {t('analysis.title')}
        {info ? `: ${gameTitle(app, info.game)}` : ''}
      </h1>
      {error && <p>{t('analysis.none')}</p>}
      {done < 1 && !error && (
        <label class="progress">
          {t('analysis.working')} <progress max={1} value={done} />
        </label>
      )}
      {found && done === 1 && found.graph.length === 0 && <p>{t('analysis.none')}</p>}
      {found && found.graph.length > 0 && session && (
        <Result id={id} found={found} done={done === 1} session={session} names={names} />
      )}
    </main>
  )
}
