// Setting up a game: how many players, who sits where, options in plain words.

import { useState } from 'preact/hooks'
import { PEOPLE } from '../art/people'
import { moduleOf } from '../games/index'
import { habitOf, keepHabit, packOptions } from '../habits'
import { NAME_MAX, otherPicture, people, personCalled, seatOf } from '../people'
import type { Opening } from '../source'
import type { GameInfo, Option, Seat } from '../view'
import { botChoice, gameTitle, seatNames, useApp } from './context'
import { Face } from './face'
import { Back, Choice, Gone } from './parts'
import { bot, me, USUAL, type Seed } from './play'

/** Who can take a seat: me, people of this device, somebody new, a bot. */
function SeatRow(p: { number: number; seat: Seat; taken: string[]; set: (s: Seat) => void }) {
  const { t, settings } = useApp()
  const { seat } = p
  const known = people().filter(k => !p.taken.includes(k.id))
  const here = seat.kind !== 'bot' && known.find(k => k.id === seat.person)
  const value = seat.kind === 'bot' ? `bot:${seat.level}` : here ? `person:${here.id}` : seat.kind
  function choose(v: string) {
    const kind = v.split(':', 1)[0]
    const which = v.slice(v.indexOf(':') + 1) // a bot's name may have colons
    const person = known.find(k => k.id === which)
    if (kind === 'bot') p.set(bot(which))
    else if (person) p.set(seatOf(person))
    else p.set(kind === 'me' ? me : stranger(settings.picture))
  }
  return (
    <div class="seat-row" data-kind={seat.kind}>
      <label for={`seat-${p.number}`}>{t('setup.seat', { n: p.number })}</label>
      {seat.kind === 'guest' && !here ? (
        <button
          type="button"
          class="face-button"
          aria-label={t('setup.picture', { n: p.number })}
          title={t('setup.picture', { n: p.number })}
          onClick={() => p.set({ ...seat, picture: ((seat.picture ?? 0) % PEOPLE.length) + 1 })}
        >
          <Face seat={seat} size={44} />
        </button>
      ) : (
        <Face seat={seat} size={44} />
      )}
      <div class="seat-who">
        <select id={`seat-${p.number}`} value={value} onChange={e => choose(e.currentTarget.value)}>
          <option value="me">{settings.name ? t('setup.me.name', { name: settings.name }) : t('setup.me')}</option>
          {known.map(k => (
            <option key={k.id} value={`person:${k.id}`}>
              {k.name}
            </option>
          ))}
          <option value="guest">{t('setup.guest')}</option>
          <optgroup label={t('setup.bots')}>
            {CATALOGUE.levels.map(l => (
              <option key={l} value={`bot:${l}`}>
                {botChoice(t, l)}
              </option>
            ))}
          </optgroup>
        </select>
        {seat.kind === 'guest' && !here && (
          <input
            type="text"
            maxLength={NAME_MAX}
            value={seat.name}
            placeholder={t('seat.player', { n: p.number })}
            aria-label={t('setup.name', { n: p.number })}
            onInput={e => p.set({ ...seat, name: e.currentTarget.value })}
          />
        )}
        {seat.kind === 'bot' && t.has(`bot.${seat.level}.line`) && (
          <p class="faint seat-line">{t(`bot.${seat.level}.line`)}</p>
        )}
      </div>
    </div>
  )
}

/** A person who is not known here yet. */
const stranger = (mine: number): Seat => ({
  kind: 'guest',
  name: '',
  picture: otherPicture([mine, ...people().map(k => k.picture)]),
})

/** A person who was given a name is known here from now on. */
function remember(seat: Seat): Seat {
  const name = seat.name.trim()
  return seat.kind === 'guest' && !seat.person && name ? seatOf(personCalled(name, seat.picture ?? 1)) : seat
}

function OptionRow(p: { game: string; option: Option; value: number; set: (v: number) => void }) {
  const { t } = useApp()
  const { option: o } = p
  const key = `${p.game}.option.${o.name}`
  const word = (v: string) => (t.has(`${key}.${v}`) ? t(`${key}.${v}`) : t.has(`option.${v}`) ? t(`option.${v}`) : v)
  return (
    <Choice
      name={o.name}
      legend={t.has(key) ? t(key) : o.name}
      help={t.has(`${key}.help`) ? t(`${key}.help`) : o.help}
      value={p.value}
      set={p.set}
      values={o.values.map((v, i) => [i, word(v)])}
    />
  )
}

/** The options of a game; values: their numbers by name. */
export function Options(p: {
  game: GameInfo
  values: Record<string, number>
  set: (values: Record<string, number>) => void
}) {
  return (
    <>
      {p.game.options.map(o => (
        <OptionRow
          key={o.name}
          game={p.game.name}
          option={o}
          value={p.values[o.name] ?? 0}
          set={v => p.set({ ...p.values, [o.name]: v })}
        />
      ))}
    </>
  )
}

/** How many play. */
export function Players(p: { game: GameInfo; value: number; set: (n: number) => void }) {
  const { t } = useApp()
  const { players_min: min, players_max: max } = p.game
  return (
    <Choice
      name="players"
      legend={t('setup.players')}
      value={p.value}
      set={p.set}
      values={Array.from({ length: max - min + 1 }, (_, i) => [min + i, String(min + i)])}
    />
  )
}

/** Who has the first turn: names are those of the seats. value: a seat, or 0 for a draw. */
export function FirstRow(p: { game: GameInfo; names: string[]; value: number; set: (v: number) => void }) {
  const { t } = useApp()
  if (!p.game.first_drawn) return null
  return (
    <Choice
      name="first"
      legend={t('setup.first')}
      value={p.value > p.names.length ? 0 : p.value}
      set={p.set}
      values={[t('setup.first.drawn'), ...p.names].map((name, i) => [i, name])}
    />
  )
}

/** deal: the seed of the draws as 64 hexadecimal digits, to play the deal of another game; if there is none,
 *  chance decides. */
export function SetUp({ game, deal, begin }: { game: string; deal: string; begin: (s: Seed) => void }) {
  const app = useApp()
  const { t } = app
  const info = app.games.find(g => g.name === game)
  const [habit] = useState(() => info && habitOf(info))
  const [players, setPlayers] = useState(habit?.players ?? info?.players_min ?? 2)
  const [seats, setSeats] = useState<Seat[]>(
    () => habit?.seats ?? Array.from({ length: info?.players_max ?? 0 }, (_, i): Seat => (i ? bot(USUAL) : me)),
  )
  const [options, setOptions] = useState<Record<string, number>>(habit?.options ?? {})
  const [first, setFirst] = useState(habit?.first ?? 0)
  if (!info) return <Gone />
  const module = moduleOf(game)

  /** There is one "me": choosing it for another seat gives the old seat to a new person. */
  function setSeat(i: number, seat: Seat) {
    const other = (s: Seat) => (seat.kind === 'me' && s.kind === 'me' ? stranger(app.settings.picture) : s)
    setSeats(seats.map((s, k) => (k === i ? seat : other(s))))
  }
  /** People who have another seat already. */
  const taken = (i: number) =>
    seats.slice(0, players).flatMap((s, k) => (k !== i && s.kind !== 'bot' && s.person) || [])

  function start(e: Event) {
    e.preventDefault()
    const all = seats.map((s, i) => (i < players ? remember(s) : s))
    const begins = first <= players ? first : 0
    keepHabit(game, { players, seats: all, options, first: begins })
    const packed = packOptions(info!, options)
    const opening: Opening = {
      kind: 'new',
      game,
      players,
      options: packed,
      seats: all.slice(0, players),
      first: begins,
    }
    if (/^[0-9a-f]{64}$/.test(deal)) opening.seed = deal
    begin({ kind: 'new', opening })
  }

  return (
    <main class="page setup" data-game={game}>
      <Back />
      <h1 tabIndex={-1}>{gameTitle(app, game)}</h1>
      <form onSubmit={start}>
        <Players game={info} value={players} set={setPlayers} />
        <fieldset class="option">
          <legend>{t('setup.who')}</legend>
          {seats.slice(0, players).map((s, i) => (
            <SeatRow key={i} number={i + 1} seat={s} taken={taken(i)} set={x => setSeat(i, x)} />
          ))}
        </fieldset>
        <FirstRow game={info} names={seatNames(app, seats.slice(0, players))} value={first} set={setFirst} />
        <Options game={info} values={options} set={setOptions} />
        <div class="form-end">
          <button type="submit" class="button primary">
            {t('setup.start')}
          </button>
          {module.lesson && (
            <a class="button quiet" href={`#guide/${game}`}>
              {t('start.guide')}
            </a>
          )}
        </div>
      </form>
    </main>
  )
}
