// Reef: cards give corals now and points for patterns. The table is in reef/board.tsx, the words in
// reef/words.ts, the guide in reef/guide.tsx.

import './reef/style.css'
import { ReefPicture } from '../art/scenes'
import type { BoardProps, GameModule } from './game'
import { actions, Board } from './reef/board'
import { reef, type ReefPart } from './reef/facts'
import { choiceOf } from './reef/choice'
import { lesson } from './reef/lesson'
import { gains, places, tell } from './reef/told'
import { describe, moveName, nearEnd, phrase } from './reef/words'

function prompt(p: BoardProps<ReefPart>): string {
  const { t } = p
  const v = reef(p.view)
  if (v.phase === 'start') return t('reef.prompt.start')
  const cards = v.seats[p.me - 1]?.hand.length ?? 0
  const takes = p.legal.some(m => m.startsWith('take '))
  const key = !takes ? 'reef.prompt.full' : cards === 0 ? 'reef.prompt.empty' : 'reef.prompt.turn'
  return v.last_round ? `${t('reef.end.last')} ${t(key)}` : t(key)
}

const module: GameModule<ReefPart> = {
  name: 'reef',
  Picture: ReefPicture,
  Board,
  prompt,
  rule: p => (p.view.phase === 'start' ? 'goal' : choiceOf(p.draft)?.kind === 'play' ? 'play' : 'take'),
  actions,
  phrase,
  opening: move => move.startsWith('start '),
  tell,
  places,
  gains,
  ending: () => import('./reef/ending').then(m => m.ending),
  moveName,
  describe,
  nearEnd,
  guide: () => import('./reef/guide').then(m => m.guide),
  teaching: () => import('./reef/teaching').then(m => m.teaching),
  lesson,
  letters: { R: 'reef.colour.R', Y: 'reef.colour.Y', G: 'reef.colour.G', P: 'reef.colour.P' },
}

export default module
