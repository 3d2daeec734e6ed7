// Reef in words: cards, stacks, moves, the log, the position.

import type { T } from '../../i18n'
import type { Step, View } from '../../view'
import {
  cardOf,
  occurrences,
  points,
  read,
  reef,
  scoring,
  spaceName,
  type Card,
  type ReefPart,
  type ReefView,
} from './facts'

export const colour = (t: T, letter: string): string => t(`reef.colour.${letter}`)

export const upper = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)

/** A cell of a pattern: a colour, with its height. */
function cellName(t: T, spec: string): string {
  const name = spec[0] === '*' ? t('reef.colour.any') : colour(t, spec[0]!)
  const height = /\d/.exec(spec)?.[0]
  if (!height) return name
  return t(spec.endsWith('+') ? 'reef.cell.least' : 'reef.cell.exact', { colour: name, height })
}

export function patternName(t: T, card: Card): string {
  const special = /^tallest (.) : (.)$/.exec(card.pattern)
  if (special) return t('reef.shape.tallest', { a: colour(t, special[1]!), b: colour(t, special[2]!) })
  const cells = card.pattern.split(/[ /]+/).filter(c => c !== '.')
  return t(`reef.shape.${card.shape}`, { a: cellName(t, cells[0]!), b: cellName(t, cells[1] ?? cells[0]!) })
}

export const piecesName = (t: T, card: Card): string =>
  t('reef.pieces', { a: colour(t, card.pieces[0]!), b: colour(t, card.pieces[1]!) })

export function cardName(t: T, card: Card | undefined): string {
  if (!card) return t('reef.card.hidden')
  return t('reef.card', {
    pieces: piecesName(t, card),
    pattern: patternName(t, card),
    points: t('reef.points', { n: card.value }),
  })
}

/** How often a card would score on a seat's present reef. */
export function scoresNow(t: T, view: ReefView, seat: number, number: number): string {
  const n = scoring(view, seat, number)
  return n
    ? t('reef.now', {
        times: t('reef.times', { n }),
        points: t('reef.points', { n: n * (cardOf(view, number)?.value ?? 0) }),
      })
    : t('reef.now.none')
}

export function stackName(t: T, pieces: string): string {
  if (!pieces) return t('reef.stack.empty')
  const down = [...pieces].reverse().map(k => colour(t, k))
  return t('reef.stack', { pieces: down.join(', '), n: pieces.length })
}

/** Where a play puts its pieces. */
function placing(t: T, card: Card | undefined, spots: string[], reversed: boolean): string {
  if (!card) return ''
  const list = spots.map((space, i) =>
    space === '-'
      ? t('reef.piece.skipped', { colour: colour(t, card.pieces[i]!) })
      : t('reef.piece.on', { colour: colour(t, card.pieces[i]!), space }),
  )
  return (reversed ? list.reverse() : list).join(', ')
}

export function moveName(move: string, view: View<ReefPart>, t: T): string {
  const v = reef(view),
    m = read(move)
  switch (m.kind) {
    case 'start':
      return upper(t('reef.move.start', { colour: colour(t, m.colour), space: m.space }))
    case 'take':
      return t('reef.move.take', { card: cardName(t, cardOf(v, v.display[m.place - 1]?.card ?? 0)) })
    case 'deck':
      return t('reef.move.deck', {
        card: cardName(t, cardOf(v, v.top ?? 0)),
        onto: cardName(t, cardOf(v, v.display[m.place - 1]?.card ?? 0)),
      })
    case 'play': {
      const card = cardOf(v, m.card)
      return t('reef.move.play', {
        pattern: card ? patternName(t, card) : '',
        pieces: placing(t, card, m.spots, m.reversed),
      })
    }
    default:
      return move
  }
}

/** The choices of a play so far, and the next one. */
export function playSoFar(t: T, card: Card, spots: string[], reversed: boolean, done: boolean): string {
  const placed = placing(t, card, spots, reversed)
  if (done) return upper(t('reef.say.done', { pieces: placed }))
  const next = t('reef.say.next', { colour: colour(t, card.pieces[spots.length]!) })
  return upper(placed ? `${placed}. ${next}` : next)
}

export function phrase({
  step,
  view,
  after,
  name,
  t,
}: {
  step: Step
  view: View<ReefPart>
  after: View<ReefPart>
  name: string
  t: T
}): string | null {
  const v = reef(view),
    w = reef(after),
    m = read(step.move),
    who = name
  switch (m.kind) {
    case 'start':
      return t('reef.log.start', { who, colour: colour(t, m.colour), space: m.space })
    case 'take': {
      const place = v.display[m.place - 1]
      const card = cardName(t, cardOf(v, place?.card ?? 0))
      return place?.tokens
        ? t('reef.log.take.tokens', { who, card, n: place.tokens })
        : t('reef.log.take', { who, card })
    }
    case 'deck':
      return t('reef.log.deck', {
        who,
        card: cardName(t, cardOf(v, v.top ?? 0)),
        onto: cardName(t, cardOf(v, v.display[m.place - 1]?.card ?? 0)),
      })
    case 'play': {
      const card = cardOf(w, m.card)
      const n = occurrences(w, step.seat, m.card)
      return t('reef.log.play', {
        who,
        pieces: placing(t, card, m.spots, m.reversed),
        pattern: card ? upper(patternName(t, card)) : '',
        gain: n
          ? t('reef.log.gain', { times: n, value: card?.value ?? 0, points: n * (card?.value ?? 0) })
          : t('reef.log.nothing'),
      })
    }
    default:
      if (m.words[0] === 'reveal')
        return t('reef.log.reveal', {
          cards: m.words
            .slice(2)
            .map(c => cardName(t, cardOf(w, Number(c))))
            .join('; '),
        })
      return null
  }
}

export function nearEnd(view: View<ReefPart>, t: T): string {
  const v = reef(view)
  if (v.last_round) return t('reef.end.last')
  const least = Math.min(...Object.values(v.supply))
  // RF-6.2: only four players can use up the deck.
  return t(v.seats.length === 4 ? 'reef.end.near.four' : 'reef.end.near', { n: least, deck: v.deck_size + 1 })
}

/** The position in sentences: the display, the supplies, then seat by seat. */
export function describe(view: View<ReefPart>, names: string[], t: T): string[] {
  const v = reef(view)
  const out: string[] = []
  v.display.forEach((d, i) => {
    const tokens = d.tokens ? ` ${t('reef.tokens', { n: d.tokens })}` : ''
    out.push(t('reef.say.display', { n: i + 1, card: cardName(t, cardOf(v, d.card)) }) + tokens)
  })
  if (v.top) out.push(t('reef.say.top', { card: cardName(t, cardOf(v, v.top)), n: v.deck_size }))
  out.push(
    t('reef.say.supply', {
      list: Object.entries(v.supply)
        .map(([k, n]) => `${colour(t, k)} ${n}`)
        .join(', '),
    }),
  )
  v.seats.forEach((s, i) => {
    const seat = i + 1
    const stacks = s.reef.map((p, at) => (p ? `${spaceName(at)} ${stackName(t, p)}` : '')).filter(Boolean)
    const total = points(v, seat)
    const has = total === null ? t('reef.points.hidden') : t('reef.points', { n: total })
    out.push(
      t('reef.say.seat', { who: names[i] ?? '', points: has, stacks: stacks.join('; ') || t('reef.say.nothing') }),
    )
    const hand = s.hand.map(c => cardName(t, cardOf(v, c)) + (v.over ? '' : ` (${scoresNow(t, v, seat, c)})`))
    if (s.unknown_cards) hand.push(t('reef.hand.unknown', { n: s.unknown_cards }))
    out.push(t('reef.say.hand', { who: names[i] ?? '', cards: hand.join('; ') || t('reef.say.nothing') }))
  })
  return out
}
