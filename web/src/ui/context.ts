// What every screen can reach: words, settings, announcements, navigation.

import { createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import type { T } from '../i18n'
import type { Settings } from '../settings'
import type { GameInfo, Seat, View } from '../view'
import type { Seed } from './play'

export interface App {
  t: T
  settings: Settings
  set(change: Partial<Settings>): void
  games: GameInfo[]
  /** Announces something to a screen reader. */
  announce(text: string): void
  go(route: string): void
  /** Opens a table. */
  begin(seed: Seed): void
  openSettings(): void
  /** A short message at the edge of the screen. */
  toast(text: string): void
}

/** The people at the table around this part. */
export const Seats = createContext<Seat[]>([])

export const AppContext = createContext<App>(null as unknown as App)
export const useApp = (): App => useContext(AppContext)

/** The present settings, for code that outlives a rendering. */
export function useLatest(): { readonly current: Settings } {
  const { settings } = useApp()
  const latest = useRef(settings)
  latest.current = settings
  return latest
}

/** How many seats before this one have a bot of the same level. */
export const alike = (seats: Seat[], i: number): number => {
  const seat = seats[i]
  return seats.slice(0, i).filter(s => s.kind === 'bot' && seat?.kind === 'bot' && s.level === seat.level).length
}

/** The names of the seats. Alone against bots I am "you"; among several people I have my name. Bots have names
 *  too; a second bot of the same level has another name. */
export function seatNames(app: App, seats: Seat[]): string[] {
  const { t, settings } = app
  const alone = seats.filter(s => s.kind !== 'bot').length === 1
  return seats.map((seat, i) => {
    const n = i + 1
    if (seat.kind === 'bot') return botName(t, seat.level, n, alike(seats, i))
    const own = seat.kind === 'me' ? settings.name : ''
    return seat.name || own || (alone ? t('seat.you') : t('seat.player', { n }))
  })
}

/** For whoever was not there nobody is "you": the names of the seats, and the view without a viewer. */
export const strangersNames = ({ t, settings }: App, names: string[]): string[] =>
  names.map((name, i) => (name === t('seat.you') ? settings.name || t('seat.player', { n: i + 1 }) : name))

export const forStrangers = (view: View): View => (view.viewer === 'public' ? view : { ...view, viewer: 'public' })

/** A bot's level in the reader's language, or as the module calls it. */
export const levelName = (t: T, level: string): string => (t.has(`level.${level}`) ? t(`level.${level}`) : level)

/** The names of further bots of a level: the first letter says how strong they are. */
const KIN: Record<string, string[]> = {
  beginner: ['Amos', 'Agata'],
  easy: ['Bice', 'Basil'],
  casual: ['Ciro', 'Carla'],
  normal: ['Dora', 'Diego'],
  skilled: ['Ettore', 'Elvira'],
  hard: ['Flora', 'Felix'],
  master: ['Guido', 'Gemma'],
}

/** A bot's name: every level has some, and other bots are called after their kind. kin: so many of its level sit there
 *  already. */
export function botName(t: T, level: string, n: number, kin = 0): string {
  if (!t.has(`bot.${level}`)) return t('seat.bot', { level: levelName(t, level), n })
  return kin ? (KIN[level]?.[kin - 1] ?? `${t(`bot.${level}`)} ${kin + 1}`) : t(`bot.${level}`)
}

/** A bot in a list to choose from: by name and level. */
export const botChoice = (t: T, level: string): string =>
  t.has(`bot.${level}`) ? t('setup.bot', { name: t(`bot.${level}`), level: levelName(t, level) }) : levelName(t, level)

/** The words for a game's title, from the catalogue or as the rules have it. */
export function gameTitle(app: App, game: string): string {
  const key = `${game}.title`
  return app.t.has(key) ? app.t(key) : (app.games.find(g => g.name === game)?.title ?? game)
}
