// The recovery code: made and shown once as words and as a picture for a camera; taken on another device; offered
// when somebody first sits down at a table of days.

import { useEffect, useRef, useState } from 'preact/hooks'
import { offered, readCode, setOffered, wordsOf, LENGTH, type Read } from '../../online/code'
import { copy, linkTo } from '../../online/copy'
import { setKnown } from '../../online/known'
import type { TableMessage } from '../../online/messages'
import { Refusal, wire } from '../../online/wire'
import type { T } from '../../i18n'
import { useApp } from '../context'
import { Back, Refused } from '../parts'
import { Connection, Qr, useWire } from './parts'
import { useAsking } from './who'
import { refusalWords } from './words'

/** The words in their order, and their picture. */
function Shown({ code }: { code: string }) {
  const app = useApp()
  const { t } = app
  const words = wordsOf(code)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [code])
  return (
    <section class="panel code-shown" aria-labelledby="code-words">
      <h2 id="code-words" ref={heading} tabIndex={-1}>
        {t('code.yours')}
      </h2>
      <p>{t('code.keep')}</p>
      <div class="code-both">
        <ol class="code-words">
          {words.map((word, i) => (
            <li key={i}>{word}</li>
          ))}
        </ol>
        <Qr text={linkTo(`#code/${code}`)} label={t('code.picture')} />
      </div>
      <div class="form-end">
        <button
          type="button"
          class="button"
          onClick={() => void copy(words.join(' ')).then(done => app.toast(t(done ? 'code.copied' : 'code.by-hand')))}
        >
          {t('code.copy')}
        </button>
        <button type="button" class="button quiet" onClick={() => print()}>
          {t('code.print')}
        </button>
      </div>
    </section>
  )
}

/** When my code was made; null: I have none; undefined: not known yet. */
function useMade(): number | null | undefined {
  const { state, hello } = useWire()
  const [made, setMade] = useState<number | null | undefined>(undefined)
  const person = hello?.person
  useEffect(() => {
    if (state === 'open' && person)
      wire()
        .ask({ do: 'code' })
        .then(
          m => setMade(m.made as number | null),
          () => {},
        )
    else if (state === 'open') setMade(null)
  }, [state, person])
  return made
}

function Make() {
  const { t } = useApp()
  const asking = useAsking()
  const made = useMade()
  const [code, setCode] = useState('')
  const make = async () => {
    setCode((await wire().ask({ do: 'code', make: true })).code as string)
    setOffered()
  }
  const when = made ? new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium' }).format(made) : ''
  return (
    <>
      <p class="lead">{t('code.text')}</p>
      {code ? (
        <Shown code={code} />
      ) : (
        <>
          {asking.form}
          {when && <p>{t('code.made', { when })}</p>}
          <button type="button" class="button primary" disabled={asking.busy} onClick={() => void asking.ask(make)}>
            {t(when ? 'code.another' : 'code.make')}
          </button>
          {asking.refused}
        </>
      )}
      <p>
        <a class="button quiet" href="#code/enter">
          {t('code.enter')}
        </a>
      </p>
    </>
  )
}

/** What is wrong with what was typed. */
function wrongWords(t: T, read: Read): string {
  if ('wrong' in read) return t('code.wrong', { n: read.place, word: read.wrong, perhaps: read.perhaps })
  if ('count' in read) return t('code.count', { n: read.count, all: LENGTH })
  return t('code.mixed')
}

function Enter({ link }: { link: string }) {
  const app = useApp()
  const { t } = app
  const { hello } = useWire()
  const [text, setText] = useState(() => (link ? wordsOf(link).join(' ') : ''))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  // A code stays no longer in the address than it must.
  useEffect(() => history.replaceState(null, '', '#code/enter'), [])

  async function recover(e: Event) {
    e.preventDefault()
    const read = readCode(text)
    if (!('code' in read)) {
      setError(wrongWords(t, read))
      return
    }
    setBusy(true)
    setError('')
    try {
      const { name, picture } = await wire().ask({ do: 'recover', code: read.code })
      setKnown(true)
      setOffered()
      app.set({ name: String(name), ...(typeof picture === 'number' ? { picture } : {}) })
      app.toast(t('device.done', { who: String(name) }))
      location.replace('#lobby')
    } catch (err) {
      const why = err instanceof Refusal ? err.code : ''
      setError(
        why === 'not-allowed'
          ? t('code.unknown')
          : why === 'not-now'
            ? t('device.named')
            : why === 'too-fast'
              ? t('code.slowly')
              : refusalWords(t, err),
      )
      setBusy(false)
    }
  }

  if (hello?.person)
    return (
      <>
        <p>{t('device.named')}</p>
        <p>{t('code.number', { n: hello.person })}</p>
      </>
    )
  return (
    <form class="code-enter" onSubmit={e => void recover(e)}>
      <p class="lead">{t('code.take')}</p>
      <label class="field">
        <span>{t('code.words', { n: LENGTH })}</span>
        <textarea
          name="code"
          rows={4}
          maxLength={400}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={text}
          onInput={e => setText(e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary big" disabled={busy || text.trim() === ''}>
        {t('device.go')}
      </button>
      <Refused why={error} />
    </form>
  )
}

/** what: nothing, "enter", or the digits of a code. */
export function Code({ what }: { what: string }) {
  const { t } = useApp()
  return (
    <main class="page code">
      <Back to="lobby" label={t('lobby.title')} />
      <h1 tabIndex={-1}>{t('code.title')}</h1>
      <Connection />
      {what ? <Enter link={/^[0-9a-f]{32}$/.test(what) ? what : ''} /> : <Make />}
    </main>
  )
}

const HOURS_6 = 6 * 3_600_000

/** At a table of days, for whoever sits there and has no code: once on a device. */
export function CodeOffer({ table }: { table: TableMessage }) {
  const days = table.clock.kind !== 'none' && table.clock.base >= HOURS_6
  const [hidden, hide] = useState(offered())
  if (!days || table.you === null || hidden) return null
  return (
    <Offer
      close={() => {
        setOffered()
        hide(true)
      }}
    />
  )
}

function Offer({ close }: { close: () => void }) {
  const { t } = useApp()
  if (useMade() !== null) return null
  return (
    <section class="panel code-offer" aria-labelledby="code-offer">
      <h2 id="code-offer">{t('code.offer')}</h2>
      <p>{t('code.offer.text')}</p>
      <div class="form-end">
        <a class="button primary" href="#code" onClick={() => setOffered()}>
          {t('code.make')}
        </a>
        <button type="button" class="button quiet" onClick={close}>
          {t('code.not-now')}
        </button>
      </div>
    </section>
  )
}
