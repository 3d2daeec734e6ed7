// Legal moves by name, as buttons: in groups if that helps, with a search if there are many.

import { useState } from 'preact/hooks'
import type { T } from '../i18n'
import { useRoving } from './roving'

/** Lists longer than this get a search. */
const MANY = 12

interface Named {
  move: string
  name: string
}

/** One stop of the Tab key; arrow keys move through the group. */
function Group(p: { list: Named[]; chosen: string | undefined; choose: (m: Named) => void; label: string }) {
  const roving = useRoving(1, p.list.length, () => true)
  return (
    <ul class="moves" aria-label={p.label} onKeyDown={e => roving.onKeyDown(e)}>
      {p.list.map((m, i) => (
        <li key={m.move}>
          <button type="button" aria-pressed={p.chosen === m.move} onClick={() => p.choose(m)} {...roving.cell(0, i)}>
            {m.name}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** grouped: by the first word. */
export function Moves(p: {
  legal: string[]
  name: (move: string) => string
  chosen: string | undefined
  choose: (move: string, name: string) => void
  grouped?: boolean
  t: T
}) {
  const { legal, t } = p
  const [wanted, want] = useState('')
  const many = legal.length > MANY
  const words = many ? wanted.toLowerCase().split(' ').filter(Boolean) : []
  const all = legal.map(move => ({ move, name: p.name(move) }))
  const list = all.filter(m => words.every(w => m.name.toLowerCase().includes(w)))
  const groups = new Map<string, Named[]>()
  for (const m of list) {
    const key = (p.grouped && m.name.split(' ')[0]) || ''
    groups.set(key, [...(groups.get(key) ?? []), m])
  }
  return (
    <>
      {many && (
        <p class="moves-search">
          <input
            type="search"
            value={wanted}
            placeholder={t('moves.filter')}
            aria-label={t('moves.filter')}
            onInput={e => want(e.currentTarget.value)}
          />
          <span class="faint" role="status">
            {t('moves.shown', { n: list.length, all: legal.length })}
          </span>
        </p>
      )}
      {[...groups].map(([key, some]) => (
        <section key={key} class="moves-group">
          {groups.size > 1 && <h3>{key}</h3>}
          <Group list={some} chosen={p.chosen} choose={m => p.choose(m.move, m.name)} label={key || t('table.moves')} />
        </section>
      ))}
    </>
  )
}
