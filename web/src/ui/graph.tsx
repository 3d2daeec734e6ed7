// Win probabilities over a game, with axes. A click opens the position; the arrow keys move along the
// graph, Enter opens.

import { useState } from 'preact/hooks'
import type { T } from '../i18n'
import type { Analysis } from '../source'
import { useApp } from './context'
import { useMedia } from './media'

/** Room for the labels of the axes. */
const LEFT = 46,
  BELOW = 40

const percentOf = (t: T) => new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })

function Axes({ W, H }: { W: number; H: number }) {
  const { t } = useApp()
  const percent = percentOf(t)
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map(share => (
        <g key={share}>
          <path class="graph-grid" d={`M${LEFT} ${H - share * H}h${W}`} />
          <text class="graph-label" x={LEFT - 6} y={H - share * H + 5} text-anchor="end">
            {percent.format(share)}
          </text>
        </g>
      ))}
      <path class="graph-axis" d={`M${LEFT} 0V${H}H${LEFT + W}`} />
      <text class="graph-label" x={LEFT} y={H + 18}>
        {t('analysis.begin')}
      </text>
      <text class="graph-label" x={LEFT + W} y={H + 18} text-anchor="end">
        {t('analysis.end')}
      </text>
      <text class="graph-label" x={LEFT + W / 2} y={H + 34} text-anchor="middle">
        {t('analysis.axis')}
      </text>
    </>
  )
}

/** Whose line is whose; shown: the point under the pointer. */
function Key({ names, shown }: { names: string[]; shown: Analysis['graph'][number] | undefined }) {
  const { t } = useApp()
  const percent = percentOf(t)
  return (
    <figcaption>
      {names.map((name, s) => (
        <span key={name} class="graph-key" data-seat={s + 1}>
          <svg class="graph-sample" viewBox="0 0 34 10" aria-hidden="true">
            <polyline class="graph-line" data-seat={s + 1} points="0,5 34,5" />
          </svg>
          {name}
          {shown && <b> {percent.format(shown.win[s] ?? 0)}</b>}
        </span>
      ))}
      <span class="faint graph-help">{t('analysis.open')}</span>
    </figcaption>
  )
}

export function Graph(p: {
  found: Analysis
  names: string[]
  /** Who made each step of the whole game: draws take no room, and steps without a judgement yet are still empty. */
  seats: number[]
  /** Steps with mistakes. */
  mistakes: { step: number; seat: number }[]
  open: (step: number) => void
}) {
  const { t } = useApp()
  const { found, names } = p
  // The labels have the same size on a phone.
  const [W, H] = useMedia('(max-width: 599px)') ? [290, 200] : [640, 240]
  const points = found.graph
  const [at, setAt] = useState(-1)
  const percent = percentOf(t)
  let decisions = 0
  const number = p.seats.map(seat => (seat > 0 ? decisions++ : decisions))
  const last = Math.max(1, decisions - 1)
  const x = (step: number) => LEFT + ((number[step] ?? last) / last) * W
  const y = (win: number) => H - win * H
  const line = (seat: number) => points.map(g => `${x(g.step)},${y(g.win[seat] ?? 0)}`).join(' ')
  const words = (i: number) => {
    const g = points[i]
    if (!g) return t('analysis.graph')
    const shares = names.map((name, s) => `${name} ${percent.format(g.win[s] ?? 0)}`).join(', ')
    return t('analysis.point', { n: i + 1, all: points.length, shares })
  }
  const nearest = (e: MouseEvent): number => {
    const box = (e.currentTarget as SVGElement).getBoundingClientRect()
    const at = ((e.clientX - box.left) / box.width) * (LEFT + W + 12)
    const far = (i: number) => Math.abs(x(points[i]!.step) - at)
    return points.reduce((best, _, i) => (far(i) < far(best) ? i : best), 0)
  }
  const go = (i: number) => points[i] && p.open(points[i].step)
  const onKeyDown = (e: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[e.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(points.length - 1, Math.max(0, at) + by)))
    else if (e.key === 'Enter' || e.key === ' ') go(at)
    else return
    e.preventDefault()
  }
  const shown = points[at]
  return (
    <figure class="graph">
      <svg
        viewBox={`0 -10 ${LEFT + W + 12} ${H + BELOW + 10}`}
        role="slider"
        tabindex={0}
        aria-label={t('analysis.graph')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={words(at)}
        onPointerMove={e => points.length && setAt(nearest(e))}
        onPointerLeave={() => setAt(-1)}
        onClick={e => points.length && go(nearest(e))}
        onKeyDown={onKeyDown}
      >
        <Axes W={W} H={H} />
        {names.map((name, s) => (
          <polyline key={name} class="graph-line" data-seat={s + 1} points={line(s)} />
        ))}
        {p.mistakes.map(m => {
          const g = points.find(o => o.step >= m.step)
          if (!g) return null
          const at = { cx: x(g.step), cy: y(g.win[m.seat - 1] ?? 0) }
          return <circle key={m.step} class="graph-mistake" data-seat={m.seat} {...at} r="6" />
        })}
        {shown && <path class="graph-cursor" d={`M${x(shown.step)} 0V${H}`} />}
      </svg>
      <Key names={names} shown={shown} />
    </figure>
  )
}
