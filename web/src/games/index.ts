// The modules of the games: web/src/games/<game>.tsx for each game in games.list that has one. build.mjs
// finds them.

import modules from 'games:modules'
import type { GameModule } from './game'
import { generic } from './generic'

const found = new Map(modules.map(m => [m.name, m as unknown as GameModule]))

export function moduleOf(game: string): GameModule {
  if (!found.has(game)) found.set(game, generic(game))
  return found.get(game)!
}
