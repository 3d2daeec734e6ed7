// "Check the draws": the record that the host gives in the end against what this device was promised and
// has seen. The module reads the record with all it proves (web/door.h); here it is compared.

import { compute } from './device'
import { promisedAt } from './draws'
import type { HostedTable } from './table'

export interface Checked {
  /** Why it does not hold, as far as it can be said; null: everything fits. */
  wrong: 'record' | 'host' | 'person' | 'own' | null
  /** What the rules say about the record's mistake. */
  why: string
  moves: number
  /** How the draws were made: by all persons and the host, by the host alone, or nobody was told. */
  by: 'all' | 'host' | 'untold'
  /** Seats that did not open their numbers in time. */
  silent: number[]
  /** This device was there when it was promised. */
  present: boolean
}

interface Head {
  words: Record<string, string>
  persons: { seat: number; commitment: string; opened: string | null }[]
}

function headOf(record: string): Head {
  const head: Head = { words: {}, persons: [] }
  for (const line of record.slice(0, record.indexOf('moves:')).split('\n')) {
    const person = /^person (\d): commitment (\w+) (?:opened (\w+)|silent)$/.exec(line)
    if (person) head.persons.push({ seat: +person[1]!, commitment: person[2]!, opened: person[3] ?? null })
    const word = /^([a-z-]+): (.*)$/.exec(line)
    if (word) head.words[word[1]!] = word[2]!
  }
  return head
}

export async function checkDraws(table: HostedTable): Promise<Checked> {
  const record = await table.record()
  const { words, persons } = headOf(record)
  const promised = promisedAt(table.id)
  const by = words['host-half'] ? 'all' : words.seed ? 'host' : 'untold'
  const silent = persons.filter(p => p.opened === null).map(p => p.seat)
  const found: Checked = { wrong: null, why: '', moves: 0, by, silent, present: promised !== null }
  try {
    found.moves = await compute<number>('check', table.id, record)
  } catch (err) {
    return { ...found, wrong: 'record', why: (err as Error).message }
  }
  if (!promised) return found
  const commitment = words[promised.fair ? 'host-commitment' : 'commitment']
  if (by !== 'untold' && commitment !== promised.commitment) return { ...found, wrong: 'host' }
  if (promised.fair && (by !== 'all' || words.table !== table.id)) return { ...found, wrong: 'host' }
  const others = promised.promises ?? []
  if (others.some((p, i) => p !== (persons.find(x => x.seat === i + 1)?.commitment ?? null)))
    return { ...found, wrong: 'person' }
  const own = persons.find(p => p.seat === promised.seat)
  if (promised.number && own?.opened != null && own.opened !== promised.number) return { ...found, wrong: 'own' }
  return found
}
