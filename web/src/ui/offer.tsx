// A game's recommendation for people who know it, offered once on a device: after the first game that was
// finished here.

import { useState } from 'preact/hooks'
import type { Ending } from '../games/game'
import { habitOf, keepHabit } from '../habits'
import type { View } from '../view'
import { useApp } from './context'
import { bot, me, USUAL } from './play'

const KEY = 'atoll.offered'

/** Records that it is offered now; was it not offered before? */
function first(game: string): boolean {
  try {
    const offered = JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
    if (offered.includes(game)) return false
    localStorage.setItem(KEY, JSON.stringify([...offered, game]))
    return true
  } catch {
    return false // if this cannot be stored, it is not offered: it would come again and again
  }
}

export function Offer({ view, next }: { view: View; next: NonNullable<Ending['next']> }) {
  const app = useApp()
  const info = app.games.find(g => g.name === view.game)
  const option = info?.options.find(o => o.name === next.option)
  const [offered] = useState(() => !!option && view.options[option.name] === option.values[0] && first(view.game))
  if (!offered || !info || !option) return null
  /** The set-up form has it chosen already, beside the last choices. */
  function choose() {
    const habit = habitOf(info!) ?? {
      players: info!.players_min,
      seats: Array.from({ length: info!.players_max }, (_, i) => (i ? bot(USUAL) : me)),
      options: {},
      first: 0,
    }
    const value = option!.values.indexOf(next.value)
    keepHabit(info!.name, { ...habit, options: { ...habit.options, [option!.name]: value } })
  }
  return (
    <p class="end-offer">
      {app.t(next.words)}{' '}
      <a href={`#new/${info.name}`} onClick={choose}>
        {app.t('end.offer')}
      </a>
    </p>
  )
}
