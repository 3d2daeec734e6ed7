// The guided first game of Reef Encounter.

import type { Tip } from '../game'
import { starts } from './choice'
import { position, type Board } from './model'

const turn = (view: Parameters<Tip<Board>['when']>[0]) => position(view).phase === 'turn'

export const TIPS: Tip<Board>[] = [
  { key: 'aim', when: () => true },
  { key: 'fish', when: view => position(view).phase === 'fish' },
  { key: 'larva', when: view => position(view).phase === 'larva' },
  { key: 'cube', when: view => turn(view) && position(view).turns < 4 && position(view).turn.cubes_played === 0 },
  { key: 'place', when: view => position(view).turn.placing !== null },
  {
    key: 'attack',
    when: (view, legal) =>
      position(view).turn.placing !== null &&
      starts(legal, 'place').some(m => position(view).corals.some(c => c.cells.includes(m.split(' ')[1]!))),
  },
  {
    key: 'shrimp',
    when: (view, legal) => turn(view) && position(view).turn.cubes_played > 0 && starts(legal, 'shrimp').length > 0,
  },
  {
    key: 'take',
    when: (view, legal) => turn(view) && position(view).turn.cubes_played > 0 && starts(legal, 'take').length > 0,
  },
  { key: 'eat', when: (_, legal) => starts(legal, 'eat').length > 0 },
  { key: 'strength', when: view => turn(view) && position(view).turns >= 1 },
  { key: 'swap', when: (_, legal) => starts(legal, 'alga').length > 0 },
  { key: 'fix', when: (_, legal) => legal.some(m => m.startsWith('alga') && m.includes(' tile ')) },
  { key: 'end', when: view => turn(view) && position(view).turns >= 6 },
]
