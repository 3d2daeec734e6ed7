// The log in words, one line a move, and the slider through the game.

import { useEffect, useRef } from 'preact/hooks'
import type { GameModule } from '../games/game'
import type { T } from '../i18n'
import type { Session } from '../session'
import type { Step } from '../view'
import { useApp } from './context'
import { IconButton } from './icons'

const kept = new WeakMap<Step, { key: string; phrase: string | null }>()

/** Step n (from 0) in words; null where there is nothing to say. */
export function phraseOf(session: Session, module: GameModule, names: string[], n: number, t: T): string | null {
  const step = session.steps[n]
  if (!step) return null
  const key = `${t.lang} ${names.join()}`
  const old = kept.get(step)
  if (old?.key === key) return old.phrase
  const view = session.view(n),
    after = session.view(n + 1)
  const phrase =
    view && after ? module.phrase({ step, view, after, name: names[step.seat - 1] ?? t('seat.chance'), t }) : null
  kept.set(step, { key, phrase })
  return phrase
}

export function Log(p: { session: Session; module: GameModule; names: string[] }) {
  const { session, module, names } = p
  const { t } = useApp()
  const list = useRef<HTMLOListElement>(null)
  const lines = session.steps
    .map((_, n) => ({ n, phrase: phraseOf(session, module, names, n, t) }))
    .filter(l => l.phrase)
  const current = lines.filter(l => l.n < session.shown).length - 1
  useEffect(() => {
    const el = list.current?.children[current] as HTMLElement | undefined
    if (el && list.current) list.current.scrollTop = el.offsetTop - list.current.clientHeight / 2
  }, [current, lines.length])
  if (lines.length === 0) return <p class="faint">{t('log.empty')}</p>
  return (
    <ol class="log" ref={list}>
      {lines.map(({ n, phrase }, i) => (
        <li key={n} class={i === current ? 'current' : i > current ? 'later' : ''} data-seat={session.steps[n]!.seat}>
          <button type="button" aria-current={i === current ? 'step' : undefined} onClick={() => session.goTo(n + 1)}>
            {phrase}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The positions worth stopping at: before each decision, and the last. */
export function moments(session: Session): number[] {
  const out: number[] = []
  session.steps.forEach((step, n) => {
    if (step.seat > 0) out.push(n)
  })
  out.push(session.steps.length)
  return out
}

/** Goes by so many moments; 0 is the present. */
export function travel(session: Session, by: number): void {
  const all = moments(session)
  const at = all.findIndex(n => n >= session.shown)
  const to = all[Math.max(0, Math.min(all.length - 1, (at < 0 ? all.length - 1 : at) + by))]!
  session.goTo(to)
}

export function History({ session }: { session: Session }) {
  const { t } = useApp()
  const all = moments(session)
  const found = all.findIndex(n => n >= session.shown)
  const at = found < 0 ? all.length - 1 : found
  const end = all.length - 1
  return (
    <div class="history">
      <IconButton icon="first" label={t('history.first')} disabled={at === 0} onClick={() => session.goTo(all[0]!)} />
      <IconButton icon="prev" label={t('history.previous')} disabled={at === 0} onClick={() => travel(session, -1)} />
      <input
        type="range"
        min={0}
        max={end}
        value={at}
        aria-label={t('history.title')}
        aria-valuetext={t('history.at', { n: at, all: end })}
        onInput={e => session.goTo(all[+e.currentTarget.value]!)}
      />
      <IconButton icon="next" label={t('history.next')} disabled={at === end} onClick={() => travel(session, 1)} />
      <IconButton
        icon="last"
        label={t('history.last')}
        disabled={at === end}
        onClick={() => session.goTo(session.steps.length)}
      />
    </div>
  )
}
