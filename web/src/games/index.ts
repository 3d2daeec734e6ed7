// The modules of the games, one line each.

import type { GameModule } from './game'
import { generic } from './generic'
import { myShelfie } from './my-shelfie'
import { reefModule } from './reef'
import { reefEncounter } from './reef-encounter'

const modules: GameModule<never>[] = [myShelfie, reefModule, reefEncounter]

export function moduleOf(game: string): GameModule {
  return (modules.find(m => m.name === game) as GameModule | undefined) ?? generic(game)
}
