// A table online, from the first move to the last: the same table as at one device, with the people around
// it.

import { useEffect, useReducer, useState } from 'preact/hooks'
import { moduleOf } from '../../games/index'
import { REACTIONS } from '../../online/chat'
import { HostedTable } from '../../online/table'
import { wire } from '../../online/wire'
import { DWELL, Session } from '../../session'
import { PACES } from '../../settings'
import { play } from '../../sound'
import { Seats, seatNames, useApp, useLatest } from '../context'
import { airborne } from '../motion'
import { Gone, Loading } from '../parts'
import { Table, type Extras } from '../table'
import { ChatTab } from './chat'
import { Draws } from './draws'
import { Leaving } from './leaving'
import { endingWords, NewsList, useNews } from './news'
import { againWords, Lost, Notices } from './notices'
import { People } from './people'

/** The table with this id, for as long as the screen exists; renders again on every change. */
function useHosted(id: string, secret: string): HostedTable | null {
  const [table, setTable] = useState<HostedTable | null>(null)
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => {
    const made = new HostedTable(id, secret)
    const end = made.subscribe(() => again())
    setTable(made)
    return () => {
      end()
      made.close()
    }
  }, [id, secret])
  return table
}

/** A session, once everything is known. */
function useSessionOf(table: HostedTable | null): Session | null {
  const settings = useLatest()
  const [session, setSession] = useState<Session | null>(null)
  const ready = table?.ready && table.info!.phase !== 'gathering'
  useEffect(() => {
    if (!table || !ready) return
    const s = new Session(
      () => PACES[settings.current.pace],
      () => {
        if (settings.current.sound) play('move')
      },
    )
    s.source = table
    s.dwell = moduleOf(table.info!.game).dwell ?? DWELL
    s.airborne = airborne
    table.listen(e => s.receive(e))
    setSession(s)
    return () => s.rest()
  }, [table, ready])
  return session
}

/** Announces new lines of the chat while it is not shown; returns what hears whether it is. */
function useChatAloud(table: HostedTable | null): (shown: boolean) => void {
  const { t, announce } = useApp()
  const fresh = table?.chat.fresh
  const [shown, show] = useState(false)
  const said = (text: string) => (REACTIONS[text] ? t(`chat.${REACTIONS[text]}`) : text)
  useEffect(() => {
    if (fresh?.text && !shown && fresh.person !== wire().hello?.person)
      announce(t('chat.said', { who: fresh.name ?? t('chat.nobody'), text: said(fresh.text) }))
  }, [fresh])
  return show
}

/** Goes to the next table with the same people. */
function useAgain(table: HostedTable | null) {
  const app = useApp()
  const [going, setGoing] = useState(false)
  async function again() {
    if (going) return
    setGoing(true)
    try {
      app.go(`table/${await table!.rematch()}`)
    } catch {
      app.toast(app.t('again.failed'))
    } finally {
      setGoing(false)
    }
  }
  return { going, again }
}

export function OnlineTable({ id, secret }: { id: string; secret: string }) {
  const app = useApp()
  const { t } = app
  const table = useHosted(id, secret)
  const session = useSessionOf(table)
  const { going, again } = useAgain(table)
  const showChat = useChatAloud(table)

  useNews(session ? table : null, table?.info ? seatNames(app, table.table.seats) : [])

  if (table?.refusal && !session)
    return (
      <Gone title={t('error.open')}>
        <p>{t('error.not-now')}</p>
      </Gone>
    )
  if (!table || !session) return <Loading />

  const info = table.info!
  const names = seatNames(app, table.table.seats)
  const over = info.phase === 'finished' || info.phase === 'abandoned'
  const person = wire().hello?.person ?? 0
  const { unread } = table.chat
  const wants = againWords(t, table, names)

  const playAgain =
    over && info.you !== null ? (
      <>
        {wants && <p class="again-who">{wants}</p>}
        <button type="button" class="button primary" disabled={going} onClick={() => void again()}>
          {t('again.again')}
        </button>
      </>
    ) : null
  const extras: Extras = {
    people: (
      <People table={table} names={names}>
        <Lost />
      </People>
    ),
    notices: <Notices table={table} names={names} again={() => void again()} />,
    tab: {
      label: t('chat.title'),
      count: unread,
      said: unread ? t('chat.unread', { n: unread }) : '',
      shown: showChat,
      body: (
        <>
          <NewsList table={table} names={names} />
          <ChatTab table={table} person={person} />
        </>
      ),
    },
    end: (
      <>
        <Leaving table={table} names={names} />
        {over && <div class="again-phone">{playAgain}</div>}
        {over && <Draws table={table} names={names} />}
      </>
    ),
    again: playAgain,
    record: over,
    whose: info.phase === 'abandoned' ? endingWords(t, table, names) : null,
    sending: table.sending ? t(wire().state === 'open' ? 'lost.sending' : 'lost.kept') : null,
    link: info.watch_link ?? null,
  }
  return (
    <Seats.Provider value={table.table.seats}>
      <Table session={session} borrowed={false} extras={extras} />
    </Seats.Provider>
  )
}
