// Setting a game up: how many players, who sits where, options in plain words.

import { useState } from 'preact/hooks'
import { moduleOf } from '../games/index'
import type { Opening } from '../source'
import type { Option, Seat } from '../view'
import { gameTitle, levelName, useApp } from './context'
import { Icon } from './icons'
import { bot, me, USUAL, type Seed } from './play'

function SeatRow(p: { number: number; seat: Seat; set: (s: Seat) => void }) {
  const { t } = useApp()
  const value = p.seat.kind === 'bot' ? `bot:${p.seat.level}` : p.seat.kind
  function choose(v: string) {
    if (v.startsWith('bot:')) p.set(bot(v.slice(4)))
    else p.set({ kind: v as 'me' | 'guest', name: '' })
  }
  return (
    <div class="seat-row">
      <label for={`seat-${p.number}`}>{t('setup.seat', { n: p.number })}</label>
      <select id={`seat-${p.number}`} value={value} onChange={e => choose(e.currentTarget.value)}>
        <option value="me">{t('setup.me')}</option>
        <option value="guest">{t('setup.guest')}</option>
        {CATALOGUE.levels.map(l => (
          <option key={l} value={`bot:${l}`}>
            {t('setup.bot', { level: levelName(t, l) })}
          </option>
        ))}
      </select>
      {p.seat.kind === 'guest' && (
        <input
          type="text"
          maxLength={20}
          value={p.seat.name}
          placeholder={t('seat.player', { n: p.number })}
          aria-label={t('setup.name', { n: p.number })}
          onInput={e => p.set({ ...p.seat, name: e.currentTarget.value })}
        />
      )}
    </div>
  )
}

export function OptionRow(p: { game: string; option: Option; value: number; set: (v: number) => void }) {
  const { t } = useApp()
  const { option: o } = p
  const key = `${p.game}.option.${o.name}`
  const word = (v: string) => (t.has(`${key}.${v}`) ? t(`${key}.${v}`) : t.has(`option.${v}`) ? t(`option.${v}`) : v)
  return (
    <fieldset class="option">
      <legend>{t.has(key) ? t(key) : o.name}</legend>
      <p class="faint">{t.has(`${key}.help`) ? t(`${key}.help`) : o.help}</p>
      <div class="choices">
        {o.values.map((v, i) => (
          <label key={v} class="choice">
            <input type="radio" name={o.name} checked={p.value === i} onChange={() => p.set(i)} />
            <span>{word(v)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** deal: the seed of the draws as 64 hexadecimal digits, to play the deal of another game; else chance decides. */
export function SetUp({ game, deal, begin }: { game: string; deal: string; begin: (s: Seed) => void }) {
  const app = useApp()
  const { t } = app
  const info = app.games.find(g => g.name === game)
  const [players, setPlayers] = useState(info?.players_min ?? 2)
  const [seats, setSeats] = useState<Seat[]>(() =>
    Array.from({ length: info?.players_max ?? 0 }, (_, i): Seat => (i ? bot(USUAL) : me)),
  )
  const [options, setOptions] = useState<Record<string, number>>({})
  if (!info)
    return (
      <main class="page">
        <h1 tabIndex={-1}>{t('error.gone')}</h1>
        <a class="button" href="#">
          {t('table.back')}
        </a>
      </main>
    )
  const module = moduleOf(game)

  /** There is one "me": choosing it at another seat makes the old one a guest. */
  function setSeat(i: number, seat: Seat) {
    setSeats(
      seats.map((s, k) => (k === i ? seat : seat.kind === 'me' && s.kind === 'me' ? { kind: 'guest', name: '' } : s)),
    )
  }

  function start(e: Event) {
    e.preventDefault()
    let packed = 0
    for (const o of info!.options) packed |= (options[o.name] ?? 0) << o.shift
    const opening: Opening = { kind: 'new', game, players, options: packed, seats: seats.slice(0, players) }
    if (/^[0-9a-f]{64}$/.test(deal)) opening.seed = deal
    begin({ kind: 'new', opening })
  }

  const counts = Array.from({ length: info.players_max - info.players_min + 1 }, (_, i) => info.players_min + i)
  return (
    <main class="page setup" data-game={game}>
      <a class="button quiet back" href="#">
        <Icon name="back" />
        {t('table.back')}
      </a>
      <h1 tabIndex={-1}>{gameTitle(app, game)}</h1>
      <form onSubmit={start}>
        <fieldset class="option">
          <legend>{t('setup.players')}</legend>
          <div class="choices">
            {counts.map(n => (
              <label key={n} class="choice">
                <input type="radio" name="players" checked={players === n} onChange={() => setPlayers(n)} />
                <span>{n}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset class="option">
          <legend>{t('setup.who')}</legend>
          {seats.slice(0, players).map((s, i) => (
            <SeatRow key={i} number={i + 1} seat={s} set={x => setSeat(i, x)} />
          ))}
        </fieldset>
        {info.options.map(o => (
          <OptionRow
            key={o.name}
            game={game}
            option={o}
            value={options[o.name] ?? 0}
            set={v => setOptions({ ...options, [o.name]: v })}
          />
        ))}
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
