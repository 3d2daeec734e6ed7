// What every screen can reach: words, settings, saying things aloud, going elsewhere.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { T } from '../i18n'
import type { Settings } from '../settings'
import type { GameInfo, Seat } from '../view'

export interface App {
  t: T
  settings: Settings
  set(change: Partial<Settings>): void
  games: GameInfo[]
  /** Says something to a screen reader. */
  announce(text: string): void
  go(route: string): void
  openSettings(): void
  /** A short message at the edge of the screen. */
  toast(text: string): void
}

export const AppContext = createContext<App>(null as unknown as App)
export const useApp = (): App => useContext(AppContext)

/** What a seat is called. */
export function seatName(app: App, seat: Seat | undefined, number: number): string {
  const { t, settings } = app
  if (!seat) return t('seat.player', { n: number })
  if (seat.kind === 'bot') return t('seat.bot', { level: t(`level.${seat.level ?? 'normal'}`), n: number })
  if (seat.name) return seat.name
  return seat.kind === 'me' ? settings.name || t('seat.you') : t('seat.player', { n: number })
}

/** The words for a game's title, from the catalogue or as the rules have it. */
export function gameTitle(app: App, game: string): string {
  const key = `${game}.title`
  return app.t.has(key) ? app.t(key) : app.games.find(g => g.name === game)?.title ?? game
}
