// Small parts shared by the screens around tables online.

import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { canShare, copy, share } from '../../online/copy'
import { mine } from '../../online/mine'
import { qr } from '../../online/qr'
import { wire, wireIfAny } from '../../online/wire'
import { useApp } from '../context'
import { Icon } from '../icons'

/** Renders again when the connection or my identity changes. */
export function useWire() {
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => wire().subscribe(() => again()), [])
  return wire()
}

/** The same on screens that work without a host: it opens no connection. */
export function useWireIfAny() {
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => {
    let end = () => {}
    const follow = () => {
      end = wire().subscribe(() => again())
      again()
    }
    if (wireIfAny(follow)) follow()
    return () => end()
  }, [])
  return wireIfAny()
}

/** My tables, kept up to date; with details if wanted. */
export function useMine(details = false) {
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => mine.subscribe(() => again()), [])
  useEffect(() => {
    if (details) mine.detail()
  }, [details])
  return mine
}

/** A quiet notice while there is no connection. */
export function Connection() {
  const { t } = useApp()
  const { state } = useWire()
  if (state !== 'lost' && state !== 'old') return null
  return (
    <p class="connection" role="status">
      {t(state === 'old' ? 'online.old' : 'online.lost')}{' '}
      {state === 'lost' && (
        <button type="button" class="button" onClick={() => wire().again()}>
          {t('online.now')}
        </button>
      )}
    </p>
  )
}

/** A code that a phone's camera can read: dark on light in both themes. */
export function Qr({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qr(text), [text])
  if (!code) return null
  const quiet = 4
  const size = code.length + 2 * quiet
  const path = code
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#10303a" />
    </svg>
  )
}

/** This page's address works only on this machine. */
const isLocal = (): boolean => /^(localhost|127\..*|\[::1\])$/.test(location.hostname)

/** A link to give away: text that can be selected, a copy button, a share button, a QR code. */
export function LinkBox({ url, title, code }: { url: string; title: string; code: string }) {
  const app = useApp()
  const { t } = app
  const field = useRef<HTMLInputElement>(null)

  async function give() {
    if (await copy(url)) {
      app.toast(t('link.copied'))
      return
    }
    field.current?.focus()
    field.current?.select()
    app.toast(t('link.by-hand'))
  }

  return (
    <div class="link-box">
      <Qr text={url} label={code} />
      <div class="link-words">
        <label class="field">
          <span>{t('link.label')}</span>
          <input
            ref={field}
            type="text"
            class="link"
            readOnly
            value={url}
            onFocus={e => e.currentTarget.select()}
            onClick={e => e.currentTarget.select()}
          />
        </label>
        <div class="form-end">
          <button type="button" class="button primary" onClick={() => void give()}>
            {t('link.copy')}
          </button>
          {canShare() && (
            <button type="button" class="button" onClick={() => void share(title, url)}>
              <Icon name="share" />
              {t('link.share')}
            </button>
          )}
        </div>
        <p class="faint">{t(isLocal() ? 'link.local' : 'link.code')}</p>
      </div>
    </div>
  )
}
