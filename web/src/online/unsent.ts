// A move without an answer yet: stored over a reload, and sent again under the same id.

import type { Command } from './wire'

export interface Unsent {
  id: string
  command: Command
}

const key = (table: string): string => `atoll.unsent.${table}`

export function keep(table: string, unsent: Unsent): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(unsent))
  } catch {
    /* nothing can be stored here: it lasts as long as the page */
  }
}

/** It was answered. Another tab may have made a move since: that one stays. */
export function drop(table: string, id: string): void {
  if (unsent(table)?.id === id) localStorage.removeItem(key(table))
}

export function unsent(table: string): Unsent | null {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? 'null') as Unsent | null
  } catch {
    return null
  }
}
