// What the players have: my own pieces large enough to press, the others' around the table. Behind the
// screen are the tiles that are or were secret, in front of it the consumed ones, and the parrotfish with
// its food.

import type { ComponentChildren } from 'preact'
import { Consumed, Hidden, Larva, PolypTile, Shrimp } from '../../art/encounter'
import { Pic } from '../../art/kit'
import { Parrotfish } from '../../art/sea'
import { SeatMark, type Seat } from '../../art/seats'
import { useRoving, type Roving } from '../../ui/roving'
import type { Choices } from './choice'
import { marks } from './marks'
import {
  behind,
  COLOURS,
  counted,
  inFish,
  polyp,
  position,
  sum,
  unknown,
  type Colour,
  type Player,
  type Props,
} from './model'
import { Pile, Piles } from './piles'
import { colourWord, countWords, say } from './words'

function Piece({
  p,
  c,
  name,
  n,
  after,
  label,
  stop,
  children,
}: {
  p: Props
  c: Choices
  name: string
  /** The count now, and after the move being built. */
  n: number
  after: number
  label: string
  stop?: ReturnType<Roving['cell']>
  children: ComponentChildren
}) {
  const lit = c.lit(name)
  return (
    <button
      type="button"
      class={`re-piece ${marks(c, name)}`}
      data-n={n}
      data-gain={after > n ? `+${after - n}` : undefined}
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

/** The pieces of one kind, by colour: one stop of the Tab key. */
function Kind({
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
  counts: (player: Player, k: Colour) => number
  word: string
  draw: (k: Colour) => ComponentChildren
}) {
  const me = (view: Props['view']) => position(view).seats[p.me - 1]!
  const now = (k: Colour) => counts(me(p.view), k)
  const then = (k: Colour) => (p.preview ? counts(me(p.preview), k) : now(k))
  const there = (k: Colour) => now(k) > 0 || then(k) > 0
  const roving = useRoving(COLOURS.length, 1, x => there(COLOURS[x]!))
  return (
    <Group name={name} label={label} onKeyDown={roving.onKeyDown}>
      {COLOURS.map(
        (k, i) =>
          there(k) && (
            <Piece
              key={k}
              p={p}
              c={c}
              name={`${kind}:${k}`}
              n={now(k)}
              after={then(k)}
              label={say(p.t, word, { colour: colourWord(p.t, k), n: now(k) })}
              stop={roving.cell(i, 0)}
            >
              <Pic>{draw(k)}</Pic>
            </Piece>
          ),
      )}
    </Group>
  )
}

/** My own pieces: behind the screen, in front of it, in the fish, shrimps at home. */
export function Mine({ p, c }: { p: Props; c: Choices }) {
  const { t } = p
  const me = position(p.view).seats[p.me - 1]
  if (!me) return null
  const seat = p.me as Seat
  return (
    <section class="re-mine" aria-label={say(t, 'mine')} data-seat={seat}>
      <Kind
        p={p}
        c={c}
        name="tiles"
        kind="tile"
        word="mine.tile"
        label={say(t, 'mine.tiles')}
        counts={behind}
        draw={k => <PolypTile kind={polyp(k)} letter chipSize={36} />}
      />
      <Kind
        p={p}
        c={c}
        name="cubes"
        kind="cube"
        word="mine.cube"
        label={say(t, 'mine.cubes')}
        counts={(player, k) => player.cubes[k]}
        draw={k => <Larva kind={polyp(k)} />}
      />
      <Group name="shrimps" label={say(t, 'mine.shrimps')}>
        <Piece
          p={p}
          c={c}
          name="home"
          n={me.shrimps.home}
          after={0}
          label={say(t, 'mine.home', { n: me.shrimps.home })}
        >
          <Pic>
            <Shrimp seat={seat} mark="" />
          </Pic>
        </Piece>
      </Group>
      <Kind
        p={p}
        c={c}
        name="prey"
        kind="prey"
        word="mine.prey"
        label={say(t, 'mine.consumed')}
        counts={(player, k) => player.consumed[k]}
        draw={k => <Consumed kind={polyp(k)} />}
      />
      <div class="re-group re-group-fish">
        <span class="re-caption" aria-hidden="true">
          {say(t, 'fish')}
        </span>
        <Fish
          p={p}
          player={me}
          label={say(t, 'mine.fish', {
            tiles: countWords(
              t,
              counted(k => inFish(me, k)),
            ),
          })}
        />
      </div>
    </section>
  )
}

/** The parrotfish and what it has eaten: tiles, and shrimps but the first. */
function Fish({ p, player, label }: { p: Props; player: Player; label?: string }) {
  const seat = player.seat as Seat
  const tiles = counted(k => inFish(player, k))
  const hidden = player.fish_size - sum(tiles)
  const said = hidden ? say(p.t, 'unknown', { n: hidden }) : ''
  return (
    <span
      class="re-row re-fish"
      role="img"
      data-rule="goal"
      aria-label={label ?? `${say(p.t, 'fish')}: ${countWords(p.t, tiles)}${said && `, ${said}`}`}
      title={say(p.t, 'fish')}
    >
      <Pic w={150}>
        <Parrotfish seat={seat} />
      </Pic>
      {COLOURS.filter(k => tiles[k]).map(k => (
        <Pile key={k} n={tiles[k]}>
          <PolypTile kind={polyp(k)} />
        </Pile>
      ))}
      {hidden > 0 && (
        <Pile n={hidden}>
          <Hidden seat={seat} />
        </Pile>
      )}
      {player.shrimps.fish > 0 && (
        <Pile n={player.shrimps.fish}>
          <Shrimp seat={seat} mark="" />
        </Pile>
      )}
    </span>
  )
}

function OpenScreen({ p, player }: { p: Props; player: Player }) {
  const { t } = p
  const seat = player.seat as Seat
  const { home, boards, sea, fish } = player.shrimps
  const shrimps = say(t, 'other.shrimps', { home, boards, eaten: sea + fish })
  const n = unknown(player)
  return (
    <div class="re-screen">
      <Piles
        p={p}
        label={say(t, 'other.screen')}
        counts={counted(k => behind(player, k))}
        said={n ? say(t, 'unknown', { n }) : ''}
        draw={k => <PolypTile kind={polyp(k)} />}
      >
        {n > 0 && (
          <Pile n={n}>
            <Hidden seat={seat} />
          </Pile>
        )}
      </Piles>
      <Piles p={p} label={say(t, 'mine.cubes')} counts={player.cubes} draw={k => <Larva kind={polyp(k)} />} />
      <span class="re-row" role="img" aria-label={shrimps} title={shrimps}>
        {home > 0 && (
          <Pile n={home}>
            <Shrimp seat={seat} mark="" />
          </Pile>
        )}
      </span>
    </div>
  )
}

/** With the option hidden-scores, until the end: that there is something, but neither kind nor number. */
function ClosedScreen({ t, seat }: { t: Props['t']; seat: Seat }) {
  const words = say(t, 'other.hidden')
  return (
    <div class="re-screen" data-hidden>
      <span class="re-row" role="img" aria-label={words} title={words}>
        <Pic w={44}>
          <Hidden seat={seat} />
        </Pic>
        <Pic w={60}>
          <Parrotfish seat={seat} />
        </Pic>
      </span>
    </div>
  )
}

function Other({ p, player }: { p: Props; player: Player }) {
  const { t } = p
  const seat = player.seat as Seat
  const name = p.names[seat - 1] ?? ''
  return (
    <section class="re-other" data-seat={seat} data-turn={p.view.to_move === seat} aria-label={name}>
      <h2>
        <Pic>
          <SeatMark seat={seat} />
        </Pic>
        <span class="re-name">{name}</span>
      </h2>
      {player.hidden ? <ClosedScreen t={t} seat={seat} /> : <OpenScreen p={p} player={player} />}
      <div class="re-front">
        <Piles
          p={p}
          label={say(t, 'mine.consumed')}
          counts={player.consumed}
          draw={k => <Consumed kind={polyp(k)} />}
        />
        {!player.hidden && <Fish p={p} player={player} />}
      </div>
    </section>
  )
}

export function Others({ p }: { p: Props }) {
  return position(p.view)
    .seats.filter(s => s.seat !== p.me)
    .map(s => <Other key={s.seat} p={p} player={s} />)
}
