// Other people's games of daily deals, from their links: to be compared once the deal was played here.

export interface Rival {
  game: string
  date: string
  name: string
  /** Their link's content (share.ts). */
  packed: string
}

const KEY = 'atoll.rivals'
const MOST = 30

export function rivals(): Rival[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Rival[]
  } catch {
    return []
  }
}

export function keepRival(rival: Rival): void {
  const others = rivals().filter(r => r.packed !== rival.packed)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, rival].slice(-MOST)))
  } catch {
    /* a private window may refuse: the link still has it */
  }
}
