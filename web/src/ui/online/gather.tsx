// A table of the host, from its link, until the game begins: who sits there and how to join them.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { T } from '../../i18n'
import { PersonPicture } from '../../art/people'
import type { EventsMessage, PresenceMessage, Seated, TableMessage } from '../../online/messages'
import { Refusal, wire } from '../../online/wire'
import { play } from '../../sound'
import { botName, gameTitle, levelName, useApp } from '../context'
import { Icon, IconButton } from '../icons'
import { Back, Gone, Loading } from '../parts'
import { CodeOffer } from './code'
import { Invite, leaving } from './invite'
import { Join } from './join'
import { Connection } from './parts'
import { OnlineTable } from './table'
import { clockWords, optionWords, refusalWords } from './words'

/** The table as the host describes it; reading it changes nothing there. */
function useTable(id: string, secret: string) {
  const [table, setTable] = useState<TableMessage | null>(null)
  const [refused, setRefused] = useState<unknown>(null)
  useEffect(() => {
    const w = wire()
    let last: TableMessage | null = null
    let state = ''
    const open = () =>
      void w
        .ask({ do: 'open', table: id, ...(secret ? { secret } : {}), views: false, presence: true })
        .then(() => setRefused(null), setRefused)
    const ends = [
      w.on('table', m => {
        if (m.table !== id) return
        last = m as TableMessage
        setTable(last)
      }),
      // Events do not say who sits where, so the table is asked for again.
      w.on('events', m => {
        const e = m as EventsMessage
        if (e.table === id && !e.old && last?.phase === 'gathering') open()
      }),
      w.on('presence', m => {
        const p = m as PresenceMessage
        if (p.table !== id || !last) return
        last = {
          ...last,
          ready_in: p.ready_in,
          seats: last.seats.map(s => ({ ...s, ...p.seats.find(n => n.seat === s.seat) })),
        }
        setTable(last)
      }),
      // A game that has begun looks after itself.
      w.subscribe(() => {
        if (w.state === 'open' && state !== 'open' && (!last || last.phase === 'gathering')) open()
        state = w.state
      }),
    ]
    state = w.state
    if (state === 'open') open()
    return () => {
      ends.forEach(end => end())
      // If I sit there and the game has not begun, my number is still to be revealed: the page stays there.
      const waits = last?.phase === 'gathering' && last.you !== null
      if (last && !waits) w.ask({ do: 'close', table: id }).catch(() => {})
    }
  }, [id, secret])
  return { table, refused }
}

const nameOf = (s: Seated): string => s.name ?? '?'

/** Arrivals and departures are announced. */
function useArrivals(table: TableMessage | null): void {
  const app = useApp()
  const before = useRef<TableMessage | null>(null)
  useEffect(() => {
    const was = before.current
    before.current = table
    if (!was || !table || was.table !== table.table) return
    for (const s of table.seats) {
      const old = was.seats[s.seat - 1]!
      if (s.kind === 'person' && old.kind === 'free' && s.seat !== table.you)
        app.announce(app.t('gather.came', { who: nameOf(s) }))
      if (s.kind === 'free' && old.kind === 'person' && old.seat !== was.you)
        app.announce(app.t('gather.went', { who: nameOf(old) }))
    }
    if (was.you !== null && table.you === null && !leaving.has(table.table)) app.toast(app.t('gather.removed'))
  }, [table])
}

/** When the focused element is gone (the form, once I sit), the focus goes to the heading. */
function useFocus(table: TableMessage | null): void {
  useEffect(() => {
    if (table && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [table])
}

/** The address of the window is the link, for people who copy that. A new link, after somebody was removed, replaces the
 *  old one. */
function useAddress(table: TableMessage | null, secret: string): void {
  const link = table?.phase === 'gathering' ? table.play_link : undefined
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    const renewed = before.current !== undefined && before.current !== link
    if (link && (renewed || !secret)) history.replaceState(null, '', link)
    if (link) before.current = link
  }, [link, secret])
}

const whoSits = (t: T, s: Seated): string | null =>
  s.kind === 'person' ? nameOf(s) : s.kind === 'bot' ? botName(t, s.level ?? '', s.seat) : null

function Seat({ seat, table }: { seat: Seated; table: TableMessage }) {
  const { t } = useApp()
  const maker = table.creator === wire().hello?.person
  const you = seat.seat === table.you
  const removable = maker && !you && seat.kind !== 'free'
  return (
    <li class="gather-seat" data-kind={seat.kind} data-seat={seat.seat}>
      {seat.kind === 'person' ? (
        <PersonPicture picture={seat.picture || seat.person || 0} size={44} />
      ) : (
        <span class="gather-blank">{seat.kind === 'bot' && <Icon name="bot" />}</span>
      )}
      <span class="gather-who">
        <strong>
          {seat.kind === 'person'
            ? nameOf(seat)
            : seat.kind === 'bot'
              ? `${whoSits(t, seat)} · ${levelName(t, seat.level ?? '')}`
              : t('gather.free')}
        </strong>
        {you ? (
          <span class="faint">{t('seat.you')}</span>
        ) : seat.kind === 'person' && seat.here === false ? (
          <span class="faint">{t('gather.away')}</span>
        ) : null}
        {seat.program && <span class="faint">{t('people.program')}</span>}
        {table.ready_in !== undefined && seat.kind === 'person' && (
          <span class="faint">{t(seat.ready ? 'gather.ready' : 'gather.unready')}</span>
        )}
      </span>
      {removable && (
        <IconButton
          icon="close"
          label={t('gather.remove', { who: seat.kind === 'person' ? nameOf(seat) : t('setup.seat', { n: seat.seat }) })}
          onClick={() =>
            void wire()
              .ask({ do: 'remove', table: table.table, seat: seat.seat })
              .catch(() => {})
          }
        />
      )}
    </li>
  )
}

/** A game with a live clock begins when everybody is ready. */
function Ready({ table }: { table: TableMessage }) {
  const app = useApp()
  const { t } = app
  const me = table.seats.find(s => s.seat === table.you)
  const due = table.ready_in !== undefined && me !== undefined && !me.ready
  useEffect(() => {
    if (!due) return
    app.announce(t('gather.are-you-ready'))
    if (app.settings.sound) play('turn')
  }, [due])
  if (!due) return null
  return (
    <p>
      {t('gather.are-you-ready')}{' '}
      <button
        type="button"
        class="button primary am-ready"
        onClick={() =>
          void wire()
            .ask({ do: 'ready', table: table.table })
            .catch(() => {})
        }
      >
        {t('gather.am-ready')}
      </button>
    </p>
  )
}

function Facts({ table }: { table: TableMessage }) {
  const app = useApp()
  const { t } = app
  const first = table.seats.find(s => s.seat === table.first)
  const facts = [
    t('start.players.just', { n: table.players }),
    ...optionWords(app, table.game, table.options),
    ...(first ? [t('gather.first', { who: whoSits(t, first) ?? t('setup.seat', { n: first.seat }) })] : []),
    clockWords(t, table.clock),
    t(table.open ? 'gather.open' : 'gather.by-link'),
    t(table.spectators ? 'gather.watched' : 'gather.unwatched'),
    ...(table.hints ? [t('gather.hints')] : []),
    ...(table.given ? [t('gather.given', { n: table.given })] : []),
  ]
  return (
    <ul class="facts">
      {facts.map(f => (
        <li key={f}>{f}</li>
      ))}
    </ul>
  )
}

function Refused({ why }: { why: unknown }) {
  const { t } = useApp()
  const code = why instanceof Refusal ? why.code : ''
  if (code === 'unknown-table')
    return (
      <Gone>
        <p>{t('gather.none')}</p>
      </Gone>
    )
  return (
    <main class="page">
      <h1 tabIndex={-1}>{t(code === 'not-allowed' ? 'gather.closed' : 'error.open')}</h1>
      <p>{code === 'not-allowed' ? t('gather.closed.text') : refusalWords(t, why)}</p>
      <a class="button" href="#lobby">
        {t('lobby.title')}
      </a>
    </main>
  )
}

export function AtTable({ id, secret }: { id: string; secret: string }) {
  const app = useApp()
  const { t } = app
  const { table, refused } = useTable(id, secret)
  useArrivals(table)
  useFocus(table)
  useAddress(table, secret)
  if (table && table.phase !== 'gathering') return <OnlineTable id={id} secret={secret} />
  if (!table && refused) return <Refused why={refused} />
  if (!table)
    return (
      <Loading>
        <Connection />
      </Loading>
    )
  const free = table.seats.filter(s => s.kind === 'free').length
  const host = table.creator === wire().hello?.person
  return (
    <main class="page gather" data-game={table.game}>
      <Back />
      <Connection />
      <h1 tabIndex={-1}>{gameTitle(app, table.game)}</h1>
      <Facts table={table} />
      <section class="panel" aria-labelledby="seats-title">
        <h2 id="seats-title">{t('gather.seats')}</h2>
        <ul class="gather-seats">
          {table.seats.map(s => (
            <Seat key={s.seat} seat={s} table={table} />
          ))}
        </ul>
        <p class="faint" role="status">
          {free > 0
            ? t('gather.waiting', { n: free })
            : t(table.ready_in === undefined ? 'gather.begins' : 'gather.readying')}
        </p>
        <Ready table={table} />
      </section>
      {table.you === null && <Join table={table} secret={secret} />}
      <CodeOffer table={table} />
      {(table.you !== null || host) && <Invite table={table} free={free} />}
    </main>
  )
}
