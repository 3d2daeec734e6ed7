// Reef Encounter: the reefs in the middle, the open sea and who beats whom beside them, my own
// pieces below. A turn is a chain of small decisions picked from a palette or pointed at directly.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Consumed, Cylinder, Larva, PolypTile, Shrimp } from '../art/encounter'
import { Pic } from '../art/kit'
import { Parrotfish } from '../art/sea'
import { EncounterPicture } from '../art/scenes'
import type { Seat } from '../art/seats'
import './reef-encounter/style.css'
import type { GameModule } from './game'
import { choices, palette, type Choices, type Part, type Tool } from './reef-encounter/choice'
import { grab } from './reef-encounter/drag'
import { TIPS } from './reef-encounter/lesson'
import {
  COLOURS,
  polyp,
  position,
  touched,
  type Board as ReefBoards,
  type Colour,
  type Props,
} from './reef-encounter/model'
import { Mine, Others } from './reef-encounter/players'
import { Reefs, ShieldIcon } from './reef-encounter/reefs'
import { Cylinders, Sea, Strength } from './reef-encounter/sea'
import { places, tell } from './reef-encounter/told'
import { describe, moveName, nearEnd, phrase, prompt, say } from './reef-encounter/words'

type Pane = 'reefs' | 'sea' | 'players'

/** Everything that others changed since my last turn, by key. It stays marked through my own turn. */
function useChanged(p: Props): Set<string> {
  const kept = useRef<Props['since']>([])
  if (p.since.some(s => s.step.seat > 0)) kept.current = p.since
  else if (!p.live) kept.current = []
  const out = new Set<string>()
  const now = position(p.view)
  for (const { step, before } of kept.current) {
    if (step.seat > 0) touched(position(before), step.move).forEach(c => out.add(c))
    if (step.move.startsWith('sea ')) out.add(`sea:${step.move.split(' ')[1]}`)
  }
  const first = kept.current[0] && position(kept.current[0].before)
  first?.coral_tiles.forEach((x, i) => {
    const y = now.coral_tiles[i]!
    if (x.stronger !== y.stronger || x.cylinder !== y.cylinder) out.add(`pair:${x.id}`)
  })
  return out
}

/** The pane of a phone on which the next click is expected. */
function wanted(p: Props, part: Part | null): Pane {
  const { phase } = position(p.view)
  if (phase === 'fish' || phase === 'larva') return 'sea'
  if (part?.tool === 'take' || part?.tool === 'alga') return 'sea'
  return 'reefs'
}

/** For the keyboard: when an action was picked or a cube was played, the focus goes where the next
 *  choice is. */
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

function usePane(p: Props, part: Part | null): [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>('reefs')
  const next = p.live ? wanted(p, part) : 'reefs'
  useEffect(() => {
    if (p.live && (part || next === 'reefs')) setPane(next)
  }, [next, p.live])
  return [pane, setPane]
}

function Tabs({ p, pane, setPane }: { p: Props; pane: Pane; setPane: (pane: Pane) => void }) {
  return (
    <div class="panes-tabs re-tabs">
      {(['reefs', 'sea', 'players'] as const).map(k => (
        <button key={k} type="button" aria-pressed={pane === k} onClick={() => setPane(k)}>
          {say(p.t, `pane.${k}`)}
        </button>
      ))}
    </div>
  )
}

function Board(p: Props) {
  const c: Choices = choices(p)
  const changed = useChanged(p)
  const [pane, setPane] = usePane(p, c.part)
  useFollow(p, c.part)
  const [shields, setShields] = useState(false)
  return (
    <div class="re-frame">
      <div
        class="re-table"
        data-players={p.view.players}
        data-pane={pane}
        data-tool={c.part?.tool}
        onPointerDown={e => grab(p, e)}
      >
        <div class="re-top">
          <Tabs p={p} pane={pane} setPane={setPane} />
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
        <section class="re-sea" aria-label={say(p.t, 'pane.sea')}>
          <Sea p={p} c={c} changed={changed} />
          <div class="re-tables">
            <Strength p={p} c={c} changed={changed} />
            <Cylinders p={p} c={c} />
          </div>
        </section>
        <Reefs p={p} c={c} changed={changed} shields={shields} />
        <Others p={p} />
        <Mine p={p} c={c} />
      </div>
    </div>
  )
}

/** A sign on a picture of the palette: a plus, an arrow. */
const Badge = ({ d }: { d: string }) => (
  <g>
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
  dwell: 500,
  actions: p => palette(p, icon(p)),
  phrase,
  opening: move => /^(fish|larva) /.test(move),
  tell,
  places,
  ending: () => import('./reef-encounter/ending').then(m => m.ending),
  moveName,
  describe,
  nearEnd,
  guide: () => import('./reef-encounter/guide').then(m => m.guide),
  letters: Object.fromEntries(COLOURS.map(c => [polyp(c), `reef-encounter.colour.${c}`])),
  lesson: { seed: '6'.repeat(64), options: 0, tips: TIPS },
}

export default module
