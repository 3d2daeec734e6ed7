// Luck and choice in one sentence.

import type { T } from '../i18n'
import type { Analysis } from '../source'

/** One sentence a person, in points, which everybody knows: what the draws brought, what better decisions would have. */
export function balance(t: T, found: Analysis, seat: number, name: string, alone: boolean): string {
  const luck = Math.round(found.luck_points[seat - 1] ?? 0),
    lost = Math.round(found.lost_points[seat - 1] ?? 0)
  const kind = luck > 0 ? 'good' : luck < 0 ? 'bad' : 'none'
  const holes = {
    luck: t(`analysis.luck.${kind}`, { n: Math.abs(luck) }),
    choice: t(lost > 0 ? 'analysis.choice.bad' : 'analysis.choice.good', { n: lost }),
  }
  return t(alone ? 'analysis.balance' : 'analysis.balance.of', { who: name, ...holes })
}
