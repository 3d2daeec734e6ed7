// Luck and choice in one sentence.

import type { T } from '../i18n'
import type { Analysis } from '../source'

/** One sentence a person, in points, which everybody knows: what the draws brought, what better decisions would have.
 *  Luck is what somebody has over all seats' mean. After mistakes forecasts rise again, for everybody: that is in the
 *  points by luck, too, and nobody would call it so. */
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
