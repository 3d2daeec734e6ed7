// A table for friends: the last choices, and one button.

import { useState } from 'preact/hooks'
import { choicesFor, keepChoices, levelsHere, makeTable, PERSON, type Choices } from '../../online/choices'
import type { GameInfo } from '../../view'
import { botChoice, botName, gameTitle, useApp } from '../context'
import { Back, Choice, Gone } from '../parts'
import { FirstRow, Options, Players } from '../setup'
import { useAsking } from './who'
import { clockChoices } from './words'

interface Part {
  game: GameInfo
  choices: Choices
  change: (part: Partial<Choices>) => void
}

/** Who else plays: friends or bots. */
function Others({ choices, change }: Part) {
  const { t } = useApp()
  const others = choices.others.slice(0, choices.players - 1)
  return (
    <fieldset class="option">
      <legend>{t('setup.who')}</legend>
      {others.map((who, i) => (
        <div key={i} class="seat-row">
          <label for={`other-${i + 2}`}>{t('setup.seat', { n: i + 2 })}</label>
          <select
            id={`other-${i + 2}`}
            value={who}
            onChange={e => change({ others: choices.others.map((o, k) => (k === i ? e.currentTarget.value : o)) })}
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
  )
}

/** Choices that most people leave as they are. */
function More({ game, choices, change }: Part) {
  const { t } = useApp()
  const others = choices.others.slice(0, choices.players - 1)
  const names = others.map((who, i) => (who === PERSON ? t('setup.seat', { n: i + 2 }) : botName(t, who, i + 2)))
  const yesNo = (name: 'spectators' | 'hints') => (
    <Choice
      name={name}
      legend={t(`create.${name}`)}
      value={choices[name]}
      set={value => change({ [name]: value })}
      values={[
        [false, t('option.no')],
        [true, t('option.yes')],
      ]}
    />
  )
  return (
    <div class="more-body">
      <Others game={game} choices={choices} change={change} />
      <FirstRow game={game} names={[t('setup.me'), ...names]} value={choices.first} set={first => change({ first })} />
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
      {yesNo('spectators')}
      {yesNo('hints')}
      <Options game={game} values={choices.options} set={options => change({ options })} />
    </div>
  )
}

export function Create({ game }: { game: string }) {
  const app = useApp()
  const { t } = app
  const info = app.games.find(g => g.name === game)
  const asking = useAsking()
  const [choices, setChoices] = useState<Choices | null>(() => (info ? choicesFor(info) : null))
  if (!info || !choices) return <Gone />
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part })

  function create(e: Event) {
    e.preventDefault()
    void asking.ask(async () => {
      const table = await makeTable(info!, choices!)
      keepChoices(game, choices!)
      // The table replaces the form: going back leads to the screen before.
      location.replace(`#table/${table}`)
    })
  }

  return (
    <main class="page setup" data-game={game}>
      <Back />
      <h1 tabIndex={-1}>{t('create.title', { game: gameTitle(app, game) })}</h1>
      <p class="lead">{t('create.lead')}</p>
      <form onSubmit={create}>
        {asking.form}
        <Players game={info} value={choices.players} set={players => change({ players })} />
        <div class="form-end">
          <button type="submit" class="button primary big" disabled={asking.busy}>
            {t('create.go')}
          </button>
        </div>
        {asking.refused}
        <details class="more" open={choices.others.slice(0, choices.players - 1).some(o => o !== PERSON)}>
          <summary>{t('create.more')}</summary>
          <More game={info} choices={choices} change={change} />
        </details>
      </form>
    </main>
  )
}
