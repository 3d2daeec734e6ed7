// The open sea, the alga cylinders, and what is left in the supply.

import type { ComponentChildren } from 'preact'
import { Cylinder, Larva, PolypTile, Shrimp } from '../../art/encounter'
import { around, Pic, Use } from '../../art/kit'
import { SEA, SeaBoard, seaSpace, SeaSpace } from '../../art/sea'
import type { Seat } from '../../art/seats'
import { pressable, useRoving, type Roving } from '../../ui/roving'
import type { Choices } from './choice'
import { marks } from './marks'
import { ALGAE, COLOURS, counted, leaf, polyp, position, spread, type Props } from './model'
import { Piles } from './piles'
import { colourWord, countWords, say } from './words'

type Stop = ReturnType<Roving['cell']>

/** A round thing on the sea board. */
function Spot({
  p,
  c,
  name,
  stop,
  label,
  x,
  y,
  r,
  children,
}: {
  p: Props
  c: Choices
  name: string
  stop: Stop
  label: string
  x: number
  y: number
  r: number
  children: ComponentChildren
}) {
  return (
    <g>
      <g aria-hidden="true">{children}</g>
      <circle
        class={`re-spot ${marks(c, name)}`}
        cx={x}
        cy={y}
        r={r - 4}
        aria-label={label}
        data-spot={name}
        {...stop}
        {...(p.live ? pressable(() => c.press(name)) : { role: 'img' as const })}
      />
    </g>
  )
}

function spaceWords({ t, view }: Props): string {
  const { alga_space: alga } = position(view)
  return alga ? say(t, 'space.full', { cylinder: say(t, `cylinder.${alga}`) }) : say(t, 'space.empty')
}

/** Between the spaces: the players' eaten shrimps. */
const BERTHS = around(5, 216, 250, 250, 36)

export function Sea({ p, c }: { p: Props; c: Choices }) {
  const view = position(p.view)
  const roving = useRoving(COLOURS.length + 1, 1, () => true)
  const inSea = view.seats.filter(s => s.shrimps.sea > 0)
  return (
    <svg
      class="art re-sea-board"
      viewBox={`0 0 ${SEA.side} ${SEA.side}`}
      role="group"
      aria-label={say(p.t, 'sea')}
      onKeyDown={roving.onKeyDown}
    >
      <SeaBoard />
      {COLOURS.map((colour, i) => {
        const { x, y } = seaSpace(polyp(colour))
        const half = SEA.space / 2
        return (
          <Spot
            key={colour}
            p={p}
            c={c}
            name={`sea:${colour}`}
            stop={roving.cell(i, 0)}
            x={x + half}
            y={y + half}
            r={88}
            label={say(p.t, 'sea.space', { colour: colourWord(p.t, colour), tiles: countWords(p.t, view.sea[colour]) })}
          >
            <SeaSpace kind={polyp(colour)} x={x} y={y} tiles={spread(view.sea[colour])} />
          </Spot>
        )
      })}
      <Spot p={p} c={c} name="space" stop={roving.cell(COLOURS.length, 0)} x={250} y={250} r={62} label={spaceWords(p)}>
        {view.alga_space && <Cylinder kind={leaf(view.alga_space)} x={204} y={200} size={92} />}
      </Spot>
      {inSea.map(s => {
        const { x, y } = BERTHS[s.seat - 1]!
        return (
          <g key={s.seat} role="img" aria-label={say(p.t, 'sea.shrimp', { who: p.names[s.seat - 1] ?? '' })}>
            <Shrimp seat={s.seat as Seat} x={x - 33} y={y - 33} size={66} />
          </g>
        )
      })}
    </svg>
  )
}

/** The cylinders that nobody has played. If the sea is out of sight, its space for a cylinder is shown beside them. */
export function Cylinders({ p, c }: { p: Props; c: Choices }) {
  const view = position(p.view)
  const roving = useRoving(ALGAE.length + 1, 1, () => true)
  const piece = (key: string, n: number, label: string, stop: Stop, picture: ComponentChildren) => (
    <button
      key={key}
      type="button"
      class={`re-piece ${marks(c, key)}`}
      data-n={n}
      data-spot={key}
      aria-label={label}
      aria-disabled={!p.live || !c.lit(key)}
      onClick={() => c.press(key)}
      {...stop}
    >
      <Pic>{picture}</Pic>
    </button>
  )
  return (
    <div class="re-cylinders" role="group" aria-label={say(p.t, 'cylinders')} onKeyDown={roving.onKeyDown}>
      <span class="re-caption" aria-hidden="true">
        {say(p.t, 'cylinders')}
      </span>
      {ALGAE.map((a, i) =>
        piece(
          `alga:${a}`,
          view.cylinders[a],
          say(p.t, 'cylinders.left', { cylinder: say(p.t, `cylinder.${a}`), n: view.cylinders[a] }),
          roving.cell(i, 0),
          <Cylinder kind={leaf(a)} />,
        ),
      )}
      {piece(
        'space',
        1,
        spaceWords(p),
        roving.cell(ALGAE.length, 0),
        <>
          <circle cx={50} cy={50} r={44} fill="var(--re-sand)" stroke="var(--re-water-d)" stroke-width={8} />
          {view.alga_space && <Cylinder kind={leaf(view.alga_space)} x={16} y={14} size={68} />}
        </>,
      )}
    </div>
  )
}

/** What is left in the bag, of the cubes and of the starfish. */
export function Supply({ p }: { p: Props }) {
  const { t } = p
  const view = position(p.view)
  return (
    <section class="re-supply" aria-label={say(t, 'supply')}>
      <span class="re-caption" aria-hidden="true">
        {say(t, 'supply.cubes')}
      </span>
      <Piles p={p} label={say(t, 'supply.cubes')} counts={view.larva_supply} draw={c => <Larva kind={polyp(c)} />} />
      {view.bonus.length > 0 && (
        <span class="re-bonus">
          <span class="re-caption" aria-hidden="true">
            {say(t, 'supply.bonus')}
          </span>
          <Pic>
            <Use id="re-star" />
          </Pic>
          <Piles
            p={p}
            label={say(t, 'supply.bonus')}
            counts={counted(c => (view.bonus.includes(c) ? 1 : 0))}
            draw={c => <PolypTile kind={polyp(c)} />}
          />
        </span>
      )}
    </section>
  )
}
