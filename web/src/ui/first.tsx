// The first time that somebody plays a game here: guided, or not?

import { useEffect, useRef } from 'preact/hooks'
import type { GameInfo } from '../view'
import { gameTitle, useApp } from './context'
import { IconButton } from './icons'

const KEY = 'atoll.met'

const met = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Has this game been begun here before? */
export const isMet = (game: string): boolean => met().includes(game)

export function keepMet(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...met(), game])]))
  } catch {
    /* a private window may refuse: then the question comes again */
  }
}

export function FirstGame(p: { game: GameInfo; guided: () => void; straight: () => void; close: () => void }) {
  const app = useApp()
  const { t } = app
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => (before as HTMLElement | null)?.focus()
  }, [])
  const choose = (begin: () => void) => () => {
    keepMet(p.game.name)
    begin()
  }
  return (
    <dialog ref={dialog} class="dialog first" data-game={p.game.name} aria-labelledby="first-title" onClose={p.close}>
      <div class="dialog-head">
        <h2 id="first-title">{t('first.title', { game: gameTitle(app, p.game.name) })}</h2>
        <IconButton icon="close" label={t('settings.close')} onClick={() => dialog.current?.close()} />
      </div>
      <p>{t('first.text')}</p>
      <button type="button" class="button primary" autofocus onClick={choose(p.guided)}>
        {t('first.guided')}
      </button>
      <button type="button" class="button" onClick={choose(p.straight)}>
        {t('first.straight')}
      </button>
    </dialog>
  )
}
