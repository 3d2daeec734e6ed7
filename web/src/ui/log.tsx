// The log in words, turn by turn, and the slider through the game.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { GameModule } from '../games/game'
import type { Session } from '../session'
import { turnsOf, type Turn } from '../turns'
import { useApp } from './context'
import { Icon, IconButton } from './icons'
import { linesOf, tell } from './told'

interface Props {
  session: Session
  module: GameModule
  names: string[]
  /** Marks the places on the board that these steps have changed; null: nothing. */
  mark: (steps: [from: number, to: number] | null) => void
}

/** Handlers that mark these steps, by mouse or keyboard. */
const pointing = (mark: Props['mark'], from: number, to: number) => ({
  onPointerEnter: () => mark([from, to]),
  onPointerLeave: () => mark(null),
  onFocus: () => mark([from, to]),
  onBlur: () => mark(null),
})

/** A turn: a press on its words opens the position after it; a turn of many decisions can be unfolded. */
function TurnLine({ turn, current, later, ...p }: Props & { turn: Turn; current: boolean; later: boolean }) {
  const { session, module, names, mark } = p
  const { t } = useApp()
  const [open, setOpen] = useState(false)
  const setUp = turn.from === 0 && turn.seat === 0
  const lines = linesOf(session, module, names, turn.from, turn.to, t)
  const many = lines.filter(line => line.step.seat > 0 || setUp).length > 1
  const text = setUp && many ? t('log.set-up') : tell(session, module, names, turn, turn.to, t)
  return (
    <li class={`turn ${current ? 'current' : later ? 'later' : ''}`} data-seat={turn.seat}>
      <div class="turn-line">
        <button
          type="button"
          aria-current={current ? 'step' : undefined}
          onClick={() => session.goTo(turn.to)}
          {...pointing(mark, turn.from, turn.to)}
        >
          {text}
        </button>
        {many && (
          <button
            type="button"
            class="turn-more"
            aria-expanded={open}
            aria-label={t('log.steps', { n: lines.length })}
            title={t('log.steps', { n: lines.length })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="next" size={16} />
          </button>
        )}
      </div>
      {open && many && (
        <ol>
          {lines.map(({ n, phrase }) => (
            <li key={n} class={n + 1 === session.shown ? 'current' : ''}>
              <button type="button" onClick={() => session.goTo(n + 1)} {...pointing(mark, n, n + 1)}>
                {phrase}
              </button>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

export function Log(p: Props) {
  const { session, module, names } = p
  const { t } = useApp()
  const list = useRef<HTMLOListElement>(null)
  const turns = turnsOf(session.steps, module.opening).filter(
    turn => linesOf(session, module, names, turn.from, turn.to, t).length > 0,
  )
  const current = turns.filter(turn => turn.from < session.shown).length - 1
  // The turn that is shown stays in sight when other parts beside the log make it smaller.
  useEffect(() => {
    const box = list.current
    if (!box) return
    const show = () => {
      const line = list.current?.children[current]?.getBoundingClientRect()
      const { top, height } = box.getBoundingClientRect()
      if (line) box.scrollTop += line.top - top - Math.max(0, height - line.height) / 2
    }
    const observer = new ResizeObserver(show)
    observer.observe(box)
    return () => observer.disconnect()
  }, [current, turns.length])
  if (turns.length === 0) return <p class="faint">{t('log.empty')}</p>
  return (
    <ol class="log" ref={list}>
      {turns.map((turn, i) => (
        <TurnLine key={turn.from} {...p} turn={turn} current={i === current} later={i > current} />
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

/** Moves by this many positions; 0 is the present. */
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
      <IconButton
        icon={session.again ? 'stop' : 'play'}
        label={t(session.again ? 'history.stop' : 'history.play')}
        disabled={end === 0}
        onClick={() =>
          session.again
            ? session.goTo(session.shown)
            : session.replay(at === end ? 0 : session.shown, session.steps.length)
        }
      />
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
