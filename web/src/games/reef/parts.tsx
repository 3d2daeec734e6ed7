// The parts of Reef's table: reefs, cards, supplies.

import { Chip, Pic, useLetter } from '../../art/kit'
import {
  type Coral,
  CORALS,
  CoralPiece,
  PointToken,
  REEF_BOARD,
  ReefBoard,
  reefCell,
  Stack,
  Supply,
} from '../../art/reef'
import { REEF_CARD, ReefCard, ReefCardBack } from '../../art/reefcard'
import type { T } from '../../i18n'
import { useRoving } from '../../ui/roving'
import { cardOf, scoring, spaceIndex, spaceName, type Card, type ReefView } from './facts'
import { cardName, colour, scoresNow, stackName } from './words'

const centre = (i: number) => {
  const { x, y } = reefCell(Math.floor(i / 4), i % 4)
  return { x: x + 50, y: y + 50 }
}

export interface Shown {
  groups: number[][]
  value: number
}

/** How far apart two spaces are: 1 side by side, 2 corner to corner. */
const apart = (a: number, b: number) => ((a % 4) - (b % 4)) ** 2 + ((a >> 2) - (b >> 2)) ** 2

/** Lines through the stacks of an occurrence: along their common sides where possible. */
function band(group: number[]): string {
  const pairs = group.flatMap((b, i) => group.slice(0, i).map(a => [a, b] as const))
  const sides = pairs.filter(([a, b]) => apart(a, b) === 1)
  const used = sides.length >= group.length - 1 ? sides : pairs.filter(([a, b]) => apart(a, b) <= 2)
  return used.map(([a, b]) => `M${centre(a).x} ${centre(a).y}L${centre(b).x} ${centre(b).y}`).join('')
}

/** The points of each occurrence; drawn above everything else. */
function Values({ groups, value }: Shown) {
  return (
    <g class="reef-values">
      {groups.map(group => {
        const a = centre(group[0]!),
          b = centre(group[1] ?? group[0]!)
        const alone = group.length === 1
        return (
          <Chip
            key={group.join()}
            x={alone ? a.x - 26 : (a.x + b.x) / 2}
            y={alone ? a.y - 32 : (a.y + b.y) / 2}
            text={`+${value}`}
            size={30}
          />
        )
      })}
    </g>
  )
}

/** Occurrences of a pattern: a band through the stacks of each. */
function Bands({ groups }: { groups: number[][] }) {
  return (
    <g>
      {groups.map((group, n) => {
        const lines = band(group)
        return (
          <g key={group.join()} class={`reef-group reef-group-${n % 3}`}>
            {group.map(i => (
              <circle key={i} class="reef-ring-edge" cx={centre(i).x} cy={centre(i).y} r="44" />
            ))}
            {lines && <path class="reef-band-edge" d={lines} />}
            {lines && <path class="reef-band" d={lines} />}
            {group.map(i => (
              <circle key={i} class="reef-ring" cx={centre(i).x} cy={centre(i).y} r="44" />
            ))}
          </g>
        )
      })}
    </g>
  )
}

/** Colour and height of every stack, drawn above rings and bands. */
function Heights({ reef, size }: { reef: string[]; size: number }) {
  const letter = useLetter('reef')
  return (
    <g>
      {reef.map((pieces, i) => {
        const { x, y } = centre(i)
        return (
          pieces && (
            <Chip
              key={i}
              x={x + 28}
              y={y + 46 - size * 0.58}
              text={`${letter(pieces[pieces.length - 1]!)}${pieces.length}`}
              size={size}
            />
          )
        )
      })}
    </g>
  )
}

/** Drawings above the stacks of a reef: scoring patterns, heights, points. */
export function Marks({ reef, shown, size }: { reef: string[]; shown: Shown | null; size: number }) {
  return (
    <g>
      {shown && <Bands groups={shown.groups} />}
      <Heights reef={reef} size={size} />
      {shown && <Values {...shown} />}
    </g>
  )
}

/** Names of columns and rows, in the water around the board. */
function Coordinates() {
  return (
    <g class="reef-names">
      {[0, 1, 2, 3].map(i => (
        <g key={i}>
          <text x={centre(i).x} y="19" text-anchor="middle" font-size="17">
            {'abcd'[i]}
          </text>
          <text x="13" y={centre(4 * i).y + 6} text-anchor="middle" font-size="17">
            {i + 1}
          </text>
        </g>
      ))}
    </g>
  )
}

/** My reef: sixteen buttons on the sand. */
export function MyReef(p: {
  seat: number
  reef: string[]
  label: string
  t: T
  /** Spaces for the next piece, and that piece. */
  lit: Set<string>
  ghost: string | null
  /** Placed in the move being built; changed since my last turn. */
  pending: Set<string>
  fresh: Set<string>
  shown: Shown | null
  /** The points for a piece on a space. */
  gains: Record<string, number>
  press(space: string): void
}) {
  const { t } = p
  const roving = useRoving(4, 4, () => true)
  return (
    <div class="reef-board" role="group" aria-label={p.label} onKeyDown={roving.onKeyDown}>
      <Pic w={REEF_BOARD.side} h={REEF_BOARD.side} class="reef-ground">
        <ReefBoard />
        <Coordinates />
        {p.reef.map((pieces, i) => (
          <Stack key={i} pieces={pieces} chip="" {...reefCell(i >> 2, i % 4)} />
        ))}
      </Pic>
      <div class="reef-cells">
        {p.reef.map((pieces, i) => {
          const space = spaceName(i)
          const lit = p.lit.has(space)
          const gain = p.gains[space]
          const states = [stackName(t, pieces)]
          if (p.pending.has(space)) states.push(t('reef.space.pending'))
          if (p.fresh.has(space)) states.push(t('reef.space.new'))
          if (lit) states.push(t('reef.space.lit'))
          if (gain !== undefined) states.push(t('reef.space.gain', { points: t('reef.points', { n: gain }) }))
          return (
            <button
              key={space}
              type="button"
              class="reef-cell"
              data-drop={space}
              data-space={space}
              data-at={`${p.seat}-${space}`}
              data-lit={lit}
              data-pending={p.pending.has(space)}
              data-fresh={p.fresh.has(space)}
              aria-label={`${space}: ${states.join(', ')}`}
              onClick={() => p.press(space)}
              {...roving.cell(i % 4, i >> 2)}
            >
              {lit && p.ghost && (
                <Pic class="reef-ghost">
                  <CoralPiece kind={p.ghost as Coral} x={17} y={17} size={66} />
                </Pic>
              )}
            </button>
          )
        })}
      </div>
      <Pic w={REEF_BOARD.side} h={REEF_BOARD.side} class="reef-over">
        <Marks reef={p.reef} shown={p.shown} size={28} />
        {Object.entries(p.gains).map(([space, gain]) => {
          const { x, y } = centre(spaceIndex(space))
          return gain > 0 && <Chip key={space} x={x - 22} y={y - 32} text={`+${gain}`} size={28} />
        })}
      </Pic>
    </div>
  )
}

/** Somebody else's reef, drawn as one picture. */
export function OtherReef(p: {
  seat: number
  reef: string[]
  label: string
  fresh: Set<string>
  dropped: Set<string>
  shown: Shown | null
}) {
  return (
    <Pic w={REEF_BOARD.side} h={REEF_BOARD.side} class="reef-mini" label={p.label}>
      <ReefBoard />
      {p.reef.map((pieces, i) => {
        const { x, y } = reefCell(i >> 2, i % 4)
        const space = spaceName(i)
        return (
          <g
            key={`${space}${pieces}`}
            data-at={`${p.seat}-${space}`}
            class={p.dropped.has(space) ? 'reef-drop' : undefined}
          >
            {p.fresh.has(space) && <rect class="reef-new" x={x + 5} y={y + 5} width="90" height="90" rx="14" />}
            <Stack pieces={pieces} chip="" x={x} y={y} />
          </g>
        )
      })}
      <Marks reef={p.reef} shown={p.shown} size={34} />
    </Pic>
  )
}

/** The words a screen reader hears for a whole reef. */
export function reefWords(t: T, who: string, reef: string[]): string {
  const stacks = reef.map((pieces, i) => (pieces ? `${spaceName(i)} ${stackName(t, pieces)}` : '')).filter(Boolean)
  return t('reef.board.of', { who, stacks: stacks.join('; ') || t('reef.say.nothing') })
}

export function Face({ card, tokens = 0, label }: { card: Card; tokens?: number; label?: string }) {
  return (
    <Pic w={REEF_CARD.w} h={REEF_CARD.h} class="reef-face" {...(label ? { label } : {})}>
      <ReefCard pieces={card.pieces} pattern={card.pattern} value={card.value} tokens={tokens} />
    </Pic>
  )
}

export function Back({ label }: { label: string }) {
  return (
    <Pic w={REEF_CARD.w} h={REEF_CARD.h} class="reef-face" label={label}>
      <ReefCardBack />
    </Pic>
  )
}

/** How often a card would score for a seat with its present reef: "2 × 6 = 12". */
export function Now({ view, seat, number, t }: { view: ReefView; seat: number; number: number; t: T }) {
  const n = scoring(view, seat, number)
  const value = cardOf(view, number)?.value ?? 0
  return (
    <span class="reef-now" data-some={n > 0} title={scoresNow(t, view, seat, number)} aria-hidden="true">
      {n ? `${n} × ${value} = ${n * value}` : '0'}
    </span>
  )
}

/** A card that can be chosen. While the pointer or the focus is on it, its pattern is shown on my reef. */
export function CardButton(p: {
  number: number
  view: ReefView
  seat: number
  t: T
  tokens?: number
  chosen: boolean
  lit: boolean
  fresh?: boolean
  note?: string
  drag?: string
  press(): void
  look(number: number | null): void
  cell: object
}) {
  const { t, view, number } = p
  const card = cardOf(view, number)
  if (!card) return null
  const states = [cardName(t, card)]
  if (p.tokens) states.push(t('reef.tokens', { n: p.tokens }))
  if (p.note) states.push(p.note)
  if (!view.over) states.push(scoresNow(t, view, p.seat, number))
  return (
    <div class="reef-slot" data-flip={`card-${number}`}>
      <div class="reef-lift" data-drag={p.drag}>
        <Face card={card} tokens={p.tokens ?? 0} />
        <button
          type="button"
          class="reef-card"
          data-card={number}
          data-lit={p.lit}
          data-fresh={p.fresh ?? false}
          aria-pressed={p.chosen}
          aria-label={states.join('. ')}
          onClick={p.press}
          onMouseEnter={() => p.look(number)}
          onMouseLeave={() => p.look(null)}
          onBlur={() => p.look(null)}
          {...p.cell}
          onFocus={e => {
            if (e.currentTarget.matches(':focus-visible')) p.look(number)
            ;(p.cell as { onFocus?(): void }).onFocus?.()
          }}
        />
      </div>
      {!view.over && <Now view={view} seat={p.seat} number={number} t={t} />}
    </div>
  )
}

/** What a row of cards is, for the eye: its group has the same name. */
export const Caption = ({ words }: { words: string }) => (
  <span class="reef-caption" aria-hidden="true">
    {words}
  </span>
)

/** Points as a shell, or hidden. */
export function Points({ n, t }: { n: number | null; t: T }) {
  const label = n === null ? t('reef.points.hidden') : t('reef.points', { n })
  return (
    <Pic size={34} class="reef-points" label={label}>
      <PointToken value={n ?? '?'} />
    </Pic>
  )
}

/** The supply of each colour: the game ends when one runs out. */
export function Supplies({ view, t }: { view: ReefView; t: T }) {
  const least = Math.min(...CORALS.map(k => view.supply[k]))
  return (
    <ul class="reef-supplies" aria-label={t('reef.supply')}>
      {CORALS.map(k => (
        <li key={k} data-supply={k} data-least={view.supply[k] === least}>
          <Pic label={t('reef.supply.of', { colour: colour(t, k), n: view.supply[k] })}>
            <Supply kind={k} count={view.supply[k]} />
          </Pic>
        </li>
      ))}
    </ul>
  )
}

/** The cards a seat has played; public, opened on demand. */
export function Played({ view, cards, t }: { view: ReefView; cards: number[]; t: T }) {
  if (cards.length === 0) return null
  return (
    <details class="reef-played">
      <summary>{t('reef.played', { n: cards.length })}</summary>
      <ul>
        {cards.map(c => (
          <li key={c}>
            <Face card={cardOf(view, c)!} label={cardName(t, cardOf(view, c))} />
          </li>
        ))}
      </ul>
    </details>
  )
}
