// Running times: the time left on a clock, or how long somebody has been thinking. The host tells them
// once; the page counts on.

import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { HostedTable } from '../../online/table'
import { play } from '../../sound'
import { useApp } from '../context'

/** Renders again every second. */
export function useTick(on: boolean): void {
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => again(), 1000)
    return () => clearInterval(timer)
  }, [on])
}

/** 0:42, 12:05, 3:04:10; days before that. */
export function span(lang: string, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const [s, m, h, d] = [
    seconds % 60,
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 86400),
  ]
  if (d === 0) return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'narrow' }).format(d)
  return `${days} ${h}:${two(m)}`
}

/** A seat's time left; null if it has no clock. */
export function leftNow({ info, told }: HostedTable, seat: number): number | null {
  const { left, running, runs_in = 0, phase } = info!
  if (!left || phase !== 'playing') return null
  const gone = running === seat ? Math.max(0, performance.now() - told - runs_in) : 0
  return Math.max(0, (left[seat - 1] ?? 0) - gone)
}

/** Below this the time left is shown in a colour, and has been announced. */
export const SOON = 30_000

/** Warns me, with a tone and in words, when the last tenth of a long clock of mine begins, and its last half minute. */
export function useWarnings(table: HostedTable): void {
  const app = useApp()
  const { you, running, clock } = table.info!
  const left = you !== null && running === you ? leftNow(table, you) : null
  const before = useRef<number | null>(null)
  const was = before.current
  const marks = [SOON, clock.base / 10].filter(mark => mark >= SOON)
  const warned = left !== null && was !== null && marks.some(mark => was > mark && left <= mark && left > 0)
  useEffect(() => {
    before.current = left
    if (!warned) return
    app.toast(app.t('people.soon', { time: span(app.t.lang, left) }))
    if (app.settings.sound) play('turn')
  })
}
