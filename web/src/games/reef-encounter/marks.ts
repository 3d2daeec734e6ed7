// Marks for targets: strong ones for the action in hand, quiet ones for what could begin an action.

import type { Choices } from './choice'

export function marks(c: Choices, key: string): string {
  const lit = c.lit(key)
  if (!lit) return ''
  const more = (['soft', 'anywhere', 'chosen', 'attack'] as const).filter(k => lit[k]).map(k => ` re-${k}`)
  return `re-lit${more.join('')}`
}
