// What is stored and where, and how to delete it.

import '../../../style/online.css?later'
import { useEffect, useRef, useState } from 'preact/hooks'
import { forgetDevice } from '../../online/forget'
import { hosted, known } from '../../online/known'
import { wire } from '../../online/wire'
import { useApp } from '../context'
import { Icon } from '../icons'
import { Back } from '../parts'

export function Privacy() {
  const { t } = useApp()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState('')
  const keep = useRef<HTMLButtonElement>(null)
  const online = hosted()
  useEffect(() => keep.current?.focus(), [asking])
  const parts = online ? ['device', 'host', 'others', 'links', 'never'] : ['device', 'never']

  /** here: only data on this device, because the host cannot be reached. */
  async function remove(here = false) {
    setError('')
    try {
      if (!here && known()) {
        if (wire().state !== 'open') throw new Error('no connection')
        await wire()
          .ask({ do: 'forget' })
          .catch((err: { code?: string }) => {
            // Nobody is known there.
            if (err.code !== 'name-needed') throw err
          })
      }
    } catch {
      setError(t('privacy.unreachable'))
      return
    }
    await forgetDevice()
    location.replace('#')
    location.reload()
  }

  return (
    <main class="page privacy">
      <Back />
      <h1 tabIndex={-1}>{t('privacy.title')}</h1>
      {parts.map(part => (
        <section key={part} class="panel">
          <h2>{t(`privacy.${part}`)}</h2>
          <p>{t(part === 'device' && !online ? 'privacy.device.alone' : `privacy.${part}.text`)}</p>
        </section>
      ))}
      {online && (
        <p>
          <a href="legal">{t('privacy.legal')}</a>
        </p>
      )}
      <section class="panel" aria-labelledby="delete-title">
        <h2 id="delete-title">{t('privacy.delete')}</h2>
        <p>{t(online ? 'privacy.delete.text' : 'privacy.delete.alone')}</p>
        <div class="form-end">
          {asking ? (
            <>
              <button type="button" class="button danger" onClick={() => void remove()}>
                {t('privacy.sure')}
              </button>
              <button ref={keep} type="button" class="button" onClick={() => setAsking(false)}>
                {t('privacy.keep')}
              </button>
            </>
          ) : (
            <button type="button" class="button danger" onClick={() => setAsking(true)}>
              <Icon name="trash" />
              {t('privacy.delete')}
            </button>
          )}
        </div>
        {error && (
          <div role="alert">
            <p class="refused">{error}</p>
            <button type="button" class="button" onClick={() => void remove(true)}>
              {t('privacy.only-here')}
            </button>
          </div>
        )}
      </section>
    </main>
  )
}
