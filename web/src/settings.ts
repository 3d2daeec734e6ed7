// What the person has chosen: language, theme, motion, sound, letters. Kept on this device.

import { PEOPLE } from './art/people'
import { preferred } from './i18n'

/** How long others' moves stay on the screen, relative to normal; 0: all are shown at once. */
export const PACES = { slow: 2, normal: 1, fast: 0.5, instant: 0 }

const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export interface Settings {
  lang: string
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'off'
  /** How fast others' moves are shown. */
  pace: keyof typeof PACES
  sound: boolean
  /** Letters on pieces. */
  letters: boolean
  /** Single keys at the table (ui/table.tsx). */
  keys: boolean
  /** The names of the spaces are shown on the boards. */
  coordinates: boolean
  /** The name shown at my seat; empty: "You". */
  name: string
  /** The picture beside it at tables online: a number of art/people.tsx, from 1. */
  picture: number
}

const KEY = 'atoll.settings'

const PICTURE = 'atoll.picture'

/** The default until a picture is chosen: random, but always the same. */
function chancePicture(): number {
  const any = 1 + Math.floor(Math.random() * PEOPLE.length)
  try {
    const kept = Number(localStorage.getItem(PICTURE)) || any
    localStorage.setItem(PICTURE, String(kept))
    return kept
  } catch {
    return any
  }
}

export function read(): Settings {
  const start: Settings = {
    lang: preferred(),
    theme: 'auto',
    motion: 'auto',
    pace: reduced() ? 'instant' : 'normal',
    sound: false,
    letters: true,
    keys: true,
    coordinates: false,
    name: '',
    picture: chancePicture(),
  }
  try {
    return { ...start, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return start
  }
}

export function write(s: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(s))
  } catch {
    /* a private window may refuse: the choice lasts as long as the page */
  }
}

/** Sets the choices as attributes and properties that the style sheets read. */
export function show(s: Settings): void {
  const root = document.documentElement
  root.lang = s.lang
  root.dataset.theme = s.theme
  root.dataset.motion = still(s) ? 'off' : 'on'
  root.dataset.pace = s.pace
}

/** No motion: by this setting or the system's. */
export function still(s: Settings): boolean {
  return s.motion === 'off' || reduced()
}
