// Scores line by line; at the end who won and why.

import type { T } from '../i18n'
import type { View } from '../view'
import { useApp } from './context'
import { SeatFace } from './face'

/** A score's label in the reader's language. */
export function scoreLabel(t: T, game: string, label: string): string {
  const key = `${game}.score.${label}`
  return t.has(key) ? t(key) : label
}

/** Who won, with the tie-break that decided. */
export function verdict(t: T, view: View, names: string[]): string {
  const winners = view.scores.filter(s => s.place === 1)
  const best = winners[0]
  if (!best || best.total === null) return ''
  const n = best.total
  const mine = view.viewer !== 'public' && winners.some(s => s.seat === view.viewer)
  const who = winners
    .filter(s => !mine || s.seat !== view.viewer)
    .map(s => names[s.seat - 1])
    .join(', ')
  if (winners.length > 1) return t(mine ? 'end.shared.you' : 'end.shared', { who, n })
  const rival = view.scores.find(s => s.place !== 1 && s.total === n)
  const tie = rival && best.ties.find((x, i) => x.value !== rival.ties[i]?.value)
  if (tie) return t(mine ? 'end.tie.you' : 'end.tie', { who, n, why: scoreLabel(t, view.game, tie.label) })
  return t(mine ? 'end.you' : 'end.won', { who, n })
}

/** The tie-break for equal totals. The words of its only line stand above it: they are long, and numbers are narrow. */
function Ties({ view }: { view: View }) {
  const { t } = useApp()
  const labels = [...new Set(view.scores.flatMap(s => s.ties.map(l => l.label)))]
  const words = (label: string) => scoreLabel(t, view.game, label)
  const lone = labels.length === 1
  return (
    <tbody class="ties">
      <tr>
        <th scope="rowgroup" colSpan={view.scores.length + 1}>
          {lone ? t('scores.tie', { what: words(labels[0]!) }) : t('scores.ties')}
        </th>
      </tr>
      {labels.map(label => (
        <tr key={label}>
          <th scope="row">{lone ? <span class="hidden">{words(label)}</span> : words(label)}</th>
          {view.scores.map(s => (
            <td>{s.ties.find(l => l.label === label)?.value ?? '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

export function Scores({ view, names }: { view: View; names: string[] }) {
  const { t } = useApp()
  const labels = [...new Set(view.scores.flatMap(s => s.lines.map(l => l.label)))]
  const equal = new Set(view.scores.map(s => s.total)).size < view.scores.length
  const cell = (n: number | null | undefined, i: number) => <td>{view.scores[i]!.total === null ? '?' : (n ?? '–')}</td>
  return (
    <div class="scores-box" tabIndex={0} role="region" aria-label={t('scores.title')}>
      {view.over && <p class="verdict">{verdict(t, view, names)}</p>}
      <table class="scores">
        <caption class="hidden">{t(view.over ? 'scores.final' : 'scores.now')}</caption>
        <thead>
          <tr>
            <td />
            {view.scores.map(s => (
              <th key={s.seat} scope="col" data-seat={s.seat}>
                <SeatFace n={s.seat} />
                {names[s.seat - 1]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map(label => (
            <tr key={label}>
              <th scope="row">{scoreLabel(t, view.game, label)}</th>
              {view.scores.map((s, i) => cell(s.lines.find(l => l.label === label)?.points, i))}
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{t('scores.total')}</th>
            {view.scores.map((s, i) => cell(s.total, i))}
          </tr>
        </tbody>
        {view.over && equal && <Ties view={view} />}
        {view.over && (
          <tbody>
            <tr>
              <th scope="row">{t('scores.place')}</th>
              {view.scores.map(s => (
                <td>{s.place}</td>
              ))}
            </tr>
          </tbody>
        )}
      </table>
    </div>
  )
}
