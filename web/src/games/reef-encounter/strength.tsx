// Who overgrows whom: one row a coral, then the corals that it overgrows, each with the leaf that would
// turn the pair round, or under the cylinder that fixes it. A press on any of them explains it.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AlgaLeaf, Cylinder, Pearl, PolypTile } from '../../art/encounter'
import { At, Pic, Word } from '../../art/kit'
import { CORAL_TILE, CoralTile } from '../../art/sea'
import { useRoving } from '../../ui/roving'
import type { Choices } from './choice'
import { marks } from './marks'
import { COLOURS, leaf, polyp, position, type Colour, type CoralTile as Pair, type Position, type Props } from './model'
import { colourWord, say, upper } from './words'

const preyOf = (view: Position, c: Colour): Pair[] =>
  COLOURS.flatMap(weak => view.coral_tiles.filter(x => x.stronger === c && x.weaker === weak))

/** A pair in words: who overgrows whom, and whether that can change. */
function pairWords({ t }: Props, x: Pair): string {
  return say(t, x.cylinder ? 'pair.fixed' : 'pair.free', {
    strong: upper(colourWord(t, x.stronger)),
    weak: colourWord(t, x.weaker),
    cylinder: say(t, `cylinder.${x.large_alga}`),
    back: say(t, `cylinder.${x.small_alga}`),
  })
}

function colourWords({ t }: Props, view: Position, c: Colour): string {
  const list = (of: Colour[]) => of.map(k => colourWord(t, k)).join(', ') || say(t, 'nothing')
  return say(t, 'strength.colour', {
    colour: upper(colourWord(t, c)),
    n: view.values[c],
    prey: list(preyOf(view, c).map(x => x.weaker)),
    eaters: list(view.coral_tiles.filter(x => x.weaker === c).map(x => x.stronger)),
  })
}

/** A coral tile as it lies on the table; turned: as it would lie after a cylinder of its large leaf. */
function Side({ x, turned = false }: { x: Pair; turned?: boolean }) {
  const [a, b] = turned ? [x.weaker, x.stronger] : [x.stronger, x.weaker]
  const [large, small] = turned ? [x.small_alga, x.large_alga] : [x.large_alga, x.small_alga]
  return (
    <Pic w={CORAL_TILE.w} h={CORAL_TILE.h}>
      <CoralTile
        stronger={polyp(a)}
        weaker={polyp(b)}
        large={leaf(large)}
        small={leaf(small)}
        {...(x.cylinder ? { cylinder: leaf(x.cylinder) } : {})}
      />
    </Pic>
  )
}

/** What was pressed last: a colour, or a pair by its key. A decision or another choice clears it. */
export function useTouched(p: Props): [string | null, (what: string | null) => void] {
  const [what, setWhat] = useState<string | null>(null)
  useEffect(() => setWhat(null), [p.view, p.draft])
  return [what, setWhat]
}

/** What was pressed, in a picture and in words. */
export function Explained({ p, c, what, close }: { p: Props; c: Choices; what: string | null; close: () => void }) {
  const view = position(p.view)
  if (!what) return null
  const pair = view.coral_tiles.find(x => `pair:${x.id}` === what)
  const lit = pair && c.lit(what)
  return (
    <div class="re-explained">
      <button type="button" class="re-close" aria-label={say(p.t, 'close')} onClick={close}>
        ×
      </button>
      {pair && (
        <div class="re-sides" aria-hidden="true">
          <Side x={pair} />
          {!pair.cylinder && (
            <Pic>
              <AlgaLeaf kind={leaf(pair.large_alga)} x={22} y={0} size={56} />
              <path class="re-arrow" d="M14 80h68m-18-16 20 16-20 16" />
            </Pic>
          )}
          {!pair.cylinder && <Side x={pair} turned />}
        </div>
      )}
      <p role="status">{pair ? pairWords(p, pair) : colourWords(p, view, what as Colour)}</p>
      <button type="button" class="button quiet" data-rule="strong">
        {say(p.t, 'rule')}
      </button>
      {lit && (
        <button type="button" class="button" onClick={() => (close(), lit.press())}>
          {say(p.t, 'tool.alga')}
        </button>
      )}
    </div>
  )
}

/** The same at a glance, for phones, which have room for one pane at a time: each colour with what a tile of it is worth and
 *  the colours that it can consume. below: these stand below it, not beside it. */
function Glance({ view, below }: { view: Position; below: boolean }) {
  const [w, h] = below ? [104, 154] : [198, 88]
  return (
    <Pic w={5 * w} h={h} class={below ? 're-below' : 're-beside'}>
      {COLOURS.map((colour, i) => (
        <At key={colour} x={i * w + 2}>
          <PolypTile kind={polyp(colour)} x={2} y={below ? 0 : 8} size={66} />
          <Pearl x={56} y={below ? 14 : 22} size={44} />
          <Word x={78} y={below ? 36 : 44} size={30}>
            {view.values[colour]}
          </Word>
          {preyOf(view, colour).map((x, n) => (
            <PolypTile
              key={x.weaker}
              kind={polyp(x.weaker)}
              x={(below ? 6 : 104) + (n % 2) * 42}
              y={(below ? 70 : 2) + (n >> 1) * 42}
              size={40}
            />
          ))}
        </At>
      ))}
    </Pic>
  )
}

export function Strip({ view }: { view: Position }) {
  return (
    <div class="re-strip" aria-hidden="true">
      <Glance view={view} below />
      <Glance view={view} below={false} />
    </div>
  )
}

export function Strength({
  p,
  c,
  changed,
  what,
  setWhat,
}: {
  p: Props
  c: Choices
  changed: Set<string>
  what: string | null
  setWhat: (what: string | null) => void
}) {
  const { t } = p
  const view = position(p.view)
  const shown = p.preview ? position(p.preview) : view
  const roving = useRoving(5, 5, (x, y) => x <= preyOf(shown, COLOURS[y]!).length)
  const touch = (key: string) => setWhat(what === key ? null : key)

  function key(e: KeyboardEvent) {
    if (e.key === 'Escape') setWhat(null)
    roving.onKeyDown(e)
  }

  const pair = (x: Pair, at: number, y: number): ComponentChildren => {
    const name = `pair:${x.id}`
    const turned = view.coral_tiles[x.id - 1]!.stronger !== x.stronger
    return (
      <button
        key={x.weaker}
        type="button"
        class={`re-pair ${marks(c, name)} ${turned ? 're-turned' : ''} ${x.cylinder ? 're-fixed' : ''}`}
        aria-label={pairWords(p, x)}
        aria-expanded={what === name}
        onClick={() => (c.part?.tool === 'alga' ? c.press(name) : touch(name))}
        data-pair={x.id}
        {...roving.cell(at, y)}
      >
        <Pic>
          <PolypTile kind={polyp(x.weaker)} size={72} />
          {x.cylinder ? (
            <Cylinder kind={leaf(x.cylinder)} x={38} y={36} size={62} />
          ) : (
            <AlgaLeaf kind={leaf(x.large_alga)} x={44} y={44} size={56} />
          )}
        </Pic>
        {changed.has(name) && <span class="re-new-dot" />}
      </button>
    )
  }

  return (
    <div class="re-strength" role="group" aria-label={say(t, 'strength')} onKeyDown={key}>
      <p class="re-caption" aria-hidden="true">
        {say(t, 'strength')}
      </p>
      {COLOURS.map((colour, y) => (
        <div key={colour} class="re-web">
          <button
            type="button"
            class={`re-eater ${shown.values[colour] !== view.values[colour] ? 're-turned' : ''}`}
            data-n={shown.values[colour]}
            aria-label={colourWords(p, shown, colour)}
            aria-expanded={what === colour}
            onClick={() => touch(colour)}
            {...roving.cell(0, y)}
          >
            <Pic w={150}>
              <PolypTile kind={polyp(colour)} letter chipSize={36} size={96} y={2} />
              <Pearl x={86} y={20} size={62} />
            </Pic>
          </button>
          {preyOf(shown, colour).map((x, i) => pair(x, i + 1, y))}
        </div>
      ))}
    </div>
  )
}
