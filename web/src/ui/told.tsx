// What happened, in words: a turn in up to three sentences, and the line about the last turn.

import { useEffect, useRef } from 'preact/hooks'
import type { GameModule } from '../games/game'
import { sentence, type T } from '../i18n'
import type { Session } from '../session'
import { lastTurn, turnsOf, type Turn } from '../turns'
import type { Step } from '../view'
import { useApp } from './context'
import { IconButton } from './icons'
import { play } from '../sound'
import { flyPoints, nameSpot, travelTime } from './motion'

const phrases = new WeakMap<Step, { key: string; phrase: string | null }>()
const turns = new WeakMap<Step, { key: string; text: string }>()

/** Step n (from 0) in words; null if there is nothing to say. */
export function phraseOf(session: Session, module: GameModule, names: string[], n: number, t: T): string | null {
  const step = session.steps[n]
  if (!step) return null
  const key = `${t.lang} ${names.join()}`
  const old = phrases.get(step)
  if (old?.key === key) return old.phrase
  const view = session.view(n),
    after = session.view(n + 1)
  const said =
    view && after ? module.phrase({ step, view, after, name: names[step.seat - 1] ?? t('seat.chance'), t }) : null
  const phrase = said && sentence(t, said)
  phrases.set(step, { key, phrase })
  return phrase
}

/** The steps from (included) to (not included) that have a phrase. */
export function linesOf(session: Session, module: GameModule, names: string[], from: number, to: number, t: T) {
  return session.steps
    .slice(from, to)
    .map((step, i) => ({ n: from + i, step, phrase: phraseOf(session, module, names, from + i, t) }))
    .filter((line): line is { n: number; step: Step; phrase: string } => line.phrase !== null)
}

/** Joins sentences, each with its full stop. */
export const sentences = (list: string[]): string =>
  list
    .filter(Boolean)
    .map(text => (/[.!?…]$/.test(text.trim()) ? text : `${text}.`))
    .join(' ')

/** A turn in up to three sentences, as far as it is shown. */
export function tell(session: Session, module: GameModule, names: string[], turn: Turn, upTo: number, t: T): string {
  const to = Math.min(turn.to, upTo)
  const last = session.steps[to - 1]
  if (!last || to <= turn.from) return ''
  const key = `${t.lang} ${names.join()} ${turn.from}`
  const old = turns.get(last)
  if (old?.key === key) return old.text
  const own = session.steps.slice(turn.from, to)
  const decisions = own
    .map((step, i) => ({ step, view: session.view(turn.from + i)!, after: session.view(turn.from + i + 1)! }))
    .filter(({ step }) => step.seat > 0)
  const name = names[turn.seat - 1] ?? ''
  const lines = linesOf(session, module, names, turn.from, to, t)
  const told = decisions.length > 1 ? module.tell?.({ decisions, name, t }) : undefined
  const draws = lines.filter(line => line.step.seat === 0).map(line => line.phrase)
  const text = sentences(told ? [told, ...draws] : lines.map(line => line.phrase))
  turns.set(last, { key, text })
  return text
}

/** The announcement between two moments: turns of others that are over, each once. `from` is what was announced
 *  before; returns what has been announced then. */
export function news(session: Session, module: GameModule, names: string[], from: number, t: T): [number, string[]] {
  const { shown, now } = session
  const lines: string[] = []
  let told = from
  const due = session.view()?.to_move
  for (const turn of turnsOf(session.steps, module.opening)) {
    if (turn.to <= told) continue
    if (turn.from >= shown) break
    const over = turn.to < shown || (turn.to === shown && due !== turn.seat && due !== 'chance')
    if (turn.seat === now.viewer && turn.seat > 0) {
      // I know my own decisions, but not the draws after them.
      const drawn = linesOf(session, module, names, Math.max(told, turn.from), Math.min(turn.to, shown), t)
      lines.push(...drawn.filter(line => line.step.seat === 0).map(line => line.phrase))
      told = Math.min(turn.to, shown)
    } else if (over) {
      lines.push(tell(session, module, names, turn, shown, t))
      told = turn.to
    } else break
  }
  return [told, lines]
}

/** Points fly to the name of the player who has just made them. */
export function usePoints(session: Session, module: GameModule, still: boolean): void {
  const { settings } = useApp()
  const seen = useRef(session.shown)
  useEffect(() => {
    const n = session.shown - 1
    const next = seen.current === n
    seen.current = session.shown
    const step = session.steps[n]
    if (!next || !step || step.seat === 0) return
    const gains = module.gains?.({ step, view: session.view(n)!, after: session.view()! }) ?? []
    if (gains.length && settings.sound) play('points')
    if (!still)
      gains.forEach(({ points, from }, i) => flyPoints(`+${points}`, from, nameSpot(step.seat), travelTime() * (1 + i)))
  }, [session.shown])
}

/** One line above the prompt: the last turn, and a button that plays it again. */
export function Told(p: { session: Session; module: GameModule; names: string[]; open: () => void }) {
  const { session, module, names } = p
  const { t, announce } = useApp()
  const deciding = session.history ? 0 : session.now.mine ? session.now.viewer : 0
  const turn = lastTurn(turnsOf(session.steps, module.opening), session.shown, deciding)
  const text = turn ? tell(session, module, names, turn, session.shown, t) : ''
  if (!turn || !text) return null
  return (
    <div class="told" data-seat={turn.seat}>
      <IconButton
        icon="again"
        label={t('told.again')}
        onClick={() => {
          session.replay(turn.from, turn.to)
          announce(`${t('told.replayed')} ${tell(session, module, names, turn, turn.to, t)}`)
        }}
      />
      <button type="button" class="told-words" title={text} aria-label={t('told.open', { text })} onClick={p.open}>
        <span>{text}</span>
      </button>
    </div>
  )
}
