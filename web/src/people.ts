// The people of this device besides its owner (settings.ts): a name and a picture each, kept here.

import { PEOPLE } from './art/people'
import type { Seat } from './view'

export interface Person {
  id: string
  name: string
  /** A number of art/people.tsx, from 1. */
  picture: number
}

const KEY = 'atoll.people'
export const NAME_MAX = 24

export function people(): Person[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Person[]
    return kept.filter(p => p.id && p.name)
  } catch {
    return []
  }
}

export function keepPeople(all: Person[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    /* a private window may refuse: then they are asked for again */
  }
}

/** A random picture that none of these has. */
export function otherPicture(taken: number[]): number {
  const free = PEOPLE.map((_, i) => i + 1).filter(n => !taken.includes(n))
  const from = free.length ? free : PEOPLE.map((_, i) => i + 1)
  return from[Math.floor(Math.random() * from.length)]!
}

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), b => b.toString(36)).join('')

/** The person with this name: a known one, or a new one. */
export function personCalled(name: string, picture: number): Person {
  const all = people()
  const same = all.find(p => p.name.toLocaleLowerCase() === name.toLocaleLowerCase())
  if (same) return same
  const person = { id: newId(), name, picture }
  keepPeople([...all, person])
  return person
}

/** Their seat at a table. */
export const seatOf = ({ id, name, picture }: Person): Seat => ({ kind: 'guest', name, picture, person: id })
