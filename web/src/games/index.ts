// The modules of the games: web/src/games/<game>.tsx of every game in games.list, as far as there are such files.
// build.mjs finds them.

import modules from 'games:modules'
import type { GameModule } from './game'
import { generic } from './generic'

export function moduleOf(game: string): GameModule {
  return (modules.find(m => m.name === game) as GameModule | undefined) ?? generic(game)
}
