// The people of this device: their names and pictures can be changed and deleted.

import '../../style/people.css?later'
import { useState } from 'preact/hooks'
import { keepPeople, NAME_MAX, otherPicture, people, personCalled, type Person } from '../people'
import { useApp } from './context'
import { Face } from './face'
import { Icon, IconButton } from './icons'
import { Back } from './parts'
import { Pictures } from './pictures'

/** One of them; the pictures are shown on request. */
function One(p: {
  name: string
  picture: number
  label: string
  empty: string
  set: (change: { name?: string; picture?: number }) => void
  forget?: () => void
}) {
  const { t } = useApp()
  const [choosing, setChoosing] = useState(false)
  return (
    <li class="panel one">
      <div class="one-line">
        <button
          type="button"
          class="face-button"
          aria-expanded={choosing}
          aria-label={t('here.picture', { who: p.name || p.label })}
          title={t('here.picture', { who: p.name || p.label })}
          onClick={() => setChoosing(!choosing)}
        >
          <Face seat={{ kind: 'guest', name: '', picture: p.picture }} size={56} />
        </button>
        <label class="field">
          <span>{p.label}</span>
          <input
            type="text"
            maxLength={NAME_MAX}
            value={p.name}
            placeholder={p.empty}
            onInput={e => p.set({ name: e.currentTarget.value })}
          />
        </label>
        {p.forget && <IconButton icon="trash" label={t('here.forget', { who: p.name })} onClick={p.forget} />}
      </div>
      {choosing && <Pictures value={p.picture} set={picture => p.set({ picture })} />}
    </li>
  )
}

/** Somebody else plays here, too. */
function Newcomer({ add }: { add: (name: string) => void }) {
  const { t } = useApp()
  const [name, setName] = useState('')
  function submit(e: Event) {
    e.preventDefault()
    if (!name.trim()) return
    add(name.trim())
    setName('')
  }
  return (
    <form class="form-end" onSubmit={submit}>
      <input
        type="text"
        maxLength={NAME_MAX}
        value={name}
        aria-label={t('here.new')}
        placeholder={t('here.new')}
        onInput={e => setName(e.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={!name.trim()}>
        <Icon name="plus" />
        {t('here.add')}
      </button>
    </form>
  )
}

export function People() {
  const app = useApp()
  const { t, settings } = app
  const [all, setAll] = useState(people)
  const [gone, setGone] = useState<Person | null>(null)
  function change(next: Person[]) {
    setAll(next)
    keepPeople(next)
  }
  function add(name: string) {
    personCalled(name, otherPicture([settings.picture, ...all.map(p => p.picture)]))
    setAll(people())
  }
  return (
    <main class="page">
      <Back />
      <h1 tabIndex={-1}>{t('here.title')}</h1>
      <p>{t('here.text')}</p>
      <ul class="ones">
        <One
          label={t('here.me')}
          empty={t('seat.you')}
          name={settings.name}
          picture={settings.picture}
          set={change => app.set(change)}
        />
        {all.map(p => (
          <One
            key={p.id}
            label={t('here.name')}
            empty=""
            name={p.name}
            picture={p.picture}
            set={more => change(all.map(o => (o.id === p.id ? { ...o, ...more } : o)))}
            forget={() => {
              change(all.filter(o => o.id !== p.id))
              setGone(p)
              app.announce(t('here.forgotten', { who: p.name }))
            }}
          />
        ))}
      </ul>
      {gone && (
        <p class="one-gone">
          {t('here.forgotten', { who: gone.name })}{' '}
          <button
            type="button"
            class="button"
            onClick={() => {
              change([...all, gone])
              setGone(null)
            }}
          >
            <Icon name="undo" />
            {t('start.restore')}
          </button>
        </p>
      )}
      <Newcomer add={add} />
      <a class="button quiet" href="#stats">
        <Icon name="chart" />
        {t('stats.title')}
      </a>
    </main>
  )
}
