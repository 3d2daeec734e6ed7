// Reef's table: my reef and hand, the display with the deck and the supplies, the others' reefs.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Pic } from '../../art/kit'
import { type Coral, CoralPiece } from '../../art/reef'
import { type Seat, SeatMark } from '../../art/seats'
import { Panes } from '../../ui/panes'
import { useRoving } from '../../ui/roving'
import { lookUp } from '../../ui/rules'
import type { View } from '../../view'
import type { Action, BoardProps } from '../game'
import { type Choice, choiceOf, laid, narrow, type Narrowed } from './choice'
import { cardOf, occurrences, points, read, reef, spaceIndex, spaceName, type ReefPart, type ReefView } from './facts'
import { useDrag, useFocus, usePieces, useTravel } from './motion'
import {
  Back,
  Caption,
  CardButton,
  Face,
  MyReef,
  OtherReef,
  Played,
  Points,
  reefWords,
  type Shown,
  Supplies,
} from './parts'
import { cardName, colour, moveName, playSoFar, scoresNow, upper } from './words'

type Props = BoardProps<ReefPart>

/** The legal plays that fit what has been chosen. */
function rest(p: Props, choice: Choice | null): Narrowed | null {
  if (choice?.kind !== 'play') return null
  return narrow(p.legal, choice.card, cardOf(reef(p.view), choice.card)?.pieces ?? '', choice.spots, choice.reversed)
}

/** Makes a choice the draft, or says why it is not possible. */
function choose(p: Props, choice: Choice): void {
  const { legal, t } = p
  const v = reef(p.view)
  const whole = (move: string, parts: Choice) =>
    legal.includes(move) ? p.setDraft({ moves: [move], parts, say: moveName(move, p.view, t) }) : p.why(move)
  if (choice.kind === 'take') return whole(`take ${choice.place}`, choice)
  if (choice.kind === 'deck') {
    const open = legal.filter(m => m.startsWith('deck onto '))
    const place = choice.place ?? (open.length > 1 ? null : read(open[0] ?? 'deck onto 1'))
    if (place === null) return p.setDraft({ moves: [], parts: choice, say: t('reef.say.token') })
    const n = typeof place === 'number' ? place : place.kind === 'deck' ? place.place : 1
    return whole(`deck onto ${n}`, { kind: 'deck', place: n })
  }
  const left = rest(p, choice)!
  const card = cardOf(v, choice.card)!
  p.setDraft({
    moves: left.move ? [left.move] : [],
    parts: { ...choice, spots: left.spots },
    say: playSoFar(t, card, left.spots, choice.reversed, left.move !== null),
  })
}

/** One step back in the move being built; true where there was one. */
function stepBack(p: Props): boolean {
  const choice = choiceOf(p.draft)
  if (choice?.kind !== 'play' || !choice.spots.some(s => s !== '-')) return false
  const last = choice.spots[choice.spots.length - 1] === '-' ? 2 : 1
  choose(p, { ...choice, spots: choice.spots.slice(0, -last), reversed: false })
  return true
}

function pressSpace(p: Props, space: string): void {
  const choice = choiceOf(p.draft)
  if (choice?.kind !== 'play') {
    p.say(p.t(reef(p.view).seats[p.me - 1]!.hand.length ? 'reef.say.card-first' : 'reef.say.take-first'))
    return
  }
  // When everything is chosen, a press on another space moves the last piece.
  const spots = choice.spots.length === 2 ? choice.spots.slice(0, choice.spots[1] === '-' ? 0 : 1) : choice.spots
  const left = rest(p, { ...choice, spots })!
  if (left.next.includes(space)) choose(p, { ...choice, spots: [...spots, space], reversed: false })
  else p.why(`play ${choice.card} ${left.spots[0] ?? space} ${space}`)
}

/** Buttons of the action bar. */
export function actions(p: Props): Action[] {
  const { t } = p
  const choice = choiceOf(p.draft)
  const left = rest(p, choice)
  const out: Action[] = []
  if (choice) out.push({ label: t('reef.action.explain'), act: () => lookUp('pattern'), extra: true })
  if (choice?.kind !== 'play' || !left) return out
  if (left.swapped)
    out.push({ label: t('reef.action.swap'), act: () => choose(p, { ...choice, reversed: !choice.reversed }) })
  if (left.skip)
    out.push({ label: t('reef.action.skip'), act: () => choose(p, { ...choice, spots: [...choice.spots, '-'] }) })
  if (choice.spots.some(s => s !== '-'))
    out.push({
      label: t('reef.action.back'),
      act: () => {
        stepBack(p)
      },
    })
  return out
}

/** What others have done since my last turn. */
interface News {
  spaces: Record<number, Set<string>>
  played: Record<number, number>
  took: Record<number, number>
  places: Set<number>
}

function newsOf(since: Props['since']): News {
  const news: News = { spaces: {}, played: {}, took: {}, places: new Set() }
  for (const { step, before } of since) {
    const m = read(step.move),
      v = reef(before),
      seat = step.seat
    const spaces = (news.spaces[seat] ??= new Set())
    if (m.kind === 'start') spaces.add(m.space)
    if (m.kind === 'play') {
      m.spots.forEach(s => s !== '-' && spaces.add(s))
      news.played[seat] = m.card
    }
    if (m.kind === 'take') news.took[seat] = v.display[m.place - 1]?.card ?? 0
    if (m.kind === 'deck') news.took[seat] = v.top ?? 0
    if (m.kind === 'take' || m.kind === 'deck') news.places.add(m.place)
  }
  return news
}

/** Spaces of a reef that the last step changed. */
function dropped(before: ReefView | null, view: ReefView, seat: number): Set<string> {
  const old = before?.seats[seat - 1]?.reef,
    now = view.seats[seat - 1]!.reef
  return new Set(
    now
      .map((_, i) => i)
      .filter(i => old && old[i] !== now[i])
      .map(spaceName),
  )
}

/** The pieces that somebody else has just put down. */
function arriving(p: Props): { colour: string; at: string }[] {
  const { last, before } = p
  if (!last || !before || last.seat === p.me || before.ply + 1 !== p.view.ply) return []
  const m = read(last.move)
  if (m.kind === 'start') return [{ colour: m.colour, at: `${last.seat}-${m.space}` }]
  const card = m.kind === 'play' ? cardOf(reef(p.view), m.card) : undefined
  if (m.kind !== 'play' || !card) return []
  return laid(card.pieces, m.spots, m.reversed).map(({ piece, space }) => ({
    colour: piece,
    at: `${last.seat}-${space}`,
  }))
}

function shownOf(view: ReefView, seat: number, card: number | null | undefined): Shown | null {
  const groups = card ? view.marks[seat - 1]?.[card] : undefined
  return groups ? { groups, value: cardOf(view, card!)?.value ?? 0 } : null
}

/** What a card that was just played scored; the reef has not changed since. */
const gainOf = (view: ReefView, seat: number, card: number): string =>
  `+${occurrences(view, seat, card) * (cardOf(view, card)?.value ?? 0)}`

/** The points each space for the last piece would bring, asked of the rules. */
function useGains(p: Props, choice: Choice | null, left: Narrowed | null): Record<string, number> {
  const [gains, setGains] = useState<{ draft: unknown; by: Record<string, number> }>({ draft: null, by: {} })
  useEffect(() => {
    if (choice?.kind !== 'play' || !left || left.spots.length !== 1 || !p.live) return
    let gone = false
    const pieces = cardOf(reef(p.view), choice.card)?.pieces ?? ''
    const own = (v: View) => points(v, p.me) ?? 0
    const now = own(p.view)
    void Promise.all(
      left.next.map(async space => {
        const { move, swapped } = narrow(p.legal, choice.card, pieces, [...left.spots, space], false)
        const views = await Promise.all([move, swapped].map(m => Promise.resolve(m ? p.peek([m]) : null)))
        return [space, Math.max(...views.map(v => (v ? own(v) - now : 0)))] as const
      }),
    ).then(list => {
      if (!gone) setGains({ draft: p.draft, by: Object.fromEntries(list) })
    })
    return () => {
      gone = true
    }
  }, [p.draft])
  return gains.draft === p.draft ? gains.by : {}
}

function Head({
  p,
  seat,
  n,
  children,
}: {
  p: Props
  seat: number
  n: number | null
  children?: preact.ComponentChildren
}) {
  return (
    <div class="reef-head">
      <Pic size={28}>
        <SeatMark seat={seat as Seat} />
      </Pic>
      <h2 data-seat={seat} data-who={seat}>
        {p.names[seat - 1]}
      </h2>
      <Points n={n} t={p.t} />
      {p.view.first === seat && p.view.phase !== 'start' && <span class="reef-first">{p.t('reef.first')}</span>}
      {children}
    </div>
  )
}

/** The starting pieces that are not placed yet. */
function StartPieces({ p, chosen, pick }: { p: Props; chosen: string | null; pick(colour: string): void }) {
  const colours = [...new Set(p.legal.map(m => read(m)).flatMap(m => (m.kind === 'start' ? [m.colour] : [])))]
  const roving = useRoving(4, 1, x => x < colours.length)
  if (colours.length === 0) return null
  return (
    <div class="reef-start" role="group" aria-label={p.t('reef.start.pieces')} onKeyDown={roving.onKeyDown}>
      {colours.map((k, i) => (
        <div key={k} class="reef-lift" data-drag={`piece ${k}`}>
          <Pic size={44}>
            <CoralPiece kind={k as Coral} letter />
          </Pic>
          <button
            type="button"
            aria-pressed={k === chosen}
            aria-label={colour(p.t, k)}
            onClick={() => pick(k)}
            {...roving.cell(i, 0)}
          />
        </div>
      ))}
    </div>
  )
}

function Hand({
  p,
  choice,
  look,
  shown,
}: {
  p: Props
  choice: Choice | null
  look(n: number | null): void
  shown: ReefView
}) {
  const { t } = p
  const v = reef(p.view)
  const seat = p.me || 1
  const facts = v.seats[seat - 1]!
  const roving = useRoving(4, 1, x => x < facts.hand.length)
  return (
    <div
      class="reef-hand"
      role="group"
      aria-label={p.me ? t('reef.hand') : t('reef.hand.of', { who: p.names[0] ?? '' })}
      data-drop="hand"
      onKeyDown={roving.onKeyDown}
    >
      <Caption words={p.me ? t('reef.hand') : t('reef.hand.of', { who: p.names[0] ?? '' })} />
      {facts.hand.map((card, i) => {
        const chosen = choice?.kind === 'play' && choice.card === card
        return (
          <CardButton
            key={card}
            number={card}
            view={shown}
            seat={seat}
            t={t}
            chosen={chosen}
            look={look}
            cell={roving.cell(i, 0)}
            lit={!choice && p.legal.some(m => m.startsWith(`play ${card} `))}
            drag={`card ${card}`}
            note={facts.seen.includes(card) ? t('reef.card.seen') : t('reef.card.secret')}
            press={() => {
              if (!p.live) return
              if (chosen) p.setDraft(null)
              else if (!p.legal.some(m => m.startsWith(`play ${card} `))) p.why(`play ${card} a1 a1`)
              else choose(p, { kind: 'play', card, spots: [], reversed: false })
            }}
          />
        )
      })}
      {Array.from({ length: facts.unknown_cards }, (_, i) => (
        <div key={`?${i}`} class="reef-slot">
          <Back label={t('reef.card.hidden')} />
        </div>
      ))}
      {facts.hand.length + facts.unknown_cards === 0 && <p class="reef-none">{t('reef.hand.empty')}</p>}
    </div>
  )
}

/** The deck: its top card is open. */
function Deck(q: {
  p: Props
  top: number
  chosen: boolean
  /** Nothing is chosen yet. */
  lit: boolean
  look(n: number | null): void
  shown: ReefView
  cell: object
}) {
  const { p } = q
  const { t } = p
  return (
    <div class="reef-deck" role="group" aria-label={t('reef.deck')}>
      <CardButton
        number={q.top}
        view={q.shown}
        seat={p.me || 1}
        t={t}
        chosen={q.chosen}
        look={q.look}
        cell={q.cell}
        lit={q.lit && p.legal.some(m => m.startsWith('deck '))}
        note={t('reef.deck.cost')}
        drag="deck"
        press={() => {
          if (!p.live) return
          if (q.chosen) p.setDraft(null)
          else choose(p, { kind: 'deck', place: null })
        }}
      />
      <p class="reef-deck-size">{t('reef.deck.size', { n: reef(p.view).deck_size })}</p>
    </div>
  )
}

function Common({
  p,
  choice,
  look,
  about,
  shown,
  news,
}: {
  p: Props
  choice: Choice | null
  look(n: number | null): void
  about: number | null
  shown: ReefView
  news: News
}) {
  const { t } = p
  const v = reef(p.view)
  const seat = p.me || 1
  const roving = useRoving(4, 1, x => x < v.display.length || (x === 3 && v.top !== null))
  const onto = choice?.kind === 'deck'
  const press = (place: number) => {
    if (!p.live) return
    if (choice?.kind === 'take' && choice.place === place) p.setDraft(null)
    else choose(p, { kind: onto && choice.place === null ? 'deck' : 'take', place })
  }
  return (
    <div class="reef-common" onKeyDown={roving.onKeyDown}>
      <div class="reef-display" role="group" aria-label={t('reef.display')}>
        <Caption words={t('reef.display')} />
        {v.display.length === 0 && <p class="reef-none">{t('reef.display.later')}</p>}
        {v.display.map((d, i) => (
          <CardButton
            key={i}
            number={d.card}
            view={shown}
            seat={seat}
            t={t}
            tokens={d.tokens}
            look={look}
            cell={roving.cell(i, 0)}
            chosen={(choice?.kind === 'take' && choice.place === i + 1) || (onto && choice.place === i + 1)}
            lit={
              onto && choice.place === null
                ? p.legal.includes(`deck onto ${i + 1}`)
                : !choice && p.legal.includes(`take ${i + 1}`)
            }
            fresh={news.places.has(i + 1)}
            note={t('reef.display.place', { n: i + 1 })}
            drag={`place ${i + 1}`}
            press={() => press(i + 1)}
          />
        ))}
      </div>
      <div class="reef-below" data-deck={v.top !== null}>
        {v.top !== null && (
          <Deck p={p} top={v.top} chosen={onto} lit={!choice} look={look} shown={shown} cell={roving.cell(3, 0)} />
        )}
        <div class="reef-stock">
          <h2>{t('reef.supply')}</h2>
          <Supplies view={v} t={t} />
          {!v.over && (
            <p class={v.last_round ? 'reef-last' : 'faint'}>
              {t(v.last_round ? 'reef.end.last' : v.seats.length === 4 ? 'reef.supply.why.four' : 'reef.supply.why')}
            </p>
          )}
        </div>
      </div>
      <p class="reef-about" aria-hidden="true">
        {about === null
          ? !v.over && t('reef.about')
          : `${upper(cardName(t, cardOf(v, about)))}.${v.over ? '' : ` ${scoresNow(t, shown, seat, about)}.`}`}
      </p>
    </div>
  )
}

function Other({ p, seat, news, before }: { p: Props; seat: number; news: News; before: ReefView | null }) {
  const { t } = p
  const v = reef(p.view)
  const facts = v.seats[seat - 1]!
  const who = p.names[seat - 1] ?? ''
  const played = news.played[seat]
  return (
    <div class="reef-other">
      <OtherReef
        seat={seat}
        reef={facts.reef}
        label={reefWords(t, who, facts.reef)}
        fresh={news.spaces[seat] ?? new Set()}
        dropped={dropped(before, v, seat)}
        shown={shownOf(v, seat, played)}
      />
      <ul class="reef-known" aria-label={t('reef.hand.of', { who })}>
        {facts.hand.map(card => (
          <li key={card} data-flip={`card-${card}`} data-fresh={news.took[seat] === card}>
            <Face card={cardOf(v, card)!} label={cardName(t, cardOf(v, card))} />
          </li>
        ))}
        {Array.from({ length: facts.unknown_cards }, (_, i) => (
          <li key={`?${i}`}>
            <Back label={t('reef.card.hidden')} />
          </li>
        ))}
        {played !== undefined && cardOf(v, played) && (
          <li class="reef-just" data-flip={`card-${played}`}>
            <Face card={cardOf(v, played)!} label={`${t('reef.just')}: ${cardName(t, cardOf(v, played))}`} />
            <span>{gainOf(v, seat, played)}</span>
          </li>
        )}
      </ul>
      <Played view={v} cards={facts.discard} t={t} />
    </div>
  )
}

/** My reef with the pieces of the move being built, and my cards. */
function Mine(q: {
  p: Props
  choice: Choice | null
  left: Narrowed | null
  /** The colour of the starting piece that is placed next; null after the start. */
  start: string | null
  pick(colour: string): void
  place(colour: string, space: string): void
  news: News
  look(n: number | null): void
  shown: ReefView
  /** The card whose patterns are shown on the reef. */
  marked: number | null
}) {
  const { p, choice, left, start, shown } = q
  const { t } = p
  const v = reef(p.view)
  const seat = p.me || 1
  const gains = useGains(p, choice, left)
  const card = choice?.kind === 'play' ? cardOf(v, choice.card) : undefined
  const down = card && left ? laid(card.pieces, left.spots, choice?.kind === 'play' && choice.reversed) : []
  const stacks = [...v.seats[seat - 1]!.reef]
  for (const { piece, space } of down) stacks[spaceIndex(space)] += piece
  const next = start ?? (left && !left.move ? (card?.pieces[left.spots.length] ?? null) : null)
  const lit = new Set(
    start ? p.legal.filter(m => m.startsWith(`start ${start} `)).map(m => m.split(' ')[2]!) : (left?.next ?? []),
  )
  return (
    <div class="reef-mine">
      <Head p={p} seat={seat} n={points(v, seat)}>
        {v.phase === 'start' && p.live ? (
          <StartPieces p={p} chosen={start} pick={q.pick} />
        ) : (
          <Played view={v} cards={v.seats[seat - 1]!.discard} t={t} />
        )}
      </Head>
      <MyReef
        seat={seat}
        reef={stacks}
        t={t}
        label={p.me ? t('reef.board') : (p.names[0] ?? '')}
        lit={lit}
        ghost={next}
        gains={gains}
        pending={new Set(down.map(d => d.space))}
        fresh={p.me ? new Set() : (q.news.spaces[seat] ?? new Set())}
        shown={shownOf(shown, seat, q.marked)}
        press={space => {
          if (!p.live) return
          if (start) q.place(start, space)
          else pressSpace(p, space)
        }}
      />
      <Hand p={p} choice={choice} look={q.look} shown={shown} />
    </div>
  )
}

/** The other reefs, as the panes show them. */
function othersOf(p: Props, news: News) {
  const v = reef(p.view)
  const before = p.before && reef(p.before)
  return v.seats
    .map((_, i) => i + 1)
    .filter(s => s !== (p.me || 1))
    .map(s => ({
      seat: s,
      name: p.names[s - 1] ?? '',
      summary: (
        <>
          <Points n={points(v, s)} t={p.t} />
          {p.view.first === s && <span class="reef-first">{p.t('reef.first')}</span>}
        </>
      ),
      board: <Other p={p} seat={s} news={news} before={before} />,
    }))
}

/** Dragging does what presses do: pieces and cards to spaces, cards of the display to the hand. */
function useDragging(
  p: Props,
  choice: Choice | null,
  pick: (colour: string) => void,
  place: (colour: string, space: string) => void,
) {
  return useDrag(
    what => {
      const [kind, which] = what.split(' ')
      if (!p.live) return
      if (kind === 'piece') pick(which!)
      if (kind === 'card' && !(choice?.kind === 'play' && choice.card === Number(which)))
        choose(p, { kind: 'play', card: Number(which), spots: [], reversed: false })
    },
    (what, where) => {
      const [kind, which] = what.split(' ')
      if (!p.live) return
      if (kind === 'piece' && where !== 'hand') place(which!, where)
      if (kind === 'card' && where !== 'hand') pressSpace(p, where)
      if (kind === 'place' && where === 'hand') choose(p, { kind: 'take', place: Number(which) })
      if (kind === 'deck' && where === 'hand') choose(p, { kind: 'deck', place: null })
    },
  )
}

export function Board(p: Props) {
  const { t } = p
  const v = reef(p.view)
  const seat = p.me || 1
  const choice = p.live ? choiceOf(p.draft) : null
  const left = rest(p, choice)
  const [look, setLook] = useState<number | null>(null)
  const [picked, pick] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  useTravel(root, v.ply, p.still)
  usePieces(root, v.ply, arriving(p), p.still)
  useFocus(root, p.live)
  const news = newsOf(p.since)

  // Starting pieces: the one picked, or the first of the others.
  const colours = v.phase === 'start' && p.live ? p.legal.map(m => m.split(' ')[1]!) : []
  const start = picked && colours.includes(picked) ? picked : (colours[0] ?? null)
  const place = (k: string, space: string) => {
    const move = `start ${k} ${space}`
    if (p.legal.includes(move)) p.act(move)
    else p.why(move)
  }
  const onDrag = useDragging(p, choice, pick, place)

  const shown = p.preview && choice ? reef(p.preview) : v
  const open = [...v.seats[seat - 1]!.hand, ...v.display.map(d => d.card), v.top]
  const about = look !== null && open.includes(look) ? look : null
  const marked = about ?? (choice?.kind === 'play' && left?.move ? choice.card : null)
  return (
    <div
      ref={root}
      class="reef-table"
      data-players={v.players}
      onPointerDown={onDrag}
      onKeyDown={e => {
        if (e.key === 'Escape' && p.live && stepBack(p)) e.stopPropagation()
      }}
    >
      <Panes
        mine={<Mine {...{ p, choice, left, start, pick, place, news, shown, marked }} look={setLook} />}
        mineLabel={p.me ? t('reef.pane.mine') : (p.names[0] ?? '')}
        common={<Common p={p} choice={choice} look={setLook} about={about} shown={shown} news={news} />}
        commonLabel={t('reef.pane.common')}
        others={othersOf(p, news)}
      />
    </div>
  )
}
