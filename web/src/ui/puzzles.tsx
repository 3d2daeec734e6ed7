// Puzzles: today's of every game, all others by number, and my own mistakes; and the board for solving one.

import { useEffect, useState } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { moduleOf } from '../games/index'
import { cut, isSolved, keepSolved, mistakes, numberOf, puzzleGames, puzzlesOf, type Mistake } from '../puzzles'
import { Session } from '../session'
import { LocalSource, type Opening, type Source, type TableEvent } from '../source'
import * as store from '../store'
import { openingOf } from './analysis'
import { bring, Marks, type Mark } from './arrows'
import { gameTitle, useApp } from './context'
import { reasonsOf, useTeaching } from './hints'
import { Back } from './parts'
import { Table } from './table'
import type { Hint } from '../source'
import type { View } from '../view'

/** A move that loses no more than this is as good as the answer. */
const AS_GOOD = 0.02

/** A puzzle on its board: the best move; the move that was played instead, if known. */
interface Laid {
  session: Session
  source: LocalSource
  answer: string
}

/** The position of a puzzle, and its answer: a move, or a place among the legal ones. */
interface Asked {
  name: string
  opening: Opening
  answer: string | number
}

async function asked(what: string, which: string, step: string): Promise<Asked> {
  if (what !== 'mine') {
    const list = await puzzlesOf(what)
    const { seed, ply, answer } = list[(Number(which) - 1 + list.length) % list.length]!
    return { name: `${what}/${which}`, opening: { kind: 'puzzle', game: what, seed, ply }, answer }
  }
  const mistake = mistakes().find(m => m.id === which && m.step === Number(step))
  const opening = await openingOf(which)
  if (!mistake) throw new Error('gone')
  if (opening.kind === 'record') opening.record = cut(opening.record, mistake.step)
  if (opening.kind !== 'saved') return { name: `mine/${which}/${step}`, opening, answer: mistake.best }
  const [meta, record] = await Promise.all([store.meta(which), store.record(which)])
  if (!meta || record === undefined) throw new Error('gone')
  return {
    name: `mine/${which}/${step}`,
    opening: { kind: 'record', record: cut(record, mistake.step), seats: meta.seats, keep: false },
    answer: mistake.best,
  }
}

/** The table of a puzzle: a decision is judged but never made. */
function judging(inner: LocalSource, act: (moves: string[]) => Promise<string | null>): Source {
  return {
    table: { ...inner.table, lesson: false },
    act,
    preview: moves => inner.preview(moves),
    why: move => inner.why(move),
    undo: () => Promise.resolve(false),
    uncover: () => inner.uncover(),
    hurry: () => Promise.resolve(),
    hint: () => inner.hint(),
    analyse: progress => inner.analyse(progress),
    record: () => inner.record(),
    keep: () => Promise.resolve(),
    close: () => inner.close(),
  }
}

type State =
  | { kind: 'open' | 'judging' | 'shown' }
  | { kind: 'wrong'; move: string; lost: number }
  | { kind: 'right'; move: string; best: boolean }

/** The answer's reasons, as a hint would give them; none if the hint would be another move. Null: not known yet. */
function useWhy(on: boolean, laid: Laid, board: BoardProps, module: GameModule): string[] | null {
  const [found, setFound] = useState<{ hint: Hint; after: View | null } | null>(null)
  const teaching = useTeaching(module)
  useEffect(() => {
    if (!on) return
    let gone = false
    async function ask() {
      const hint = await laid.source.hint()
      const after = hint.turn[0] === laid.answer ? await laid.source.preview(hint.turn) : null
      if (!gone) setFound({ hint, after })
    }
    ask().catch(() => {})
    return () => {
      gone = true
    }
  }, [on])
  if (!found) return null
  return found.after ? reasonsOf(found.hint, [board.view, found.after], teaching, board) : []
}

function Verdict(p: {
  laid: Laid
  state: State
  show: () => void
  next: string | null
  board: BoardProps
  module: GameModule
}) {
  const { t } = useApp()
  const { laid, state, board, module } = p
  const teaching = useTeaching(module)
  const done = state.kind === 'right' || state.kind === 'shown'
  const reasons = useWhy(done || state.kind === 'wrong', laid, board, module)
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  const drawn = (move: string, kind: Mark['kind']): Mark[] =>
    teaching?.where({ move, view: board.view, seat: board.me, me: board.me }).map(at => ({ ...at, kind })) ?? []
  const marks = [
    ...(state.kind === 'wrong' ? drawn(state.move, 'played') : []),
    ...(done ? drawn(laid.answer, 'better') : []),
  ]
  useEffect(() => void bring(marks[0]), [state.kind, teaching])
  const name = (move: string) => module.moveName(move, board.view, t)
  const words = {
    open: () => t('puzzle.ask'),
    judging: () => t('puzzle.judging'),
    wrong: () => t('puzzle.wrong', { lost: state.kind === 'wrong' ? percent.format(state.lost) : '' }),
    right: () =>
      state.kind === 'right' && state.best ? t('puzzle.right') : t('puzzle.as-good', { move: name(laid.answer) }),
    shown: () => t('puzzle.answer', { move: name(laid.answer) }),
  }[state.kind]()
  const why = !reasons?.length
    ? ''
    : state.kind === 'wrong'
      ? t('puzzle.nudge', { reason: reasons[0]! })
      : !done
        ? ''
        : t('hint.why', { reasons: new Intl.ListFormat(t.lang, { type: 'conjunction' }).format(reasons) })
  return (
    <div class="puzzle" data-state={state.kind} data-reasons={reasons?.length}>
      <p class="puzzle-words" role="status">
        {words} {why}
      </p>
      <div class="compare-links">
        {!done && (
          <button type="button" class="button" disabled={state.kind === 'judging'} onClick={p.show}>
            {t('puzzle.show')}
          </button>
        )}
        {p.next && (
          <a class={`button ${done ? 'primary' : ''}`} href={p.next}>
            {t('puzzle.next')}
          </a>
        )}
      </div>
      {!board.draft && <Marks marks={marks} names={[]} />}
    </div>
  )
}

/** The puzzle on a board, and what has come of it. */
function useLaid(what: string, which: string, step: string) {
  const [laid, setLaid] = useState<Laid | null>(null)
  const [state, setState] = useState<State>({ kind: 'open' })
  const [error, setError] = useState(false)
  useEffect(() => {
    let gone = false
    let inner: LocalSource | null = null
    const session = new Session(
      () => 0,
      () => {},
    )
    async function open() {
      const puzzle = await asked(what, which, step)
      const quiet = (e: TableEvent): TableEvent => ({ ...e, now: { ...e.now, canHint: false, canUndo: false } })
      inner = await LocalSource.open(puzzle.opening, e => session.receive(quiet(e)))
      const source = inner
      if (gone) {
        source.close()
        return
      }
      const { legal } = session.now
      const answer = typeof puzzle.answer === 'string' ? puzzle.answer : legal[puzzle.answer]
      if (answer === undefined || !legal.includes(answer)) throw new Error('there is no such answer')
      session.source = judging(source, async moves => {
        session.setDraft(null)
        const move = moves[0]!
        setState({ kind: 'judging' })
        const lost = move === answer ? 0 : (await source.judge(moves)).lost
        if (gone) return null
        const right = move === answer || lost <= AS_GOOD
        if (right) keepSolved(puzzle.name)
        setState(right ? { kind: 'right', move, best: move === answer } : { kind: 'wrong', move, lost })
        return null
      })
      setLaid({ session, source, answer })
    }
    open().catch(() => setError(true))
    return () => {
      gone = true
      session.close()
      inner?.close()
    }
  }, [])
  return { laid, state, error, show: () => setState({ kind: 'shown' }) }
}

/** One puzzle on its board. */
function Solve({ what, which, step }: { what: string; which: string; step: string }) {
  const { t } = useApp()
  const { laid, state, error, show } = useLaid(what, which, step)
  if (error || !laid)
    return (
      <main class="page" aria-busy={!error}>
        <h1 tabIndex={-1} class={error ? '' : 'hidden'}>
          {t(error ? 'puzzle.gone' : 'table.opening')}
        </h1>
        {error && (
          <a class="button" href="#puzzles">
            {t('puzzle.all')}
          </a>
        )}
      </main>
    )
  const number = Number(which)
  const next = what === 'mine' ? '#puzzles' : `#puzzles/${what}/${(number % 366) + 1}`
  return (
    <Table
      session={laid.session}
      borrowed={false}
      look={{
        title: what === 'mine' ? t('puzzle.mine') : t('puzzle.number', { n: number }),
        back: { href: '#puzzles', label: t('puzzle.all') },
        panel: (board, module) => (
          <Verdict laid={laid} state={state} board={board} module={module} next={next} show={show} />
        ),
      }}
    />
  )
}

function Mine({ list }: { list: Mistake[] }) {
  const app = useApp()
  const { t } = app
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <section aria-labelledby="puzzles-mine">
      <h2 id="puzzles-mine">{t('puzzle.mine')}</h2>
      {list.length === 0 ? (
        <p class="faint">{t('puzzle.mine.none')}</p>
      ) : (
        <ol class="mistakes">
          {list.map(m => (
            <li key={`${m.id}/${m.step}`}>
              <a href={`#puzzles/mine/${m.id}/${m.step}`}>
                <span>
                  <strong>{gameTitle(app, m.game)}</strong>{' '}
                  {isSolved(`mine/${m.id}/${m.step}`) && <span class="puzzle-done">{t('puzzle.solved')}</span>}
                </span>
                <span class="faint">{t('puzzle.lost', { lost: percent.format(m.lost) })}</span>
              </a>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Today({ game, day }: { game: string; day: Date }) {
  const app = useApp()
  const { t } = app
  const module = moduleOf(game)
  const n = numberOf(day)
  const [other, setOther] = useState(n)
  return (
    <article class="card puzzle-card" data-game={game}>
      <div class="card-picture">
        <module.Picture />
      </div>
      <div class="card-words">
        <h2>{gameTitle(app, game)}</h2>
        {isSolved(`${game}/${n}`) && <p class="puzzle-done">{t('puzzle.solved')}</p>}
        <div class="card-buttons">
          <a
            class="button primary"
            href={`#puzzles/${game}/${n}`}
            aria-label={`${t('puzzle.today')}: ${gameTitle(app, game)}`}
          >
            {t('puzzle.today')}
          </a>
          <form
            class="puzzle-number"
            onSubmit={e => {
              e.preventDefault()
              app.go(`puzzles/${game}/${other}`)
            }}
          >
            <label>
              <span>{t('puzzle.pick')}</span>
              <input
                type="number"
                min={1}
                max={366}
                value={other}
                onInput={e => setOther(Math.max(1, Math.min(366, Math.round(Number(e.currentTarget.value)) || 1)))}
              />
            </label>
            <button type="submit" class="button">
              {t('puzzle.open')}
            </button>
          </form>
        </div>
      </div>
    </article>
  )
}

function List() {
  const { t, games } = useApp()
  const having = puzzleGames()
  const day = new Date()
  const date = new Intl.DateTimeFormat(t.lang, { dateStyle: 'long' }).format(day)
  return (
    <main class="page puzzles">
      <Back />
      <h1 tabIndex={-1}>{t('puzzle.title')}</h1>
      <p class="lead">{t('puzzle.lead')}</p>
      <h2>{t('puzzle.of', { date })}</h2>
      <div class="cards">
        {games
          .filter(g => having.includes(g.name))
          .map(g => (
            <Today key={g.name} game={g.name} day={day} />
          ))}
      </div>
      <Mine list={mistakes()} />
    </main>
  )
}

export function Puzzles({ what, which, step }: { what: string; which: string; step: string }) {
  if (what === '') return <List />
  const number = what === 'mine' || which !== '' ? which : String(numberOf(new Date()))
  return <Solve key={`${what}/${number}/${step}`} what={what} which={number} step={step} />
}
