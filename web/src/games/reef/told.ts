// What happened in Reef: starting corals in one sentence, where a decision was on the screen, its points.

import type { T } from '../../i18n'
import { spotAt, type Spot } from '../../ui/motion'
import type { Step, View } from '../../view'
import { cardOf, occurrences, read, reef, spaceName, type ReefPart } from './facts'
import { colour } from './words'

interface Decision {
  step: Step
  view: View<ReefPart>
  after: View<ReefPart>
}

/** Only the set-up has turns of several decisions. */
export function tell({ decisions, name, t }: { decisions: Decision[]; name: string; t: T }): string {
  const pieces = decisions
    .map(d => read(d.step.move))
    .flatMap(m => (m.kind === 'start' ? [t('reef.piece.on', { colour: colour(t, m.colour), space: m.space })] : []))
  return `${t('log.plain', { who: name, move: pieces.join(', ') })}.`
}

/** Spaces that got a piece; the card that was taken, where it lies now. */
export function places({ step, view }: Decision): Spot[] {
  const v = reef(view),
    m = read(step.move)
  const spaces = m.kind === 'start' ? [m.space] : m.kind === 'play' ? m.spots.filter(s => s !== '-') : []
  const card =
    m.kind === 'play' ? m.card : m.kind === 'take' ? v.display[m.place - 1]?.card : m.kind === 'deck' ? v.top : null
  return [...spaces.map(space => `[data-at="${step.seat}-${space}"]`), `[data-flip="card-${card}"]`]
    .map(s => spotAt(s))
    .filter((s): s is Spot => s !== null)
}

/** The score of a card, from its pattern on the reef, and the points that lay on a card. */
export function gains({ step, view, after }: Decision) {
  const m = read(step.move)
  if (m.kind === 'take') {
    const place = reef(view).display[m.place - 1]
    return place?.tokens ? [{ points: place.tokens, from: spotAt(`[data-flip="card-${place.card}"]`) }] : []
  }
  if (m.kind !== 'play') return []
  const v = reef(after)
  const points = occurrences(v, step.seat, m.card) * (cardOf(v, m.card)?.value ?? 0)
  const [first] = v.marks[step.seat - 1]?.[m.card] ?? []
  const space = first?.[0] === undefined ? m.spots[0] : spaceName(first[0])
  return points ? [{ points, from: spotAt(`[data-at="${step.seat}-${space}"]`) }] : []
}
