// The open sea, who beats whom, and the alga cylinders.

import type { ComponentChildren } from 'preact'
import { AlgaLeaf, Cylinder, PolypTile, Shrimp } from '../../art/encounter'
import { around, Pic } from '../../art/kit'
import { SEA, SeaBoard, seaSpace, SeaSpace } from '../../art/sea'
import type { Seat } from '../../art/seats'
import { pressable, useRoving, type Roving } from '../../ui/roving'
import type { Choices } from './choice'
import {
  ALGAE,
  COLOURS,
  leaf,
  polyp,
  position,
  spread,
  type Colour,
  type CoralTile,
  type Position,
  type Props,
} from './model'
import { colourWord, countWords, say } from './words'

function stateOf(c: Choices, key: string): string {
  const lit = c.lit(key)
  return `${lit ? 're-lit' : ''} ${lit?.chosen ? 're-chosen' : ''}`
}

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
        class={`re-spot ${stateOf(c, name)}`}
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

/** Between the spaces: where the players' eaten shrimps swim. */
const BERTHS = around(5, 112, 250, 254, 36)

export function Sea({ p, c, changed }: { p: Props; c: Choices; changed: Set<string> }) {
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
            r={74}
            label={say(p.t, 'sea.space', { colour: colourWord(p.t, colour), tiles: countWords(p.t, view.sea[colour]) })}
          >
            <SeaSpace kind={polyp(colour)} x={x} y={y} tiles={spread(view.sea[colour])} />
            {changed.has(`sea:${colour}`) && <circle class="re-new" cx={x + 24} cy={y + 24} r={13} />}
          </Spot>
        )
      })}
      <Spot
        p={p}
        c={c}
        name="space"
        stop={roving.cell(COLOURS.length, 0)}
        x={250}
        y={254}
        r={62}
        label={
          view.alga_space
            ? say(p.t, 'space.full', { cylinder: say(p.t, `cylinder.${view.alga_space}`) })
            : say(p.t, 'space.empty')
        }
      >
        {view.alga_space && <Cylinder kind={leaf(view.alga_space)} x={207} y={206} size={86} />}
      </Spot>
      {inSea.map(s => {
        const { x, y } = BERTHS[s.seat - 1]!
        return (
          <g key={s.seat} role="img" aria-label={say(p.t, 'sea.shrimp', { who: p.names[s.seat - 1] ?? '' })}>
            <Shrimp seat={s.seat as Seat} x={x - 29} y={y - 29} size={58} />
          </g>
        )
      })}
    </svg>
  )
}

const tileOf = (view: Position, strong: Colour, weak: Colour): CoralTile | undefined =>
  view.coral_tiles.find(x => x.stronger === strong && x.weaker === weak)

/** A row eats the columns where a leaf stands: the alga that would turn the pair round. A faint leaf
 *  is the small alga on the same tile; a cylinder makes a pair final. */
export function Strength({ p, c, changed }: { p: Props; c: Choices; changed: Set<string> }) {
  const { t } = p
  const view = position(p.view)
  const roving = useRoving(
    5,
    5,
    (x, y) => tileOf(position(p.preview ?? p.view), COLOURS[y]!, COLOURS[x]!) !== undefined,
  )
  const shown = p.preview ? position(p.preview) : view
  const label = (x: CoralTile) =>
    say(t, x.cylinder ? 'pair.fixed' : 'pair.label', {
      strong: colourWord(t, x.stronger),
      weak: colourWord(t, x.weaker),
      large: say(t, `alga.${x.large_alga}`),
      small: say(t, `alga.${x.small_alga}`),
    })
  return (
    <table class="re-strength" onKeyDown={roving.onKeyDown}>
      <caption>{say(t, 'strength')}</caption>
      <thead>
        <tr>
          <td />
          {COLOURS.map(k => (
            <th key={k} scope="col">
              <Pic label={colourWord(t, k)}>
                <PolypTile kind={polyp(k)} letter chipSize={40} />
              </Pic>
            </th>
          ))}
          <th scope="col" class="re-value">
            {say(t, 'value')}
          </th>
        </tr>
      </thead>
      <tbody>
        {COLOURS.map((row, y) => (
          <tr key={row}>
            <th scope="row">
              <Pic label={colourWord(t, row)}>
                <PolypTile kind={polyp(row)} letter chipSize={40} />
              </Pic>
            </th>
            {COLOURS.map((column, x) => {
              if (row === column) return <td key={column} class="re-same" />
              const tile = tileOf(shown, row, column)
              if (!tile)
                return (
                  <td key={column} class="re-weak">
                    <Pic>
                      <g opacity=".5">
                        <AlgaLeaf kind={leaf(tileOf(shown, column, row)!.small_alga)} x={30} y={30} size={40} />
                      </g>
                    </Pic>
                  </td>
                )
              const key = `pair:${tile.id}`
              const turned = tileOf(view, row, column) === undefined
              return (
                <td key={column}>
                  <button
                    type="button"
                    class={`re-pair ${stateOf(c, key)} ${turned ? 're-turned' : ''} ${tile.cylinder ? 're-fixed' : ''}`}
                    aria-label={label(tile)}
                    aria-disabled={!p.live || !c.lit(key)}
                    onClick={() => c.press(key)}
                    data-pair={tile.id}
                    {...roving.cell(x, y)}
                  >
                    <Pic>
                      {tile.cylinder ? (
                        <Cylinder kind={leaf(tile.cylinder)} x={4} y={4} size={92} />
                      ) : (
                        <AlgaLeaf kind={leaf(tile.large_alga)} x={8} y={8} size={84} />
                      )}
                    </Pic>
                    {changed.has(key) && <span class="re-new-dot" />}
                  </button>
                </td>
              )
            })}
            <td class={`re-value ${shown.values[row] !== view.values[row] ? 're-turned' : ''}`}>{shown.values[row]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The cylinders that nobody has played. */
export function Cylinders({ p, c }: { p: Props; c: Choices }) {
  const view = position(p.view)
  const roving = useRoving(ALGAE.length, 1, () => true)
  return (
    <div class="re-cylinders" role="group" aria-label={say(p.t, 'cylinders')} onKeyDown={roving.onKeyDown}>
      {ALGAE.map((a, i) => (
        <button
          key={a}
          type="button"
          class={`re-piece ${stateOf(c, `alga:${a}`)}`}
          data-n={view.cylinders[a]}
          aria-label={say(p.t, 'cylinders.left', { cylinder: say(p.t, `cylinder.${a}`), n: view.cylinders[a] })}
          aria-disabled={!p.live || !c.lit(`alga:${a}`)}
          onClick={() => c.press(`alga:${a}`)}
          {...roving.cell(i, 0)}
        >
          <Pic>
            <Cylinder kind={leaf(a)} />
          </Pic>
        </button>
      ))}
    </div>
  )
}
