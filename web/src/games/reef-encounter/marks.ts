// How what can be pointed at is marked: strongly what the action in hand can use, quietly what could begin one.

import type { Choices } from './choice'

export function marks(c: Choices, key: string): string {
  const lit = c.lit(key)
  if (!lit) return ''
  const more = (['soft', 'anywhere', 'chosen', 'attack'] as const).filter(k => lit[k]).map(k => ` re-${k}`)
  return `re-lit${more.join('')}`
}
