// Descriptions of tables online and their lists, in words.

import { CLOCKS, type ClockChoice } from '../../online/choices'
import { Refusal } from '../../online/wire'
import type { T } from '../../i18n'
import type { App } from '../context'

/** Options as the host gives them ("squares=any hidden-scores") in the reader's language; usual values are left out. */
export function optionWords(app: App, game: string, options: string): string[] {
  const { t } = app
  const info = app.games.find(g => g.name === game)
  return options
    .split(' ')
    .filter(Boolean)
    .map(text => {
      const [name = '', value] = text.split('=')
      const key = `${game}.option.${name}`
      const title = t.has(key) ? t(key) : name
      const chosen = value ?? info?.options.find(o => o.name === name)?.values[1] ?? ''
      if (chosen === 'yes') return title
      const word = t.has(`${key}.${chosen}`) ? t(`${key}.${chosen}`) : chosen
      return t('online.option', { option: title, value: word })
    })
}

function duration(t: T, ms: number): string {
  const [unit, n] =
    ms % 86_400_000 === 0
      ? ['day', ms / 86_400_000]
      : ms % 60_000 === 0
        ? ['minute', ms / 60_000]
        : ['second', Math.round(ms / 1000)]
  return new Intl.NumberFormat(t.lang, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(Number(n))
}

export function clockWords(t: T, { kind, base, increment }: ClockChoice): string {
  if (kind === 'none') return t('clock.none')
  if (kind === 'turn') return t('clock.turn', { time: duration(t, base) })
  return increment
    ? t('clock.game.more', { time: duration(t, base), more: duration(t, increment) })
    : t('clock.game', { time: duration(t, base) })
}

export const clockChoices = (t: T): [string, string][] =>
  Object.entries(CLOCKS).map(([name, clock]) => [name, clockWords(t, clock)])

/** Why the host refuses something, if that is worth explaining. */
export function refusalWords(t: T, err: unknown): string {
  const code = err instanceof Refusal ? err.code : ''
  return t.has(`refused.${code}`) ? t(`refused.${code}`) : t('refused.other')
}
