// The modules of the games, one line each.

import type { GameModule } from './game'
import { generic } from './generic'

const modules: GameModule<never>[] = [
]

export function moduleOf(game: string): GameModule {
  return (modules.find(m => m.name === game) as GameModule | undefined) ?? generic(game)
}
