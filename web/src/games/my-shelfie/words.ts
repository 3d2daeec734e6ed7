// My Shelfie in words: moves, the log, the position for screen readers.

import type { Item } from '../../art/shelfie'
import type { T } from '../../i18n'
import type { Step, View } from '../../view'
import {
  bagOf,
  cellName,
  itemName,
  itemOf,
  itemWords,
  parseTake,
  scoringOf,
  SIDE,
  spacesOf,
  tileAt,
  type Board,
} from './choice'
import { goalName, goalNeed, rightCells } from './goals'
import { shelfWords } from './shelf'

export function moveName(move: string, view: View<Board>, t: T): string {
  const take = parseTake(move)
  if (!take) return move
  const items = take.cells.map(c => tileAt(view, c)).filter((k): k is Item => k !== null)
  return t('my-shelfie.move', { items: itemWords(items, t), cells: take.cells.join(' '), column: take.column! })
}

/** A decision and its results. */
function turn(step: Step, view: View<Board>, after: View<Board>, name: string, t: T): string {
  const words = [`${t('log.plain', { who: name, move: moveName(step.move, view, t) })}.`]
  const old = view.seats[step.seat - 1]!,
    now = after.seats[step.seat - 1]!
  view.goals.forEach((g, i) => {
    if (now.taken[i] && !old.taken[i])
      words.push(t('my-shelfie.log.goal', { goal: goalName(g.goal, t), n: now.taken[i] }))
  })
  if (after.end_tile === step.seat && view.end_tile === null) words.push(t('my-shelfie.log.full'))
  return words.join(' ')
}

export function phrase(p: { step: Step; view: View<Board>; after: View<Board>; name: string; t: T }): string | null {
  const { step, view, after, t } = p
  if (step.seat > 0) return turn(step, view, after, p.name, t)
  const [kind, what = '', which = ''] = step.move.split(' ')
  switch (kind) {
    case 'goal':
      return t('my-shelfie.log.common', { goal: goalName(Number(what), t) })
    case 'first':
      return t('my-shelfie.log.first', { n: Number(what) })
    case 'draw':
      return after.filling === null ? t('my-shelfie.log.filled') : null
    case 'deal':
      return which !== '?' ? t('my-shelfie.log.dealt', { n: Number(what) }) : null
    case 'reveal':
      return t('my-shelfie.log.reveal', { seat: Number(what), n: rightCells(after.seats[Number(what) - 1]!) })
    default:
      return null
  }
}

function roomWords(board: Board, t: T): string {
  const tiles: string[] = []
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const kind = tileAt(board, cellName(x, y))
      if (kind) tiles.push(`${cellName(x, y)} ${itemName(kind, t)}`)
    }
  return tiles.join(', ')
}

export function describe(view: View<Board>, names: string[], t: T): string[] {
  const goals = view.goals.map(g =>
    t('my-shelfie.words.goal', {
      goal: goalName(g.goal, t),
      need: goalNeed(g.goal, view.options.squares, t),
      left: g.left.join(', ') || '0',
    }),
  )
  const shelves = view.seats.map((s, i) =>
    t('my-shelfie.words.shelf', { who: names[i] ?? '', shelf: shelfWords(s.shelf, t) }),
  )
  const wanted = view.seats.flatMap((s, i) =>
    s.wanted
      ? [
          t('my-shelfie.words.personal', {
            who: names[i] ?? '',
            n: rightCells(s),
            places: s.wanted
              .flatMap((line, row) =>
                [...line].flatMap((k, col) =>
                  k === '.'
                    ? []
                    : [t('my-shelfie.words.place', { item: itemName(k as Item, t), column: col + 1, row: row + 1 })],
                ),
              )
              .join('; '),
          }),
        ]
      : [],
  )
  const groups = names.flatMap((who, i) => {
    const scoring = scoringOf(view, i + 1)
    return scoring.length
      ? [
          t('my-shelfie.words.groups', {
            who,
            groups: scoring
              .map(g => `${itemName(itemOf(g), t)} ×${g.tiles}: ${t('my-shelfie.points', { n: g.points })}`)
              .join('; '),
          }),
        ]
      : []
  })
  return [
    t('my-shelfie.words.room', { tiles: roomWords(view, t) }),
    ...goals,
    ...wanted,
    ...shelves,
    ...groups,
    t('my-shelfie.bag', { n: bagOf(view) }),
  ]
}

export function nearEnd(view: View<Board>, t: T): string {
  if (view.end_tile !== null) return t('my-shelfie.near.last')
  return t('my-shelfie.near', { n: Math.min(...view.seats.map(s => spacesOf(s.shelf))) })
}
