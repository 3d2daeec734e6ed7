// How a game of Reef ended: points card by card, the reefs for a picture.

import { REEF_BOARD, ReefBoard, reefCell, Stack } from '../../art/reef'
import type { T } from '../../i18n'
import type { Step, View } from '../../view'
import type { Ending, Sum } from '../game'
import { cardOf, occurrences, read, reef, type ReefPart, type ReefView } from './facts'
import { Marks } from './parts'
import { colour, patternName, upper } from './words'

const START = 3 /* points everybody begins with, RF-2.2 */

/** A card by its pattern, with how often it scored. */
function cardWords(t: T, view: ReefView, card: number, times: number, key: string): string {
  const face = cardOf(view, card)
  return t(key, { pattern: face ? upper(patternName(t, face)) : '', times, value: face?.value ?? 0 })
}

function sums({ seat, steps, at, view, t }: Parameters<Ending<ReefPart>['sums']>[0]): Sum[] {
  const played: Sum[] = []
  let tokens = 0,
    paid = 0,
    idle = 0
  steps.forEach((step: Step, n: number) => {
    if (step.seat !== seat) return
    const m = read(step.move)
    if (m.kind === 'take') tokens += reef(at(n)).display[m.place - 1]?.tokens ?? 0
    if (m.kind === 'deck') paid++
    if (m.kind !== 'play') return
    const after = reef(at(n + 1))
    const times = occurrences(after, seat, m.card)
    const points = times * (cardOf(after, m.card)?.value ?? 0)
    if (points) played.push({ words: cardWords(t, after, m.card, times, 'reef.sum.played'), points })
    else idle++
  })
  const v = reef(view)
  const hand = v.seats[seat - 1]!.hand.filter(card => occurrences(v, seat, card) > 0).map(card => ({
    words: cardWords(t, v, card, 1, 'reef.sum.hand'),
    points: cardOf(v, card)?.value ?? 0,
  }))
  const some = (key: string, n: number, points: number) => (n ? [{ words: t(key, { n }), points }] : [])
  return [
    { words: t('reef.sum.start'), points: START },
    ...played,
    ...some('reef.sum.idle', idle, 0),
    ...some('reef.sum.tokens', tokens, tokens),
    ...some('reef.sum.paid', paid, -paid),
    ...hand,
  ]
}

function why(view: View<ReefPart>, _: string[], t: T): string {
  const { supply } = reef(view)
  const out = Object.entries(supply).filter(([, n]) => n === 0)
  return out.length && reef(view).top !== null
    ? t('reef.ended.supply', { colours: out.map(([k]) => colour(t, k)).join(', ') })
    : t('reef.ended.deck')
}

export const ending: Ending<ReefPart> = {
  why,
  sums,
  next: { option: 'expert-start', value: 'outer', words: 'reef.next' },
  pieces: ['reef-R', 'reef-Y', 'reef-G', 'reef-P'],
  boards: view =>
    reef(view).seats.map((s, i) => ({
      w: REEF_BOARD.side,
      h: REEF_BOARD.side,
      seat: i + 1,
      drawing: (
        <g class="art">
          <ReefBoard />
          {s.reef.map((pieces, k) => (
            <Stack key={k} pieces={pieces} chip="" {...reefCell(k >> 2, k % 4)} />
          ))}
          <Marks reef={s.reef} shown={null} size={34} />
        </g>
      ),
    })),
}
