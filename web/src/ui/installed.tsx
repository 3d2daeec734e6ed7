// What the page is to this device: whether all of it is stored for offline use, and the offer to install it.

import type { ComponentChildren } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import { canInstall, install, onInstall } from '../install'
import { canKeep, keepAll, offlineState, onUpdate } from '../update'
import { useApp } from './context'
import { Icon } from './icons'

/** Drawn again when the offer comes or goes, or more is stored. */
function useChanges(): void {
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => {
    const stop = [onInstall(() => again()), onUpdate(() => again())]
    return () => stop.forEach(f => f())
  }, [])
}

export function Installed() {
  const { t } = useApp()
  useChanges()
  const state = offlineState()
  const button = (press: () => void, words: ComponentChildren) => (
    <button type="button" class="button quiet" onClick={press}>
      {words}
    </button>
  )
  return (
    <>
      {canInstall() &&
        button(
          () => void install(),
          <>
            <Icon name="export" />
            {t('app.install')}
          </>,
        )}
      {canKeep() && (
        <span class="faint" role="status" data-offline={state}>
          {state === 'ready' && (
            <>
              <Icon name="check" />
              {t('app.ready')}
            </>
          )}
          {state === 'loading' && t('app.loading')}
        </span>
      )}
      {canKeep() && state === 'partly' && button(keepAll, t('app.keep'))}
    </>
  )
}

/** A record that somebody chose or opened with the page; null if it is too long to be one. */
export const recordOf = async (file: File): Promise<string | null> => (file.size > 400_000 ? null : file.text())
