// The guided first game of Reef.

import type { GameModule, Tip } from '../game'
import { reef, type ReefPart } from './facts'

const mine = (view: Parameters<Tip<ReefPart>['when']>[0]) => reef(view).seats[Number(view.viewer) - 1]
const best = (view: Parameters<Tip<ReefPart>['when']>[0]): number =>
  Math.max(0, ...(mine(view)?.hand ?? []).map(c => reef(view).occurrences[Number(view.viewer) - 1]?.[c - 1] ?? 0))

const tips: Tip<ReefPart>[] = [
  { key: 'aim', when: () => true },
  { key: 'start', when: view => view.phase === 'start' },
  { key: 'stack', when: view => view.phase === 'start' && (mine(view)?.reef.some(Boolean) ?? false) },
  { key: 'first', when: view => view.phase === 'play' },
  { key: 'hand', when: view => view.phase === 'play' },
  { key: 'height', when: view => view.phase === 'play' && (mine(view)?.hand.length ?? 0) >= 3 },
  { key: 'score', when: view => view.phase === 'play' && best(view) > 0 },
  { key: 'full', when: (view, legal) => view.phase === 'play' && !legal.some(m => m.startsWith('take ')) },
  { key: 'twice', when: view => view.phase === 'play' && best(view) > 1 },
  { key: 'token', when: view => reef(view).display.some(d => d.tokens > 0) },
  { key: 'deck', when: view => (mine(view)?.discard.length ?? 0) >= 1 },
  { key: 'supply', when: view => (mine(view)?.discard.length ?? 0) >= 2 },
  { key: 'others', when: view => (mine(view)?.discard.length ?? 0) >= 3 },
  { key: 'last', when: view => reef(view).last_round },
]

export const lesson: NonNullable<GameModule<ReefPart>['lesson']> = {
  seed: '5265656620697320612067616d65206f6620636f6c6f75727320616e64206869',
  options: 0,
  tips,
}
