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
    /* a private window may refuse: they are asked for again */
  }
}

/** A picture that none of these has, by chance. */
export function otherPicture(taken: number[]): number {
  const free = PEOPLE.map((_, i) => i + 1).filter(n => !taken.includes(n))
  const from = free.length ? free : PEOPLE.map((_, i) => i + 1)
  return from[Math.floor(Math.random() * from.length)]!
}

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), b => b.toString(36)).join('')

/** Somebody by name: the one who is known here, or a new person. */
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
