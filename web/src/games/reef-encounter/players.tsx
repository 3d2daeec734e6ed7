// What the players have: my own pieces large enough to press, the others' as tables, the supply.

import type { ComponentChildren } from 'preact'
import { Consumed, Larva, PolypTile, Shrimp } from '../../art/encounter'
import { Pic } from '../../art/kit'
import { Parrotfish, Screen } from '../../art/sea'
import { SeatMark, type Seat } from '../../art/seats'
import type { Choices } from './choice'
import { behind, COLOURS, inFish, polyp, position, unknown, type Colour, type Player, type Position, type Props } from './model'
import { colourWord, say } from './words'

function Piece({ p, c, name, n, label, children }: {
  p: Props; c: Choices; name: string; n: number; label: string; children: ComponentChildren
}) {
  const lit = c.lit(name)
  return (
    <button type="button" class={`re-piece ${lit ? 're-lit' : ''} ${lit?.chosen ? 're-chosen' : ''}`} data-none={n === 0} data-piece={name}
      aria-label={label} aria-disabled={!p.live || !lit} aria-pressed={lit ? lit.chosen ?? false : undefined} onClick={() => c.press(name)}>
      {children}<b>{n}</b>
    </button>
  )
}

function Group({ label, name, children }: { label: string; name: string; children: ComponentChildren }) {
  return <div class={`re-group re-group-${name}`} role="group" aria-label={label}><span class="re-caption" aria-hidden="true">{label}</span><div class="re-row">{children}</div></div>
}

/** My own pieces: behind the screen, in front of it, in the fish, shrimps at home. */
export function Mine({ p, c }: { p: Props; c: Choices }) {
  const { t } = p
  const view = position(p.view)
  const me = view.seats[p.me - 1]
  if (!me) return null
  const label = (key: string, colour: Colour, n: number) => say(t, key, { colour: colourWord(t, colour), n })
  const fish = (colour: Colour) => inFish(me, colour)
  return (
    <section class="re-mine" aria-label={say(t, 'mine')} data-seat={p.me}>
      <Group name="tiles" label={say(t, 'mine.tiles')}>
        {COLOURS.map(k => (
          <Piece key={k} p={p} c={c} name={`tile:${k}`} n={behind(me, k)} label={label('mine.tile', k, behind(me, k))}>
            <Pic><PolypTile kind={polyp(k)} letter chipSize={36} /></Pic>
          </Piece>
        ))}
      </Group>
      <Group name="cubes" label={say(t, 'mine.cubes')}>
        {COLOURS.map(k => <Piece key={k} p={p} c={c} name={`cube:${k}`} n={me.cubes[k]} label={label('mine.cube', k, me.cubes[k])}><Pic><Larva kind={polyp(k)} /></Pic></Piece>)}
      </Group>
      <Group name="prey" label={say(t, 'mine.consumed')}>
        {COLOURS.map(k => <Piece key={k} p={p} c={c} name={`prey:${k}`} n={me.consumed[k]} label={label('mine.prey', k, me.consumed[k])}><Pic><Consumed kind={polyp(k)} /></Pic></Piece>)}
      </Group>
      <Group name="shrimps" label={say(t, 'mine.shrimps')}>
        <Piece p={p} c={c} name="home" n={me.shrimps.home} label={say(t, 'mine.home', { n: me.shrimps.home })}><Pic><Shrimp seat={p.me as Seat} /></Pic></Piece>
      </Group>
      <div class="re-group re-group-fish" role="img"
        aria-label={say(t, 'mine.fish', { tiles: COLOURS.filter(k => fish(k)).map(k => `${colourWord(t, k)} ${fish(k)}`).join(', ') || say(t, 'nothing') })}>
        <span class="re-caption" aria-hidden="true">{say(t, 'fish')}</span>
        <span class="re-fish" aria-hidden="true">
          <Pic w={150}><Parrotfish seat={p.me as Seat} count={me.fish_size} /></Pic>
          {COLOURS.filter(k => fish(k)).map(k => <span key={k} class="re-mini"><Pic><PolypTile kind={polyp(k)} letter chipSize={40} /></Pic>{fish(k)}</span>)}
        </span>
      </div>
    </section>
  )
}

function Numbers({ label, icon, counts, more }: { label: string; icon: ComponentChildren; counts: (c: Colour) => number; more?: number }) {
  return (
    <tr>
      <th scope="row"><span class="hidden">{label}</span>{icon}</th>
      {COLOURS.map(k => <td key={k} data-zero={counts(k) === 0}>{counts(k)}</td>)}
      <td data-zero={!more}>{more ? `+${more}` : ''}</td>
    </tr>
  )
}

function Head({ t }: { t: Props['t'] }) {
  return (
    <thead><tr><td />{COLOURS.map(k => <th key={k} scope="col"><Pic label={colourWord(t, k)}><PolypTile kind={polyp(k)} letter chipSize={48} /></Pic></th>)}<th scope="col"><span aria-hidden="true">?</span><span class="hidden">{say(t, 'unknown.column')}</span></th></tr></thead>
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
      <h2><Pic><SeatMark seat={seat} /></Pic><span class="re-name">{name}</span></h2>
      <p class="re-shrimps" role="img" aria-label={shrimps} title={shrimps}>
        <Pic><Shrimp seat={seat} /></Pic><span aria-hidden="true">{home} · {boards} · {sea + fish}</span>
      </p>
      <table>
        <Head t={t} />
        <tbody>
          <Numbers label={say(t, 'other.screen')} icon={<Pic w={200} h={100}><Screen seat={seat} /></Pic>} counts={k => behind(player, k)} more={unknown(player)} />
          <Numbers label={say(t, 'mine.cubes')} icon={<Pic><Larva kind="G" /></Pic>} counts={k => player.cubes[k]} />
          <Numbers label={say(t, 'mine.consumed')} icon={<Pic><Consumed kind="G" /></Pic>} counts={k => player.consumed[k]} />
          <Numbers label={say(t, 'fish')} icon={<Pic w={150}><Parrotfish seat={seat} /></Pic>} counts={known} more={hidden} />
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
      <h2><span class="re-name">{say(t, 'supply')}</span></h2>
      <p class="re-shrimps">{say(t, 'supply.bag', { n: view.bag_size })}</p>
      <table>
        <Head t={t} />
        <tbody>
          <Numbers label={say(t, 'supply.cubes')} icon={<Pic><Larva kind="G" /></Pic>} counts={k => view.larva_supply[k]} />
          <Numbers label={say(t, 'supply.bonus')} icon={<svg class="art" viewBox="0 0 100 100" aria-hidden="true"><use href="#re-star" /></svg>} counts={one} />
        </tbody>
      </table>
    </section>
  )
}

export function Others({ p }: { p: Props }) {
  const view = position(p.view)
  return (
    <div class="re-others">
      {view.seats.filter(s => s.seat !== p.me).map(s => <Other key={s.seat} p={p} view={view} player={s} />)}
      <Supply p={p} view={view} />
    </div>
  )
}
