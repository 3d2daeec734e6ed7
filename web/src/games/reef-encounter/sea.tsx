// The open sea, who beats whom, and the alga cylinders.

import type { ComponentChildren } from 'preact'
import { AlgaLeaf, Cylinder, PolypTile } from '../../art/encounter'
import { Pic, Use } from '../../art/kit'
import { SEA, SeaBoard, seaSpace, SeaSpace } from '../../art/sea'
import { SeatMark, type Seat } from '../../art/seats'
import { pressable } from '../../ui/roving'
import type { Choices } from './choice'
import { ALGAE, COLOURS, leaf, polyp, position, spread, type Colour, type CoralTile, type Position, type Props } from './model'
import { colourWord, countWords, say } from './words'

function stateOf(c: Choices, key: string): string {
  const lit = c.lit(key)
  return `${lit ? 're-lit' : ''} ${lit?.chosen ? 're-chosen' : ''}`
}

/** A round thing on the sea board. */
function Spot({ p, c, name, label, x, y, r, children }: {
  p: Props; c: Choices; name: string; label: string; x: number; y: number; r: number; children: ComponentChildren
}) {
  return (
    <g class={`re-spot ${stateOf(c, name)}`} aria-label={label} data-spot={name} tabIndex={p.live ? 0 : undefined}
      {...(p.live ? pressable(() => c.press(name)) : { role: 'img' as const })}>
      <circle cx={x} cy={y} r={r} fill="transparent" />
      {children}
      {c.lit(name) && <circle class="re-ring" cx={x} cy={y} r={r - 4} />}
      <circle class="re-focus" cx={x} cy={y} r={r} />
    </g>
  )
}

export function Sea({ p, c, changed }: { p: Props; c: Choices; changed: Set<string> }) {
  const view = position(p.view)
  const inSea = view.seats.filter(s => s.shrimps.sea > 0)
  return (
    <svg class="art re-sea-board" viewBox={`0 0 ${SEA.side} ${SEA.side}`} role="group" aria-label={say(p.t, 'sea')}>
      <SeaBoard />
      {COLOURS.map(colour => {
        const { x, y } = seaSpace(polyp(colour))
        const half = SEA.space / 2
        return (
          <Spot key={colour} p={p} c={c} name={`sea:${colour}`} x={x + half} y={y + half} r={74}
            label={say(p.t, 'sea.space', { colour: colourWord(p.t, colour), tiles: countWords(p.t, view.sea[colour]) })}>
            <SeaSpace kind={polyp(colour)} x={x} y={y} tiles={spread(view.sea[colour])} />
            {changed.has(`sea:${colour}`) && <circle class="re-new" cx={x + 24} cy={y + 24} r={13} />}
          </Spot>
        )
      })}
      <Spot p={p} c={c} name="space" x={250} y={254} r={62}
        label={view.alga_space ? say(p.t, 'space.full', { cylinder: say(p.t, `cylinder.${view.alga_space}`) }) : say(p.t, 'space.empty')}>
        {view.alga_space && <Cylinder kind={leaf(view.alga_space)} x={207} y={206} size={86} />}
      </Spot>
      {inSea.map((s, i) => (
        <g key={s.seat} role="img" aria-label={say(p.t, 'sea.shrimp', { who: p.names[s.seat - 1] ?? '' })}>
          <g fill={`var(--seat-${s.seat})`} stroke={`var(--seat-${s.seat})`}><Use id="re-shrimp" x={i % 2 ? 434 : 6} y={i < 2 ? 6 : 434} size={60} /></g>
          <SeatMark seat={s.seat as Seat} x={i % 2 ? 450 : 22} y={i < 2 ? 24 : 452} size={28} edge="#fff" />
        </g>
      ))}
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
  const shown = p.preview ? position(p.preview) : view
  const label = (x: CoralTile) => say(t, x.cylinder ? 'pair.fixed' : 'pair.label', {
    strong: colourWord(t, x.stronger), weak: colourWord(t, x.weaker),
    large: say(t, `alga.${x.large_alga}`), small: say(t, `alga.${x.small_alga}`),
  })
  return (
    <table class="re-strength">
      <caption>{say(t, 'strength')}</caption>
      <thead>
        <tr>
          <td />
          {COLOURS.map(k => <th key={k} scope="col"><Pic label={colourWord(t, k)}><PolypTile kind={polyp(k)} letter chipSize={40} /></Pic></th>)}
          <th scope="col" class="re-value">{say(t, 'value')}</th>
        </tr>
      </thead>
      <tbody>
        {COLOURS.map(row => (
          <tr key={row}>
            <th scope="row"><Pic label={colourWord(t, row)}><PolypTile kind={polyp(row)} letter chipSize={40} /></Pic></th>
            {COLOURS.map(column => {
              if (row === column) return <td key={column} class="re-same" />
              const tile = tileOf(shown, row, column)
              if (!tile) return <td key={column} class="re-weak"><Pic><g opacity=".38"><AlgaLeaf kind={leaf(tileOf(shown, column, row)!.small_alga)} x={30} y={30} size={40} /></g></Pic></td>
              const key = `pair:${tile.id}`
              const turned = tileOf(view, row, column) === undefined
              return (
                <td key={column}>
                  <button type="button" class={`re-pair ${stateOf(c, key)} ${turned ? 're-turned' : ''} ${tile.cylinder ? 're-fixed' : ''}`}
                    aria-label={label(tile)} aria-disabled={!p.live || !c.lit(key)} onClick={() => c.press(key)} data-pair={tile.id}>
                    <Pic>{tile.cylinder ? <Cylinder kind={leaf(tile.cylinder)} x={4} y={4} size={92} /> : <AlgaLeaf kind={leaf(tile.large_alga)} x={8} y={8} size={84} />}</Pic>
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
  return (
    <div class="re-cylinders" role="group" aria-label={say(p.t, 'cylinders')}>
      {ALGAE.map(a => (
        <button key={a} type="button" class={`re-piece ${stateOf(c, `alga:${a}`)}`} data-none={view.cylinders[a] === 0}
          aria-label={say(p.t, 'cylinders.left', { cylinder: say(p.t, `cylinder.${a}`), n: view.cylinders[a] })}
          aria-disabled={!p.live || !c.lit(`alga:${a}`)} onClick={() => c.press(`alga:${a}`)}>
          <Pic><Cylinder kind={leaf(a)} /></Pic><b>{view.cylinders[a]}</b>
        </button>
      ))}
    </div>
  )
}
