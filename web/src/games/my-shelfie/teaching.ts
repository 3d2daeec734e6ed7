// What hints, the analysis and the guided game need of My Shelfie.

import type { Argument, Place, Teaching } from '../game'
import { cellName, isUsed, parseTake, SIDE, type Board } from './choice'
import { goalName, rightCells } from './goals'

const room = (cell: string): string => `[data-room="${cell}"]`
const column = (n: number): string => `[data-column="${n}"]`

/** The tiles in their order, then the column. */
function where({ move, seat, me }: Parameters<Teaching<Board>['where']>[0]): Place[] {
  const take = parseTake(move)
  if (!take?.column) return []
  const { cells } = take
  const to = seat === me ? column(take.column) : `[data-shelf="${seat}"]`
  return [...cells.map(cell => ({ to: room(cell) })), { from: room(cells[cells.length - 1]!), to }]
}

function spaces(view: Board): { name: string; at: string }[] {
  const cells = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)] as const)
  return [
    ...cells
      .filter(([x, y]) => isUsed(view, x, y))
      .map(([x, y]) => ({ name: cellName(x, y), at: room(cellName(x, y)) })),
    ...[1, 2, 3, 4, 5].map(n => ({ name: String(n), at: column(n) })),
  ]
}

/** The number of things that a common goal asks for; the stairs cannot be counted that way. */
const THINGS = [0, 6, 4, 4, 2, 3, 8, 5, 4, 2, 2, 5, 0]

/** A goal's feature is its best tile left times the square of its progress (bots/see_my_shelfie.c). */
function nearer({ reason, view, t }: Argument<Board>): string | null {
  const n = Number(reason.name.split(' ')[1])
  const goal = view.goals.find(g => g.goal === n)
  if (!goal) return null
  const all = THINGS[n] ?? 0
  const done = (feature: number) => Math.floor(Math.sqrt(feature / Math.max(1, ...goal.left)) * all + 0.01)
  // A goal that this turn does not change is no reason for the turn, although other turns would have spoilt
  // or reached it.
  if (reason.to <= reason.was) return null
  return done(reason.to) > done(reason.was)
    ? t('my-shelfie.why.goal', { done: done(reason.to), all, goal: goalName(n, t) })
    : t('my-shelfie.why.goal.some', { goal: goalName(n, t) })
}

const groupPoints = (view: Board, me: number): number =>
  (view.groups[me - 1] ?? []).reduce((sum, g) => sum + g.points, 0)

const LATER = /^(goal |open |wide columns|personal (next|all))/

function why(p: Argument<Board>): string | null {
  const { reason, view, after, me, t } = p
  if (reason.seat !== me || reason.points <= 0) return null
  // Once a shelf is full I have no further turn: anything for later is worth nothing.
  if (after.end_tile !== null && LATER.test(reason.name)) return null
  if (/^goal /.test(reason.name)) return nearer(p)
  switch (reason.name) {
    case 'scored': {
      const taken = (v: Board) => v.seats[me - 1]!.taken.reduce((a, b) => a + b, 0)
      return taken(after) > taken(view) ? t('my-shelfie.why.scored') : null
    }
    case 'groups': {
      const n = groupPoints(after, me) - groupPoints(view, me)
      return n > 0 ? t('my-shelfie.why.groups', { n }) : null
    }
    case 'personal':
      return rightCells(after.seats[me - 1]!) > rightCells(view.seats[me - 1]!) ? t('my-shelfie.why.personal') : null
    case 'personal next':
    case 'personal all':
      return t('my-shelfie.why.personal.room')
    case 'wide columns':
      return t('my-shelfie.why.room')
    default:
      return /^open /.test(reason.name) ? t('my-shelfie.why.open') : null
  }
}

const tips: Teaching['tips'] = {
  aim: { at: '.ms-shelf', rule: 'aim' },
  take: { at: '.ms-room', rule: 'take' },
  order: { at: '.ms-tray', rule: 'place' },
  groups: { at: '.ms-shelf', rule: 'groups' },
  common: { at: '.ms-goals', rule: 'common' },
  personal: { at: '.ms-personal', rule: 'personal' },
  others: { at: '.ms-other', rule: 'refill' },
  hint: { at: '.bar-tools [data-icon="hint"]' },
  near: { at: '.ms-shelf', rule: 'end' },
  last: { at: '.ms-supply', rule: 'end' },
}

export const teaching: Teaching<Board> = {
  where,
  spaces,
  why,
  plain: /^(open |wide columns|personal (next|all))/,
  tips,
}
