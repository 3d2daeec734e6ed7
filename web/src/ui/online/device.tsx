// The same player on another device: a link that works once.

import { useEffect, useState } from 'preact/hooks'
import { setKnown } from '../../online/known'
import { linkTo } from '../../online/copy'
import { Refusal, wire } from '../../online/wire'
import { useApp } from '../context'
import { Back, Refused } from '../parts'
import { Connection, LinkBox, useWire } from './parts'
import { useAsking } from './who'
import { refusalWords } from './words'

function Give() {
  const { t } = useApp()
  const asking = useAsking()
  const [link, setLink] = useState('')
  // The host says when the other device has used it: then it is worth nothing and goes from the screen.
  const [used, setUsed] = useState(false)
  useEffect(
    () =>
      wire().on('device', m => {
        setUsed(m.used === true)
        setLink('')
      }),
    [],
  )
  const make = async () => setLink(linkTo((await wire().ask({ do: 'device' })).link as string))

  return (
    <>
      <p class="lead">{t('device.text')}</p>
      {asking.form}
      {used && !link && <p role="status">{t('device.taken')}</p>}
      {link ? (
        <section class="panel" aria-label={t('link.label')}>
          <LinkBox url={link} title={t('device.title')} code={t('device.code')} />
          <p class="faint">{t('device.once')}</p>
        </section>
      ) : (
        <button type="button" class="button primary" onClick={() => void asking.ask(make)}>
          {t('device.make')}
        </button>
      )}
      {asking.refused}
    </>
  )
}

function Take({ secret }: { secret: string }) {
  const app = useApp()
  const { t } = app
  const { hello } = useWire()
  const [error, setError] = useState('')

  async function redeem() {
    setError('')
    try {
      const { name, picture } = await wire().ask({ do: 'redeem', secret })
      setKnown(true)
      app.set({ name: String(name), ...(typeof picture === 'number' ? { picture } : {}) })
      app.toast(t('device.done', { who: String(name) }))
      location.replace('#lobby')
    } catch (err) {
      const code = err instanceof Refusal ? err.code : ''
      setError(
        code === 'not-allowed' ? t('device.used') : code === 'not-now' ? t('device.named') : refusalWords(t, err),
      )
    }
  }

  if (hello?.person)
    return (
      <>
        <p>{t('device.named')}</p>
        <a class="button" href="#privacy">
          {t('privacy.title')}
        </a>
      </>
    )
  return (
    <>
      <p class="lead">{t('device.take')}</p>
      <button type="button" class="button primary big" onClick={() => void redeem()}>
        {t('device.go')}
      </button>
      <Refused why={error} />
    </>
  )
}

export function Device({ secret }: { secret: string }) {
  const { t } = useApp()
  return (
    <main class="page">
      <Back to="lobby" label={t('lobby.title')} />
      <h1 tabIndex={-1}>{t('device.title')}</h1>
      <Connection />
      {secret ? <Take secret={secret} /> : <Give />}
    </main>
  )
}
