// Opens a table and shows it; the ways in which a game can begin.

import { useEffect, useState } from 'preact/hooks'
import { moduleOf } from '../games/index'
import { habitOf, packOptions } from '../habits'
import { openingError } from '../i18n'
import { during } from '../rest'
import { DWELL, Session } from '../session'
import { PACES } from '../settings'
import { unpack } from '../share'
import { play } from '../sound'
import { LocalSource, type Opening } from '../source'
import type { GameInfo, Seat, View } from '../view'
import { Seats, useApp, useLatest } from './context'
import { airborne } from './motion'
import { Gone, Loading } from './parts'
import { Table } from './table'

export type Seed =
  | { kind: 'new'; opening: Opening }
  | { kind: 'saved'; id: string }
  | { kind: 'record'; record: string }
  | { kind: 'link'; packed: string }

export const me: Seat = { kind: 'me', name: '' }
export const bot = (level: string): Seat => ({ kind: 'bot', name: '', level })

/** The opponents in a person's first game, and by default later: the weakest level, and the middle of the ladder. */
const { levels } = CATALOGUE
const [WEAKEST = ''] = levels
export const USUAL = levels[levels.length >> 1] ?? WEAKEST

/** The game that one click starts: against the bots that I chose the last time, or against as few as possible. */
export function againstBots(info: GameInfo): Opening {
  const { name, players_min } = info
  const habit = habitOf(info)
  const usual = habit?.seats.slice(0, habit.players)
  if (habit && usual?.every(s => s.kind !== 'guest') && usual.some(s => s.kind === 'me'))
    return {
      kind: 'new',
      game: name,
      players: habit.players,
      options: packOptions(info, habit.options),
      seats: usual,
      first: habit.first,
    }
  const seats = Array.from({ length: players_min }, (_, i) => (i ? bot(USUAL) : me))
  return { kind: 'new', game: name, players: players_min, options: 0, seats }
}

/** The same game once more: the same people and bots in the same seats, the same options, other draws. */
export function again({ game, players, options }: View, seats: Seat[]): Opening {
  const info = CATALOGUE.games.find(g => g.name === game)!
  const chosen = info.options.map(o => [o.name, Math.max(0, o.values.indexOf(options[o.name] ?? ''))] as const)
  return { kind: 'new', game, players, options: packOptions(info, Object.fromEntries(chosen)), seats }
}

export function firstGame(game: string): Opening | null {
  const { lesson } = moduleOf(game)
  return lesson
    ? {
        kind: 'new',
        game,
        players: 2,
        options: lesson.options,
        seed: lesson.seed,
        lesson: true,
        seats: [me, bot(WEAKEST)],
      }
    : null
}

async function openingOf(seed: Seed): Promise<{ opening: Opening; step?: number; stranger?: boolean }> {
  switch (seed.kind) {
    case 'new':
      return { opening: seed.opening }
    case 'saved':
      return { opening: { kind: 'saved', id: seed.id } }
    case 'record':
      return { opening: { kind: 'record', record: seed.record, seats: null, keep: true } }
    case 'link': {
      const { record, seats: sat, step, daily, from } = await unpack(seed.packed)
      const seats = from ? sat.map(seat => (seat.kind === 'me' ? { ...seat, name: from } : seat)) : sat
      const opening: Opening = { kind: 'record', record, seats, keep: false, ...(daily ? { daily } : {}) }
      return { opening, ...(step === undefined ? {} : { step }), stranger: from !== undefined }
    }
  }
}

/** home: is called with the address of a new game. */
export function Play({ seed, home }: { seed: Seed; home?: (route: string) => void }) {
  const app = useApp()
  const settings = useLatest()
  const [session, setSession] = useState<Session | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [stranger, setStranger] = useState(false)

  useEffect(() => {
    let gone = false
    const s = new Session(
      () => PACES[settings.current.pace],
      () => {
        if (settings.current.sound) play('move')
      },
    )
    async function open() {
      const { opening, step, stranger } = await openingOf(seed)
      setStranger(stranger ?? false)
      const source = await LocalSource.open(opening, e => s.receive(e))
      s.source = source
      s.dwell = moduleOf(source.table.game).dwell ?? DWELL
      s.airborne = airborne
      if (gone) {
        s.close()
        return
      }
      if (step !== undefined) s.goTo(step)
      if (seed.kind === 'new' || seed.kind === 'record') home?.(`play/${source.table.id}`)
      setSession(s)
    }
    during(open()).catch((err: Error) => {
      if (!gone) setError(err.message)
    })
    return () => {
      gone = true
      s.close()
    }
  }, [])

  if (error !== null)
    return (
      <Gone title={app.t('error.open')}>
        <p>{openingError(app.t, error)}</p>
      </Gone>
    )
  if (!session) return <Loading />
  return (
    <Seats.Provider value={session.source!.table.seats}>
      <Table session={session} borrowed={seed.kind === 'link'} stranger={stranger} />
    </Seats.Provider>
  )
}
