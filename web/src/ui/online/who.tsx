// My name and picture at tables online: asked for once and kept on this device. The forms that need them.

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { PersonPicture } from '../../art/people'
import { introduce } from '../../online/known'
import { Refusal } from '../../online/wire'
import { nextFrame } from '../../rest'
import { useApp } from '../context'
import { Refused } from '../parts'
import { Pictures } from '../pictures'
import { refusalWords } from './words'

interface Me {
  /** The form; a single line once there is a name. */
  form: ComponentChildren
  /** Tells the host my name; false: it is missing or refused, and the form says so. */
  ready: () => Promise<boolean>
}

function useMe(): Me {
  const app = useApp()
  const { t, settings } = app
  const [name, setName] = useState(settings.name)
  // Who has not begun to write is not asked any more when the host says the name.
  const [editing, setEditing] = useState(false)
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const shown = editing || settings.name === ''

  function fail(text: string): false {
    setEditing(true)
    setError(text)
    app.announce(text)
    nextFrame(() => field.current?.focus())
    return false
  }

  async function ready(): Promise<boolean> {
    const chosen = (shown ? name : settings.name).trim()
    if (!chosen) return fail(t('who.missing'))
    try {
      await introduce(chosen, settings.picture)
    } catch (err) {
      if (err instanceof Refusal && err.code === 'bad-name') return fail(t('who.bad'))
      throw err
    }
    setError('')
    setEditing(false)
    if (chosen !== settings.name) app.set({ name: chosen })
    return true
  }

  const form = shown ? (
    <div class="who panel">
      <label class="field">
        <span>{t('who.name')}</span>
        <input
          ref={field}
          type="text"
          name="nickname"
          autocomplete="nickname"
          maxLength={24}
          value={name}
          aria-invalid={error !== ''}
          aria-describedby={error ? 'who-error' : undefined}
          onInput={e => {
            setName(e.currentTarget.value)
            setEditing(true)
          }}
        />
      </label>
      {error && (
        <p id="who-error" class="refused">
          {error}
        </p>
      )}
      <Pictures value={settings.picture} set={picture => app.set({ picture })} />
    </div>
  ) : (
    <div class="who-line">
      <PersonPicture picture={settings.picture} size={40} />
      <strong>{settings.name}</strong>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          setName(settings.name)
          setEditing(true)
          nextFrame(() => field.current?.focus())
        }}
      >
        {t('who.change')}
      </button>
    </div>
  )
  return { form, ready }
}

/** A request to the host that needs my name. */
export interface Asking {
  /** Asks for my name; a single line once there is one. */
  form: ComponentChildren
  /** Why the last request failed. */
  refused: ComponentChildren
  busy: boolean
  /** Tells the host my name, then does the work. Does nothing while a request is under way. */
  ask: (work: () => Promise<void>) => Promise<void>
}

export function useAsking(): Asking {
  const { t } = useApp()
  const me = useMe()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function ask(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setError('')
    try {
      if (await me.ready()) await work()
    } catch (err) {
      setError(refusalWords(t, err))
    } finally {
      setBusy(false)
    }
  }
  return { form: me.form, refused: <Refused why={error} />, busy, ask }
}
