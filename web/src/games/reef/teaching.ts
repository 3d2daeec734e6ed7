// What hints, the analysis and the guided game need of Reef.

import type { Argument, Place, Teaching } from '../game'
import { laid } from './choice'
import { cardOf, points, read, reef, spaceName, type ReefPart } from './facts'

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

const WORDS: Record<string, string> = {
  now: 'hand',
  'now later': 'hand',
  best: 'hand',
  'near own': 'near',
  'near own later': 'near',
  near: 'near',
  'far own': 'far',
  'far own later': 'far',
  far: 'far',
  'printed later': 'value',
  'matched later': 'matched',
  'cards later': 'cards',
  'cards squared later': 'cards',
  'alike later': 'alike',
  'tall 2 later': 'tall',
  'tall 3 later': 'tall',
  'last turn': 'last',
  'last turn near': 'last',
  final: 'last',
}

function why({ reason, view, after, me, t }: Argument<ReefPart>): string | null {
  if (reason.seat !== me || reason.points <= 0) return null
  const key = WORDS[reason.name]
  if (key) return t(`reef.why.${key}`)
  const n = (points(after, me) ?? 0) - (points(view, me) ?? 0)
  return reason.name === 'points' && n > 0 ? t('reef.why.points', { n }) : null
}

const tips: Teaching['tips'] = {
  start: { at: '.reef-start', rule: 'goal' },
  stack: { at: '.reef-hand', rule: 'pattern' },
  first: { at: '.reef-display', rule: 'take' },
  hand: { at: '.reef-hand', rule: 'play' },
  score: { at: '.reef-hand', rule: 'pattern' },
  full: { at: '.reef-hand', rule: 'play' },
  twice: { at: '.reef-hand', rule: 'pattern' },
  token: { at: '.reef-display', rule: 'take' },
  deck: { at: '.reef-deck', rule: 'take' },
  others: { at: '.pane-others', rule: 'goal' },
  supply: { at: '.reef-stock', rule: 'end' },
  last: { at: '.reef-hand', rule: 'end' },
}

export const teaching: Teaching<ReefPart> = { where, spaces, why, tips }
