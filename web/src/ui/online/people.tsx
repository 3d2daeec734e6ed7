// The people at the table: here or away, how long they have been thinking, their time left, and their
// latest message.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Reaction } from '../../art/reactions'
import { PersonPicture } from '../../art/people'
import { REACTIONS } from '../../online/chat'
import type { Seated } from '../../online/messages'
import type { HostedTable } from '../../online/table'
import { levelName, useApp } from '../context'
import { Icon } from '../icons'
import { leftNow, SOON, span, useTick, useWarnings } from './clock'

/** After this long without a move somebody may be nudged, this many times, as the table's rules say; a clock of
 *  days. */
const IDLE_MS = 600_000
const NUDGES = 2
const DAYS_MS = 6 * 3600_000

/** What others may do about somebody whom they wait for. */
function Helps(p: { table: HostedTable; seat: Seated; turn: boolean; grace: number | null }) {
  const { table, seat, turn, grace } = p
  const app = useApp()
  const { t } = app
  const info = table.info!
  const { apart, clock, nudges = 0, gave = [], paused } = info
  const days = clock.kind !== 'none' && clock.base >= DAYS_MS
  const still = clock.kind === 'none' && performance.now() - table.since >= IDLE_MS
  const say = (what: string) => () =>
    void table.ask(what, { seat: seat.seat }).catch(() => app.toast(t('refused.not-now')))
  const helps = [
    grace === 0 && (!apart || clock.kind === 'none') ? ['stand-in', t('people.let-bot')] : null,
    apart && turn && still && !paused && grace !== 0 && nudges < NUDGES ? ['nudge', t('people.nudge')] : null,
    apart && turn && still && grace !== 0 && nudges >= NUDGES ? ['stand-in', t('people.let-bot')] : null,
    apart && turn && days && !paused && !gave.includes(info.you!) ? ['give-time', t('people.give-time')] : null,
  ].filter(h => h !== null)
  return (
    <>
      {helps.map(([what, words]) => (
        <button key={what} type="button" class="button" data-help={what} onClick={say(what!)}>
          {words}
        </button>
      ))}
    </>
  )
}

function Person({ table, seat, name }: { table: HostedTable; seat: Seated; name: string }) {
  const { t } = useApp()
  const info = table.info!
  const playing = info.phase === 'playing'
  const turn = playing && info.mover === seat.seat
  const bot = table.botMoves(seat.seat)
  // After the game nobody is waited for: whoever has gone on to the next one is not away.
  const away = playing && seat.kind === 'person' && seat.here === false
  const left = leftNow(table, seat.seat)
  const counted = away && (seat.grace !== undefined || !info.apart)
  const grace = counted ? Math.max(0, (seat.grace ?? 0) - (performance.now() - table.told)) : null
  const { fresh } = table.chat
  const says = fresh?.person === seat.person && seat.kind === 'person' && seat.seat !== info.you ? fresh?.text : null
  const words = [
    seat.seat === info.you && !seat.stand_in ? t('people.you') : '',
    table.again.includes(seat.seat) ? t('again.wants') : '',
    seat.program && !bot ? t('people.program') : '',
    seat.stand_in === 'resigned' ? t('people.resigned') : '',
    seat.stand_in ? t('people.stand-in', { level: levelName(t, seat.level ?? '') }) : '',
    away && !seat.stand_in
      ? t(grace && playing ? 'people.away.grace' : 'people.away', { time: span(t.lang, grace ?? 0) })
      : '',
    turn && left === null && seat.seat !== info.you
      ? t('people.thinks', { time: span(t.lang, performance.now() - table.since) })
      : '',
  ].filter(Boolean)
  return (
    <li class="person" data-seat={seat.seat} data-turn={turn} data-away={away && !bot}>
      <span class="person-mark">
        {bot || seat.program ? (
          <Icon name="bot" />
        ) : (
          <PersonPicture picture={seat.picture || seat.person || 0} size={32} />
        )}
      </span>
      <span class="person-words">
        <span class="person-name">{name}</span>
        {words.length > 0 && <small>{words.join(' · ')}</small>}
      </span>
      {left !== null && (
        <span class="person-clock" data-soon={left < SOON && info.running === seat.seat} title={t('people.clock')}>
          <span class="hidden">{t('people.clock')} </span>
          {span(t.lang, left)}
        </span>
      )}
      {playing && !bot && info.you !== null && info.you !== seat.seat && (
        <Helps table={table} seat={seat} turn={turn} grace={grace} />
      )}
      {says && (
        <span class="person-says">
          <strong>{name}</strong> {REACTIONS[says] ? <Reaction name={REACTIONS[says]} size={22} /> : says}
        </span>
      )}
    </li>
  )
}

export function People(p: { table: HostedTable; names: string[]; children: ComponentChildren }) {
  const { table, names, children } = p
  const app = useApp()
  const { t } = app
  const { seats, phase, you } = table.info!
  useTick(phase === 'playing')
  useWarnings(table)
  // Departures and returns are announced.
  const here = useRef<Record<number, boolean>>({})
  useEffect(() => {
    for (const s of seats) {
      const was = here.current[s.seat]
      if (s.kind !== 'person' || s.here === undefined) continue
      here.current[s.seat] = s.here
      if (was !== undefined && was !== s.here && s.seat !== you && phase === 'playing')
        app.announce(t(s.here ? 'people.back' : 'people.gone', { who: names[s.seat - 1] ?? '' }))
    }
  }, [seats])
  return (
    <section class="people" aria-label={t('people.title')}>
      <ul>
        {seats.map(s => (
          <Person key={s.seat} table={table} seat={s} name={names[s.seat - 1] ?? ''} />
        ))}
        {you === null && (
          <li class="person watching">
            <span class="person-mark">
              <Icon name="eye" />
            </span>
            <span class="person-words">{t('people.watching')}</span>
          </li>
        )}
      </ul>
      {children}
    </section>
  )
}
