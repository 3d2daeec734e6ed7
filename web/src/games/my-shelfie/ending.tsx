// How a game of My Shelfie ended: goals and groups one by one, the shelves for a picture.

import { SHELF } from '../../art/room'
import type { Ending, Sum } from '../game'
import { itemName, itemOf, scoringOf, type Board } from './choice'
import { goalName, rightCells } from './goals'
import { ShelfArt } from './shelf'

function sums({ view, seat, t }: Parameters<Ending<Board>['sums']>[0]): Sum[] {
  const s = view.seats[seat - 1]!
  const line = (label: string) => view.scores[seat - 1]!.lines.find(l => l.label === label)?.points ?? 0
  const goals = view.goals.flatMap((g, i) => (s.taken[i] ? [{ words: goalName(g.goal, t), points: s.taken[i] }] : []))
  const groups = scoringOf(view, seat).map(g => ({
    words: t('my-shelfie.sum.group', { item: itemName(itemOf(g), t), n: g.tiles }),
    points: g.points,
  }))
  return [
    ...goals,
    ...(view.end_tile === seat ? [{ words: t('my-shelfie.score.end of game'), points: line('end of game') }] : []),
    { words: t('my-shelfie.sum.personal', { n: rightCells(s) }), points: line('personal goal') },
    ...groups,
  ]
}

export const ending: Ending<Board> = {
  why: (view, names, t) =>
    t('my-shelfie.ended', { who: view.end_tile === null ? '' : (names[view.end_tile - 1] ?? '') }),
  sums,
  pieces: ['ms-C', 'ms-B', 'ms-G', 'ms-F', 'ms-T', 'ms-P'],
  boards: view =>
    view.seats.map((s, i) => ({
      w: SHELF.w,
      h: SHELF.h,
      seat: i + 1,
      drawing: <ShelfArt seat={i + 1} shelf={s.shelf} scoring={scoringOf(view, i + 1)} wanted={s.wanted} />,
    })),
}
