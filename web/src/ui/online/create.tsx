// A table for friends: the choices of last time, and one button.

import { useState } from 'preact/hooks'
import { choicesFor, keepChoices, levelsHere, makeTable, PERSON, type Choices } from '../../online/choices'
import { botChoice, botName, gameTitle, useApp } from '../context'
import { Icon } from '../icons'
import { FirstRow, OptionRow } from '../setup'
import { Choice, Gone } from './parts'
import { useMe } from './who'
import { clockChoices, refusalWords } from './words'

export function Create({ game }: { game: string }) {
  const app = useApp()
  const { t } = app
  const info = app.games.find(g => g.name === game)
  const me = useMe()
  const [choices, setChoices] = useState<Choices | null>(() => (info ? choicesFor(info) : null))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  if (!info || !choices) return <Gone />
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part })

  async function create(e: Event) {
    e.preventDefault()
    if (busy) return
    setBusy(true)
    setError('')
    try {
      if (await me.ready()) {
        const table = await makeTable(info!, choices!)
        keepChoices(game, choices!)
        // The table takes the form's place: going back leads to where one came from.
        location.replace(`#table/${table}`)
      }
    } catch (err) {
      setError(refusalWords(t, err))
    } finally {
      setBusy(false)
    }
  }

  const counts = Array.from({ length: info.players_max - info.players_min + 1 }, (_, i) => info.players_min + i)
  const others = choices.others.slice(0, choices.players - 1)
  const names = others.map((who, i) => (who === PERSON ? t('setup.seat', { n: i + 2 }) : botName(t, who, i + 2)))
  const noYes: [boolean, string][] = [
    [false, t('option.no')],
    [true, t('option.yes')],
  ]
  return (
    <main class="page setup" data-game={game}>
      <a class="button quiet back" href="#">
        <Icon name="back" />
        {t('table.back')}
      </a>
      <h1 tabIndex={-1}>{t('create.title', { game: gameTitle(app, game) })}</h1>
      <p class="lead">{t('create.lead')}</p>
      <form onSubmit={e => void create(e)}>
        {me.form}
        <Choice
          name="players"
          legend={t('setup.players')}
          value={choices.players}
          set={players => change({ players })}
          values={counts.map(n => [n, String(n)])}
        />
        <div class="form-end">
          <button type="submit" class="button primary big" disabled={busy}>
            {t('create.go')}
          </button>
        </div>
        {error && (
          <p class="refused" role="alert">
            {error}
          </p>
        )}
        <details class="more" open={others.some(o => o !== PERSON)}>
          <summary>{t('create.more')}</summary>
          <div class="more-body">
            <fieldset class="option">
              <legend>{t('setup.who')}</legend>
              {others.map((who, i) => (
                <div key={i} class="seat-row">
                  <label for={`other-${i + 2}`}>{t('setup.seat', { n: i + 2 })}</label>
                  <select
                    id={`other-${i + 2}`}
                    value={who}
                    onChange={e =>
                      change({ others: choices.others.map((o, k) => (k === i ? e.currentTarget.value : o)) })
                    }
                  >
                    <option value={PERSON}>{t('create.friend')}</option>
                    {levelsHere().map(l => (
                      <option key={l} value={l}>
                        {botChoice(t, l)}
                      </option>
                    ))}
                  </select>
                </div>
              ))}
            </fieldset>
            <FirstRow
              game={info}
              names={[t('setup.me'), ...names]}
              value={choices.first}
              set={first => change({ first })}
            />
            <Choice
              name="open"
              legend={t('create.open')}
              value={choices.open}
              set={open => change({ open })}
              values={[
                [false, t('create.by-link')],
                [true, t('create.anybody')],
              ]}
            />
            <label class="option field">
              <span>{t('create.clock')}</span>
              <select value={choices.clock} onChange={e => change({ clock: e.currentTarget.value })}>
                {clockChoices(t).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <Choice
              name="spectators"
              legend={t('create.spectators')}
              value={choices.spectators}
              set={spectators => change({ spectators })}
              values={noYes}
            />
            <Choice
              name="hints"
              legend={t('create.hints')}
              value={choices.hints}
              set={hints => change({ hints })}
              values={noYes}
            />
            {info.options.map(o => (
              <OptionRow
                key={o.name}
                game={game}
                option={o}
                value={choices.options[o.name] ?? 0}
                set={v => change({ options: { ...choices.options, [o.name]: v } })}
              />
            ))}
          </div>
        </details>
      </form>
    </main>
  )
}
