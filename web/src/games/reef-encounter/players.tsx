// What the players have: my own pieces large enough to press, the others' as tables, the supply.

import type { ComponentChildren } from 'preact'
import { Consumed, Larva, PolypTile, Shrimp } from '../../art/encounter'
import { Pic } from '../../art/kit'
import { Parrotfish, Screen } from '../../art/sea'
import { SeatMark, type Seat } from '../../art/seats'
import { useRoving, type Roving } from '../../ui/roving'
import type { Choices } from './choice'
import {
  behind,
  COLOURS,
  inFish,
  polyp,
  position,
  unknown,
  type Colour,
  type Player,
  type Position,
  type Props,
} from './model'
import { colourWord, say } from './words'

function Piece({
  p,
  c,
  name,
  n,
  label,
  stop,
  children,
}: {
  p: Props
  c: Choices
  name: string
  n: number
  label: string
  stop?: ReturnType<Roving['cell']>
  children: ComponentChildren
}) {
  const lit = c.lit(name)
  return (
    <button
      type="button"
      class={`re-piece ${lit ? 're-lit' : ''} ${lit?.chosen ? 're-chosen' : ''}`}
      data-n={n}
      data-piece={name}
      aria-label={label}
      aria-disabled={!p.live || !lit}
      aria-pressed={lit ? (lit.chosen ?? false) : undefined}
      onClick={() => c.press(name)}
      {...stop}
    >
      {children}
    </button>
  )
}

/** Five colours of one kind: one stop of the Tab key. */
function Five({
  p,
  c,
  label,
  name,
  kind,
  counts,
  word,
  draw,
}: {
  p: Props
  c: Choices
  label: string
  name: string
  kind: string
  counts: (k: Colour) => number
  word: string
  draw: (k: Colour) => ComponentChildren
}) {
  const roving = useRoving(COLOURS.length, 1, () => true)
  return (
    <Group name={name} label={label} onKeyDown={roving.onKeyDown}>
      {COLOURS.map((k, i) => (
        <Piece
          key={k}
          p={p}
          c={c}
          name={`${kind}:${k}`}
          n={counts(k)}
          label={say(p.t, word, { colour: colourWord(p.t, k), n: counts(k) })}
          stop={roving.cell(i, 0)}
        >
          <Pic>{draw(k)}</Pic>
        </Piece>
      ))}
    </Group>
  )
}

function Group({
  label,
  name,
  onKeyDown,
  children,
}: {
  label: string
  name: string
  onKeyDown?: (e: KeyboardEvent) => void
  children: ComponentChildren
}) {
  return (
    <div class={`re-group re-group-${name}`} role="group" aria-label={label} onKeyDown={onKeyDown}>
      <span class="re-caption" aria-hidden="true">
        {label}
      </span>
      <div class="re-row">{children}</div>
    </div>
  )
}

/** My own pieces: behind the screen, in front of it, in the fish, shrimps at home. */
export function Mine({ p, c }: { p: Props; c: Choices }) {
  const { t } = p
  const view = position(p.view)
  const me = view.seats[p.me - 1]
  if (!me) return null
  const fish = (colour: Colour) => inFish(me, colour)
  return (
    <section class="re-mine" aria-label={say(t, 'mine')} data-seat={p.me}>
      <Five
        p={p}
        c={c}
        name="tiles"
        kind="tile"
        word="mine.tile"
        label={say(t, 'mine.tiles')}
        counts={k => behind(me, k)}
        draw={k => <PolypTile kind={polyp(k)} letter chipSize={36} />}
      />
      <Five
        p={p}
        c={c}
        name="cubes"
        kind="cube"
        word="mine.cube"
        label={say(t, 'mine.cubes')}
        counts={k => me.cubes[k]}
        draw={k => <Larva kind={polyp(k)} />}
      />
      <Five
        p={p}
        c={c}
        name="prey"
        kind="prey"
        word="mine.prey"
        label={say(t, 'mine.consumed')}
        counts={k => me.consumed[k]}
        draw={k => <Consumed kind={polyp(k)} />}
      />
      <Group name="shrimps" label={say(t, 'mine.shrimps')}>
        <Piece p={p} c={c} name="home" n={me.shrimps.home} label={say(t, 'mine.home', { n: me.shrimps.home })}>
          <Pic>
            <Shrimp seat={p.me as Seat} mark="" />
          </Pic>
        </Piece>
      </Group>
      <div
        class="re-group re-group-fish"
        role="img"
        aria-label={say(t, 'mine.fish', {
          tiles:
            COLOURS.filter(k => fish(k))
              .map(k => `${colourWord(t, k)} ${fish(k)}`)
              .join(', ') || say(t, 'nothing'),
        })}
      >
        <span class="re-caption" aria-hidden="true">
          {say(t, 'fish')}
        </span>
        <span class="re-fish" aria-hidden="true">
          <Pic w={150}>
            <Parrotfish seat={p.me as Seat} count={me.fish_size} />
          </Pic>
          <span class="re-minis">
            {COLOURS.filter(k => fish(k)).map(k => (
              <span key={k} class="re-mini">
                <Pic>
                  <PolypTile kind={polyp(k)} letter chipSize={40} />
                </Pic>
                {fish(k)}
              </span>
            ))}
          </span>
        </span>
      </div>
    </section>
  )
}

function Numbers({
  label,
  icon,
  counts,
  more,
}: {
  label: string
  icon: ComponentChildren
  counts: (c: Colour) => number
  more?: number
}) {
  return (
    <tr>
      <th scope="row">
        <span class="hidden">{label}</span>
        {icon}
      </th>
      {COLOURS.map(k => (
        <td key={k} data-zero={counts(k) === 0}>
          {counts(k)}
        </td>
      ))}
      <td data-zero={!more}>{more ? `+${more}` : ''}</td>
    </tr>
  )
}

function Head({ t }: { t: Props['t'] }) {
  return (
    <thead>
      <tr>
        <td />
        {COLOURS.map(k => (
          <th key={k} scope="col">
            <Pic label={colourWord(t, k)}>
              <PolypTile kind={polyp(k)} letter chipSize={48} />
            </Pic>
          </th>
        ))}
        <th scope="col">
          <span aria-hidden="true">?</span>
          <span class="hidden">{say(t, 'unknown.column')}</span>
        </th>
      </tr>
    </thead>
  )
}

function Other({ p, view, player }: { p: Props; view: Position; player: Player }) {
  const { t } = p
  const seat = player.seat as Seat
  const name = p.names[player.seat - 1] ?? ''
  const { home, boards, sea, fish } = player.shrimps
  const shrimps = say(t, 'other.shrimps', { home, boards, eaten: sea + fish })
  const known = (c: Colour) => inFish(player, c)
  const hidden = player.fish_size - COLOURS.reduce((n, k) => n + known(k), 0)
  return (
    <section class="re-other" data-seat={seat} data-turn={view.to_move === seat} aria-label={name}>
      <h2>
        <Pic>
          <SeatMark seat={seat} />
        </Pic>
        <span class="re-name" title={name}>
          {name}
        </span>
      </h2>
      <p class="re-shrimps" role="img" aria-label={shrimps} title={shrimps}>
        <Pic>
          <Shrimp seat={seat} />
        </Pic>
        <span aria-hidden="true">
          {home} · {boards} · {sea + fish}
        </span>
      </p>
      <table>
        <Head t={t} />
        <tbody>
          <Numbers
            label={say(t, 'other.screen')}
            icon={
              <Pic w={200} h={100}>
                <Screen seat={seat} />
              </Pic>
            }
            counts={k => behind(player, k)}
            more={unknown(player)}
          />
          <Numbers
            label={say(t, 'mine.cubes')}
            icon={
              <Pic>
                <Larva kind="G" />
              </Pic>
            }
            counts={k => player.cubes[k]}
          />
          <Numbers
            label={say(t, 'mine.consumed')}
            icon={
              <Pic>
                <Consumed kind="G" />
              </Pic>
            }
            counts={k => player.consumed[k]}
          />
          <Numbers
            label={say(t, 'fish')}
            icon={
              <Pic w={150}>
                <Parrotfish seat={seat} />
              </Pic>
            }
            counts={known}
            more={hidden}
          />
        </tbody>
      </table>
    </section>
  )
}

function Supply({ p, view }: { p: Props; view: Position }) {
  const { t } = p
  const one = (c: Colour) => (view.bonus.includes(c) ? 1 : 0)
  return (
    <section class="re-other re-supply" aria-label={say(t, 'supply')}>
      <h2>
        <span class="re-name">{say(t, 'supply')}</span>
      </h2>
      <p class="re-shrimps">{say(t, 'supply.bag', { n: view.bag_size })}</p>
      <table>
        <Head t={t} />
        <tbody>
          <Numbers
            label={say(t, 'supply.cubes')}
            icon={
              <Pic>
                <Larva kind="G" />
              </Pic>
            }
            counts={k => view.larva_supply[k]}
          />
          <Numbers
            label={say(t, 'supply.bonus')}
            icon={
              <svg class="art" viewBox="0 0 100 100" aria-hidden="true">
                <use href="#re-star" />
              </svg>
            }
            counts={one}
          />
        </tbody>
      </table>
    </section>
  )
}

export function Others({ p }: { p: Props }) {
  const view = position(p.view)
  return (
    <div class="re-others">
      {view.seats
        .filter(s => s.seat !== p.me)
        .map(s => (
          <Other key={s.seat} p={p} view={view} player={s} />
        ))}
      <Supply p={p} view={view} />
    </div>
  )
}
