// Reef Encounter: the reefs in the middle, the open sea and the coral tiles (who overgrows whom) beside
// them, the others around, my own pieces below. A turn is a chain of small decisions, picked from a palette
// or pointed at directly.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { AlgaLeaf, Consumed, Cylinder, Larva, PolypTile, Shrimp } from '../art/encounter'
import { Pic } from '../art/kit'
import { Parrotfish, Screen, SeaBoard } from '../art/sea'
import { EncounterPicture } from '../art/scenes'
import type { Seat } from '../art/seats'
import './reef-encounter/style.css'
import type { GameModule } from './game'
import { choices, palette, ruleOf, type Choices, type Part, type Tool } from './reef-encounter/choice'
import { grab } from './reef-encounter/drag'
import { TIPS } from './reef-encounter/lesson'
import {
  cellPlace,
  COLOURS,
  polyp,
  position,
  touched,
  type Board as ReefBoards,
  type Colour,
  type Props,
} from './reef-encounter/model'
import { useSwipe } from '../ui/swipe'
import { useFlights } from './reef-encounter/motion'
import { Mine, Others } from './reef-encounter/players'
import { Reefs, ShieldIcon, SmallReef } from './reef-encounter/reefs'
import { Cylinders, Sea, Supply } from './reef-encounter/sea'
import { Explained, Strength, Strip, useTouched } from './reef-encounter/strength'
import { gains, places, tell } from './reef-encounter/told'
import { Undone } from './reef-encounter/undone'
import { describe, moveName, nearEnd, phrase, prompt, say } from './reef-encounter/words'

/** A reef by its number, or a pane beside the reefs. */
type Pane = number | 'sea' | 'leaves' | 'players'

interface Shared {
  p: Props
  c: Choices
  changed: Set<string>
}

/** Everything that others changed since my last turn, by key. It stays marked through my own turn. */
function useChanged(p: Props): Set<string> {
  const kept = useRef<Props['since']>([])
  if (p.since.some(s => s.step.seat > 0)) kept.current = p.since
  else if (!p.live) kept.current = []
  const out = new Set<string>()
  const now = position(p.view)
  for (const { step, before } of kept.current) {
    if (step.seat > 0) touched(position(before), step.move).forEach(c => out.add(c))
  }
  const first = kept.current[0] && position(kept.current[0].before)
  first?.coral_tiles.forEach((x, i) => {
    const y = now.coral_tiles[i]!
    if (x.stronger !== y.stronger || x.cylinder !== y.cylinder) out.add(`pair:${x.id}`)
  })
  return out
}

/** The pane of a small screen where the next click is expected or something has just happened; null: no change. */
function wanted(p: Props, c: Choices, now: Pane): Pane | null {
  if (!p.live) {
    const [cell] = p.last ? touched(position(p.view), p.last.move) : []
    return cell ? cellPlace(cell).board : p.last?.move.startsWith('alga ') ? 'leaves' : null
  }
  if (c.part?.tool === 'take') return 'sea'
  if (c.part?.tool === 'alga') return 'leaves'
  if (c.reefs.size && !c.reefs.has(now as number)) return Math.min(...c.reefs)
  return typeof now === 'number' ? null : 0
}

/** For the keyboard: after an action was picked or a cube was played, the focus goes to the next choice. */
function useFollow(p: Props, part: Part | null): void {
  const { phase, turn } = position(p.view)
  useEffect(() => {
    const at = document.activeElement
    if (!p.live || !at?.matches(':focus-visible') || !at.closest('.action, .re-mine')) return
    const where =
      part?.tool === 'cube' || part?.tool === 'swap'
        ? '.re-mine .re-lit'
        : part?.tool === 'take'
          ? '.re-spot.re-lit'
          : part?.tool === 'alga'
            ? '.re-cylinders .re-lit'
            : part?.tool === 'held'
              ? '.action-buttons .button'
              : part || turn.placing
                ? '.re-cell.re-lit:not(.re-chosen)'
                : null
    if (where && !p.draft?.moves.length) document.querySelector<HTMLElement>(where)?.focus()
  }, [p.live, phase, part?.tool, part?.from, turn.placing])
}

function usePane(p: Props, c: Choices): [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>(0)
  const { phase, turn } = position(p.view)
  useEffect(() => {
    const next = wanted(p, c, pane)
    if (next !== null) setPane(next)
  }, [p.live, p.live || p.last, phase, c.part?.tool, c.part?.from, turn.placing])
  return [pane, setPane]
}

/** What a small screen shows one at a time: every reef as a small picture, the sea, the leaves, the players. */
function Nav({ p, c, pane, setPane, changed }: Shared & { pane: Pane; setPane: (pane: Pane) => void }) {
  const view = position(p.view)
  const tab = (key: Pane, picture: ComponentChildren, label: string, word: ComponentChildren, mark = '') => (
    <button
      type="button"
      key={key}
      data-tab={key}
      aria-pressed={pane === key}
      aria-label={label}
      onClick={() => setPane(key)}
    >
      {picture}
      <span>{word}</span>
      {mark && <i class={mark} />}
    </button>
  )
  const news = new Set([...changed].flatMap(k => (/^[A-G]/.test(k) ? [cellPlace(k).board] : [])))
  return (
    <div class="re-tabs">
      {view.reefs.map((reef, i) =>
        tab(
          i,
          <SmallReef reef={reef} />,
          say(p.t, 'reef', { n: i + 1 }),
          i + 1,
          c.reefs.has(i) ? 're-tab-lit' : news.has(i) ? 're-tab-new' : '',
        ),
      )}
      {tab(
        'sea',
        <Pic>
          <SeaBoard size={100} />
        </Pic>,
        say(p.t, 'pane.sea'),
        say(p.t, 'pane.sea'),
      )}
      {tab(
        'leaves',
        <Pic>
          <AlgaLeaf kind="G" />
        </Pic>,
        say(p.t, 'pane.leaves'),
        say(p.t, 'pane.leaves'),
      )}
      {tab(
        'players',
        <Pic w={200} h={100}>
          <Screen seat={((p.me % view.players) + 1) as Seat} mark="" />
        </Pic>,
        say(p.t, 'pane.players'),
        say(p.t, 'pane.players'),
      )}
    </div>
  )
}

function Board(p: Props) {
  const c: Choices = choices(p)
  const changed = useChanged(p)
  const [pane, setPane] = usePane(p, c)
  useFollow(p, c.part)
  useFlights(p)
  const [shields, setShields] = useState(false)
  const [what, setWhat] = useTouched(p)
  const all: Shared = { p, c, changed }
  const swipe = useSwipe('.re-reefs', by => {
    if (typeof pane !== 'number') return
    setWhat(null)
    setPane(Math.max(0, Math.min(position(p.view).reefs.length - 1, pane + by)))
  })
  return (
    <div class="re-frame">
      <div
        class="re-table"
        data-players={p.view.players}
        data-pane={typeof pane === 'number' ? 'reefs' : pane}
        data-reef={pane}
        data-tool={c.part?.tool}
        onPointerDown={e => grab(p, e)}
        {...swipe}
      >
        <div class="re-top">
          <Nav
            {...all}
            pane={pane}
            setPane={next => {
              setWhat(null)
              setPane(next)
            }}
          />
          <Strip view={position(p.preview ?? p.view)} />
          <button
            type="button"
            class="icon-button re-shields"
            aria-pressed={shields}
            title={say(p.t, 'shields')}
            aria-label={say(p.t, 'shields')}
            onClick={() => setShields(!shields)}
          >
            <ShieldIcon />
          </button>
        </div>
        <section class="re-left" aria-label={say(p.t, 'pane.sea')}>
          <Sea p={p} c={c} />
          <div class="re-leaves">
            <Strength {...all} what={what} setWhat={setWhat} />
            <Cylinders p={p} c={c} />
          </div>
        </section>
        <Reefs {...all} shields={shields} />
        <div class="re-others">
          <Others p={p} />
          <Supply p={p} />
        </div>
        <Mine p={p} c={c} />
        <Undone p={p} c={c} />
        <Explained p={p} c={c} what={what} close={() => setWhat(null)} />
      </div>
    </div>
  )
}

/** A sign on a picture of the palette: a plus, an arrow. */
const Badge = ({ d }: { d: string }) => (
  <g class="re-badge">
    <circle cx={72} cy={72} r={27} fill="var(--art-chip)" />
    <path class="re-arrow" d={d} />
  </g>
)

function icon(p: Props) {
  const seat = (p.me || 1) as Seat
  return (tool: Tool | 'stop' | 'pass', colour?: Colour) => {
    switch (tool) {
      case 'eat':
        return (
          <Pic w={150}>
            <Parrotfish seat={seat} />
          </Pic>
        )
      case 'cube':
        return (
          <Pic>
            <Larva kind={colour ? polyp(colour) : 'O'} />
          </Pic>
        )
      case 'shrimp':
        return (
          <Pic>
            <Shrimp seat={seat} mark="" />
            <Badge d="M72 56v32M56 72h32" />
          </Pic>
        )
      case 'move':
        return (
          <Pic>
            <Shrimp seat={seat} mark="" />
            <Badge d="M55 72h32M76 60l13 12-13 12" />
          </Pic>
        )
      case 'swap':
        return (
          <Pic>
            <Consumed kind="P" x={0} y={8} size={52} />
            <Larva kind="P" x={46} y={40} size={54} />
          </Pic>
        )
      case 'alga':
        return (
          <Pic>
            <Cylinder kind="G" />
          </Pic>
        )
      case 'take':
        return (
          <Pic>
            <PolypTile kind="Y" x={4} y={34} size={50} />
            <PolypTile kind="W" x={50} y={44} size={46} />
            <Larva kind="O" x={26} y={0} size={48} />
          </Pic>
        )
      default:
        return undefined
    }
  }
}

const module: GameModule<ReefBoards> = {
  name: 'reef-encounter',
  Picture: EncounterPicture,
  Board,
  prompt,
  rule: ruleOf,
  dwell: 500,
  pointsAtEnd: true,
  actions: p => palette(p, icon(p)),
  phrase,
  opening: move => /^(fish|larva) /.test(move),
  tell,
  places,
  gains,
  ending: () => import('./reef-encounter/ending').then(m => m.ending),
  moveName,
  describe,
  nearEnd,
  guide: () => import('./reef-encounter/guide').then(m => m.guide),
  letters: Object.fromEntries(COLOURS.map(c => [polyp(c), `reef-encounter.colour.${c}`])),
  teaching: () => import('./reef-encounter/teaching').then(m => m.teaching),
  lesson: { seed: '6'.repeat(64), options: 0, tips: TIPS },
}

export default module
