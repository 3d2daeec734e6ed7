// The guided first game of My Shelfie.

import type { GameModule } from '../game'
import { spacesOf, takeOf, type Board } from './choice'

const fewest = (board: Board): number => Math.min(...board.seats.map(s => spacesOf(s.shelf)))
const mine = (board: Board): number => 30 - spacesOf(board.seats[0]!.shelf)

export const lesson: GameModule<Board>['lesson'] = {
  seed: '17'.padStart(64, '0') /* I begin; eight alike is the goal */,
  options: 1 /* first-game: one common goal */,
  tips: [
    { key: 'order', when: (_v, _l, draft) => takeOf(draft).cells.length > 1, chosen: true },
    { key: 'aim', when: () => true },
    { key: 'take', when: () => true },
    { key: 'last', when: v => v.end_tile !== null },
    { key: 'near', when: v => fewest(v) <= 9 },
    { key: 'groups', when: v => mine(v) > 0 },
    { key: 'common', when: v => mine(v) > 2 },
    { key: 'personal', when: v => mine(v) > 4 },
    { key: 'others', when: v => mine(v) > 7 },
    { key: 'hint', when: v => mine(v) > 10 },
  ],
}
