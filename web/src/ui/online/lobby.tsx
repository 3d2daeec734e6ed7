// The lobby: open tables as they come and go, "play now, online", and my own tables.

import { useEffect, useRef, useState } from 'preact/hooks'
import { PersonPicture } from '../../art/people'
import { moduleOf } from '../../games/index'
import { choicesFor, lastGame, makeTable, PERSON } from '../../online/choices'
import { mine, type Listed } from '../../online/mine'
import { Refusal, wire } from '../../online/wire'
import { nextFrame } from '../../rest'
import type { GameInfo } from '../../view'
import { gameTitle, useApp } from '../context'
import { Back } from '../parts'
import { sitDown } from './join'
import { MyTables, NextTable, NoticeButton } from './mine'
import { Connection, useMine } from './parts'
import { useAsking, type Asking } from './who'
import { optionWords } from './words'

interface OpenTable extends Listed {
  options: string
  clock: boolean
  hints: boolean
}

/** The open tables while the screen is shown; null before they are known. */
function useLobby(): OpenTable[] | null {
  const [tables, setTables] = useState<OpenTable[] | null>(null)
  useEffect(() => {
    const w = wire()
    let state = ''
    const look = () => {
      if (w.state === 'open' && state !== 'open')
        w.ask({ do: 'lobby', stay: true }).then(
          m => setTables(m.tables as OpenTable[]),
          () => {},
        )
      state = w.state
    }
    const ends = [w.on('lobby', m => setTables(m.tables as OpenTable[])), w.subscribe(look)]
    look()
    return () => {
      ends.forEach(end => end())
      if (w.state === 'open') w.ask({ do: 'lobby', stay: false }).catch(() => {})
    }
  }, [])
  return tables
}

/** The table where one can play soonest: of the wanted game, then of the last one, with the fewest players missing. */
function best(tables: OpenTable[], game: string, last: string | undefined): OpenTable[] {
  const own = new Set(mine.tables?.map(t => t.table))
  return tables
    .filter(t => !own.has(t.table) && (game === '' || t.game === game))
    .sort((a, b) => Number(b.game === last) - Number(a.game === last) || a.free - b.free)
}

/** Takes a seat at the best table that has one, or makes a table that anybody can join. */
async function playNow(tables: OpenTable[], wanted: string, games: GameInfo[]): Promise<string> {
  for (const { table } of best(tables, wanted, lastGame()))
    try {
      await sitDown(table)
      return table
    } catch (err) {
      // Somebody was faster.
      if (!(err instanceof Refusal) || !['not-now', 'unknown-table'].includes(err.code)) throw err
    }
  const game = games.find(g => g.name === (wanted || lastGame())) ?? games[0]!
  const choices = choicesFor(game)
  return makeTable(game, { ...choices, others: choices.others.map(() => PERSON), first: 0, open: true, clock: 'two' })
}

function OpenRow({ table, sit, busy }: { table: OpenTable; sit: () => void; busy: boolean }) {
  const app = useApp()
  const { t } = app
  const { Picture } = moduleOf(table.game)
  const title = gameTitle(app, table.game)
  const who = table.creator_name ?? '?'
  const more = [
    ...optionWords(app, table.game, table.options),
    ...(table.clock ? [t('lobby.clock')] : []),
    ...(table.hints ? [t('gather.hints')] : []),
  ]
  return (
    <li class="listed" data-game={table.game}>
      <span class="listed-picture">
        <Picture />
        <PersonPicture picture={table.creator_picture || table.creator} size={30} />
      </span>
      <span class="listed-words">
        <strong>{title}</strong>
        <span>
          {t('lobby.of', { who })} · {t('lobby.free', { n: table.free, all: table.players })}
        </span>
        {more.length > 0 && <span class="faint">{more.join(' · ')}</span>}
      </span>
      <button
        type="button"
        class="button"
        disabled={busy}
        aria-label={`${t('join.sit')}: ${title}, ${t('lobby.of', { who })}`}
        onClick={sit}
      >
        {t('join.sit')}
      </button>
    </li>
  )
}

/** "Play now, online": the chosen game, or any. */
function Now({ asking, ready, play }: { asking: Asking; ready: boolean; play: (wanted: string) => void }) {
  const app = useApp()
  const { t } = app
  const [wanted, setWanted] = useState('')
  return (
    <section class="panel lobby-now" aria-labelledby="now-title">
      <h2 id="now-title" class="hidden">
        {t('lobby.now')}
      </h2>
      <p>{t('lobby.now.text')}</p>
      {asking.form}
      <div class="form-end">
        <label class="inline-field">
          <span class="hidden">{t('lobby.game')}</span>
          <select value={wanted} onChange={e => setWanted(e.currentTarget.value)}>
            <option value="">{t('lobby.any')}</option>
            {app.games
              .filter(g => g.listed)
              .map(g => (
                <option key={g.name} value={g.name}>
                  {gameTitle(app, g.name)}
                </option>
              ))}
          </select>
        </label>
        <button type="button" class="button primary big" disabled={asking.busy || !ready} onClick={() => play(wanted)}>
          {t('lobby.now')}
        </button>
      </div>
      {asking.refused}
    </section>
  )
}

/** My tables: the next one that waits, all of them, and how others ended. */
function Own() {
  const { t } = useApp()
  if (!mine.tables?.length) return null
  return (
    <section aria-labelledby="mine-title">
      <div class="saves-head">
        <h2 id="mine-title">{t('mine.title')}</h2>
        <NoticeButton />
      </div>
      <NextTable />
      <MyTables all />
      <p>
        <a class="button quiet" href="#results">
          {t('results.open')}
        </a>
      </p>
    </section>
  )
}

/** now: play as soon as the open tables are known. */
export function Lobby({ now }: { now: boolean }) {
  const app = useApp()
  const { t } = app
  const asking = useAsking()
  const tables = useLobby()
  useMine()

  /** Opens the table that `find` returns. */
  const goTo = (find: () => Promise<string>) =>
    void asking.ask(async () => {
      const table = `#table/${await find()}`
      if (now) location.replace(table)
      else location.hash = table
    })
  const play = (wanted: string) =>
    goTo(() =>
      playNow(
        tables ?? [],
        wanted,
        app.games.filter(g => g.listed),
      ),
    )

  const began = useRef(false)
  useEffect(() => {
    if (!now || !tables || began.current) return
    began.current = true
    if (app.settings.name) play('')
    else nextFrame(() => document.querySelector<HTMLElement>('[name=nickname]')?.focus())
  }, [now, tables])

  const own = new Set(mine.tables?.map(o => o.table))
  const others = tables?.filter(o => !own.has(o.table)) ?? []
  return (
    <main class="page lobby">
      <Back />
      <h1 tabIndex={-1}>{t('lobby.title')}</h1>
      <Connection />
      <Own />
      <Now asking={asking} ready={tables !== null} play={play} />
      <section aria-labelledby="open-title">
        <h2 id="open-title">{t('lobby.open')}</h2>
        {tables && others.length === 0 ? (
          <p class="faint">{t('lobby.none')}</p>
        ) : (
          <ul class="listing">
            {others.map(o => (
              <OpenRow
                key={o.table}
                table={o}
                busy={asking.busy}
                sit={() => goTo(() => sitDown(o.table).then(() => o.table))}
              />
            ))}
          </ul>
        )}
      </section>
      <div class="form-end">
        <a class="button quiet" href="#device">
          {t('device.title')}
        </a>
        <a class="button quiet" href="#code">
          {t('code.title')}
        </a>
        <a class="button quiet" href="#privacy">
          {t('privacy.title')}
        </a>
      </div>
    </main>
  )
}
