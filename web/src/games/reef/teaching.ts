// What hints, the analysis and the guided game need of Reef.

import type { Argument, Place, Teaching } from '../game'
import { laid } from './choice'
import { cardOf, occurrences, points, read, reef, spaceName, type ReefPart } from './facts'
import { patternName } from './words'
import type { View } from '../../view'

const space = (name: string): string => `[data-space="${name}"]`
const open = (card: number | null | undefined): string => `.reef-common [data-card="${card}"]`
const held = (card: number): string => `.reef-hand [data-card="${card}"], li[data-flip="card-${card}"]`

function where({ move, view, seat, me }: Parameters<Teaching<ReefPart>['where']>[0]): Place[] {
  const v = reef(view)
  const m = read(move)
  const on = (name: string) => (seat === me ? space(name) : `[data-at="${seat}-${name}"]`)
  switch (m.kind) {
    case 'start':
      return [{ from: `[data-drag="piece ${m.colour}"]`, to: on(m.space) }]
    case 'take':
      return [{ to: open(v.display[m.place - 1]?.card) }]
    case 'deck':
      return [{ to: open(v.top) }, { from: open(v.top), to: open(v.display[m.place - 1]?.card) }]
    case 'play':
      return laid(cardOf(v, m.card)?.pieces ?? '', m.spots, m.reversed).map(({ space: to }) => ({
        from: held(m.card),
        to: on(to),
      }))
    default:
      return []
  }
}

const spaces = () => Array.from({ length: 16 }, (_, i) => ({ name: spaceName(i), at: space(spaceName(i)) }))

type Why = (p: Argument<ReefPart>) => string | null

const hand = (view: View<ReefPart>, me: number): number[] => reef(view).seats[me - 1]!.hand
const worth = (view: View<ReefPart>, me: number, card: number): number =>
  occurrences(reef(view), me, card) * (cardOf(reef(view), card)?.value ?? 0)
const stacks = (view: View<ReefPart>, me: number, height: number): number =>
  reef(view).seats[me - 1]!.reef.filter(s => s.length >= height).length
const took = (p: Argument<ReefPart>): boolean => hand(p.after, p.me).length > hand(p.view, p.me).length

/** The card in hand that scores most on the reef. */
const scores: Why = p => {
  const { view, after, me, t } = p
  const [best] = hand(after, me)
    .map(card => ({
      card,
      fresh: !hand(view, me).includes(card),
      n: worth(after, me, card),
      by: worth(after, me, card) - (hand(view, me).includes(card) ? worth(view, me, card) : 0),
    }))
    .sort((a, b) => b.by - a.by)
  if (!best || best.by <= 0) return null
  if (best.fresh) return t('reef.why.brings', { n: best.n })
  return t('reef.why.hand', { n: best.n, card: patternName(t, cardOf(reef(after), best.card)!) })
}

const lacking =
  (key: string): Why =>
  p =>
    p.reason.to > 0 ? p.t(`reef.why.${key}`) : null

const byTaking =
  (key: string): Why =>
  p =>
    took(p) ? p.t(`reef.why.${key}`) : null

const tall =
  (height: number): Why =>
  ({ view, after, me, t }) =>
    stacks(after, me, height) > stacks(view, me, height) ? t('reef.why.tall', { n: height }) : null

const gained: Why = ({ view, after, me, t }) => {
  const n = (points(after, me) ?? 0) - (points(view, me) ?? 0)
  return n > 0 ? t('reef.why.points', { n }) : null
}

/** A feature of bots/know_reef.c, and its words, if they are true of the two positions. */
const WHY: Record<string, Why> = {
  points: gained,
  now: scores,
  'now later': scores,
  best: scores,
  'near own': lacking('near'),
  'near own later': lacking('near'),
  near: lacking('near'),
  'far own': lacking('far'),
  'far own later': lacking('far'),
  far: lacking('far'),
  'printed later': byTaking('value'),
  'matched later': byTaking('matched'),
  'cards later': byTaking('cards'),
  'cards squared later': byTaking('cards'),
  'tall 2 later': tall(2),
  'tall 3 later': tall(3),
  'last turn': lacking('last'),
  'last turn near': lacking('last'),
  final: lacking('last'),
}

/** Features about later turns. */
const LATER = /^(near|far|printed|matched|cards|tall)/

function why(p: Argument<ReefPart>): string | null {
  if (reef(p.after).last_round && LATER.test(p.reason.name)) return null
  return p.reason.seat === p.me && p.reason.points > 0 ? (WHY[p.reason.name]?.(p) ?? null) : null
}

const tips: Teaching['tips'] = {
  aim: { at: '.reef-mine .reef-board', rule: 'goal' },
  start: { at: '.reef-start', rule: 'goal' },
  stack: { at: '.reef-hand', rule: 'pattern' },
  first: { at: '.reef-display', rule: 'take' },
  hand: { at: '.reef-hand', rule: 'play' },
  height: { at: '.reef-hand', rule: 'height' },
  score: { at: '.reef-hand', rule: 'pattern' },
  full: { at: '.reef-hand', rule: 'play' },
  twice: { at: '.reef-hand', rule: 'pattern' },
  token: { at: '.reef-display', rule: 'take' },
  deck: { at: '.reef-deck', rule: 'take' },
  others: { at: '.pane-others', rule: 'goal' },
  supply: { at: '.reef-stock', rule: 'end' },
  last: { at: '.reef-hand', rule: 'end' },
}

export const teaching: Teaching<ReefPart> = { where, spaces, why, plain: /^(cards|far)/, tips }
