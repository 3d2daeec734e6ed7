// The end of a game: places, points that count up line by line, why it ended, a small celebration; then playing again,
// the analysis, a link and a picture to send. Loaded when a game is over.

import '../../style/end.css?later'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Bunting, Medal } from '../art/end'
import { Use } from '../art/kit'
import type { Ending, GameModule, Sum } from '../games/game'
import { during, soon } from '../rest'
import type { Session } from '../session'
import type { Score, View } from '../view'
import { forStrangers, strangersNames, useApp } from './context'
import { SeatFace } from './face'
import { IconButton } from './icons'
import { useMedia } from './media'
import { airborne } from './motion'
import { Offer } from './offer'
import { send } from './picture'
import { scoreLabel, verdict } from './scores'

export interface EndProps {
  session: Session
  module: GameModule
  view: View
  names: string[]
  /** No animation: by setting, or because the game was over before it was opened here. */
  still: boolean
  /** The button that plays again, if I may play again. */
  again: ComponentChildren
  analyse: () => void
  /** Null: there is no link to share. */
  share: (() => void) | null
  close: () => void
}

const PIECES = 22 /* that celebrate */
const LINE = 420 /* ms between two lines of the points */
const LONGEST = 6000 /* ms for all of them */

/** The lines of the scores, where a game has nothing better to say. */
const plain = (score: Score, label: (text: string) => string): Sum[] =>
  score.lines.map(l => ({ words: label(l.label), points: l.points }))

/** The totals of all seats after each line, one above the other: the strip moves up from one to the next. */
function CountUp({ sums, total, pace }: { sums: Sum[]; total: number; pace: number }) {
  const strip = useRef<HTMLSpanElement>(null)
  let sofar = 0
  const values = [0, ...sums.map(s => (sofar += s.points))]
  values[values.length - 1] = total
  useEffect(() => {
    if (!pace) return
    const last = values.length - 1
    strip.current?.animate(
      values.map((_, i) => ({ transform: `translateY(${-i * 100}%)`, easing: 'cubic-bezier(.3, 1.4, .5, 1)' })),
      { duration: pace * last, delay: pace / 2, fill: 'backwards' },
    )
  }, [])
  return (
    <b class="end-total">
      <span class="hidden">{total}</span>
      <span class="end-window" aria-hidden="true">
        <span class="end-strip" ref={strip} style={{ transform: `translateY(${-(values.length - 1) * 100}%)` }}>
          {values.map((value, i) => (
            <span key={i} style={{ top: `${i * 100}%` }}>
              {value}
            </span>
          ))}
        </span>
      </span>
    </b>
  )
}

interface PlaceProps {
  score: Score
  sums: Sum[]
  name: string
  pace: number
  mine: boolean
  /** There is room for what the points are made of; else it opens. */
  wide: boolean
}

function Place({ score, sums, name, pace, mine, wide }: PlaceProps) {
  const { t } = useApp()
  return (
    <li class="end-place" data-seat={score.seat} data-place={score.place} data-mine={mine}>
      <details open={wide}>
        <summary>
          <h3>
            <Medal place={score.place ?? 1} />
            <span class="hidden">{t('end.place', { n: score.place ?? 1 })}</span>
            <SeatFace n={score.seat} size={32} />
            <span class="end-name">{name}</span>
            <CountUp sums={sums} total={score.total ?? 0} pace={pace} />
          </h3>
        </summary>
        <ol class="end-sums">
          {sums.map((s, i) => (
            <li key={i} class={pace ? 'end-line' : ''} style={pace ? { animationDelay: `${pace * (i + 0.5)}ms` } : {}}>
              <span>{s.words}</span> <b>{s.points < 0 ? `−${-s.points}` : s.points}</b>
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

/** Pieces of the game fall over the result, once. */
function Celebration({ pieces }: { pieces: string[] }) {
  return (
    <div class="end-pieces" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, i) => (
        <svg
          key={i}
          viewBox="0 0 100 100"
          style={{ left: `${(i * 37 + 5) % 98}%`, animationDelay: `${(i * 173) % 1300}ms` }}
        >
          <Use id={pieces[i % pieces.length]!} />
        </svg>
      ))}
    </div>
  )
}

/** The game's own words, once the last piece has landed; undefined: not yet. */
function useEnding(module: GameModule): Ending | null | undefined {
  const [ending, set] = useState<Ending | null | undefined>(undefined)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    function show(words: Ending | null) {
      if (gone) return
      const wait = airborne()
      if (wait) stop = soon(() => show(words), wait)
      else set(words)
    }
    void during((module.ending?.() ?? Promise.resolve(null)).catch(() => null)).then(show)
    return () => {
      gone = true
      stop()
    }
  }, [module])
  return ending
}

/** What can be done with the game now. picture: null while it is made. */
function Buttons({ p, ending, picture }: { p: EndProps; ending: Ending | null; picture: (() => void) | null }) {
  const { t } = useApp()
  return (
    <div class="end-buttons">
      {p.again}
      <button type="button" class="button" onClick={p.analyse}>
        {t('end.analysis')}
      </button>
      {p.share && (
        <button type="button" class="button" onClick={p.share}>
          {t('end.share')}
        </button>
      )}
      {ending && (
        <button type="button" class="button" disabled={!picture} onClick={() => picture?.()}>
          {t('end.picture')}
        </button>
      )}
    </div>
  )
}

export function End(p: EndProps) {
  const { session, module, view, names } = p
  const app = useApp()
  const { t } = app
  const ending = useEnding(module)
  const panel = useRef<HTMLElement>(null)
  const wide = useMedia('(min-width: 600px)')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !document.querySelector('dialog[open]')) p.close()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
  if (ending === undefined) return null

  const order = [...view.scores].sort((a, b) => (a.place ?? 1) - (b.place ?? 1) || a.seat - b.seat)
  const sumsOf = (score: Score): Sum[] =>
    ending?.sums({ view, seat: score.seat, steps: session.steps, at: n => session.view(n)!, t }) ??
    plain(score, label => scoreLabel(t, view.game, label))
  const all = order.map(sumsOf)
  const own = order.find(score => score.seat === view.viewer)
  const most = Math.max(...all.map(sums => sums.length), 1)
  const pace = p.still ? 0 : Math.min(LINE, LONGEST / most)
  /** A tap skips the animation. */
  const finish = () =>
    panel.current?.getAnimations({ subtree: true }).forEach(a => {
      if (a.playState !== 'finished') a.finish()
    })

  async function picture() {
    setBusy(true)
    try {
      await send({
        app,
        view: forStrangers(view),
        names: strangersNames(app, names),
        drawings: ending?.boards(view, t) ?? [],
      })
    } catch {
      app.toast(t('end.picture.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section ref={panel} class="end" aria-label={t('end.title')} data-counts={pace > 0} onClick={finish}>
      <div class="end-close">
        <IconButton icon="close" label={t('end.close')} onClick={p.close} />
      </div>
      <Bunting />
      {!p.still && ending && <Celebration pieces={ending.pieces} />}
      <h2 class="verdict">{verdict(t, view, names)}</h2>
      {own && own.place !== 1 && (
        <p class="end-mine">
          {t('end.mine', { n: own.place ?? 1, all: view.players })} <b>{own.total}</b>
        </p>
      )}
      {ending && <p class="end-why">{ending.why(view, names, t)}</p>}
      <ol class="end-places" data-players={view.players}>
        {order.map((score, i) => (
          <Place
            key={score.seat}
            score={score}
            sums={all[i]!}
            name={names[score.seat - 1] ?? ''}
            pace={pace}
            mine={score === own}
            wide={wide}
          />
        ))}
      </ol>
      {ending?.next && p.again && <Offer view={view} next={ending.next} />}
      <Buttons p={p} ending={ending} picture={busy ? null : () => void picture()} />
    </section>
  )
}
