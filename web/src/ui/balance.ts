// Luck and choice in one sentence.

import type { T } from '../i18n'
import type { Analysis } from '../source'

/** One sentence for each person, in points, which everybody understands: what the draws brought, and what better
 *  decisions would have brought. Luck is a seat's value minus the mean of all seats: after mistakes all forecasts
 *  rise, which counts as luck in points, but nobody would call it that. */
export function balance(t: T, found: Analysis, seat: number, name: string, alone: boolean): string {
  const all = found.luck_points
  const mean = all.reduce((sum, points) => sum + points, 0) / all.length
  const luck = Math.round((all[seat - 1] ?? 0) - mean),
    lost = Math.round(found.lost_points[seat - 1] ?? 0)
  const kind = luck > 0 ? 'good' : luck < 0 ? 'bad' : 'none'
  const holes = {
    luck: t(`analysis.luck.${kind}`, { n: Math.abs(luck) }),
    choice: t(lost > 0 ? 'analysis.choice.bad' : 'analysis.choice.good', { n: lost }),
  }
  return t(alone ? 'analysis.balance' : 'analysis.balance.of', { who: name, ...holes })
}
