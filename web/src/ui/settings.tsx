// Settings, in the only dialog there is.

import { useEffect, useRef } from 'preact/hooks'
import { LANGS } from '../i18n'
import { PACES, type Settings } from '../settings'
import { hosted, introduce, known } from '../online/known'
import { useApp } from './context'
import { IconButton } from './icons'
import { Choice } from './parts'
import { Pictures } from './pictures'

export function SettingsDialog({ close }: { close: () => void }) {
  const { t, settings, set, go } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => (before as HTMLElement | null)?.focus()
  }, [])
  // The host gets a new name or picture when the dialog is closed.
  const chosen = useRef(settings)
  chosen.current = settings
  useEffect(
    () => () => {
      const { name, picture } = chosen.current
      if (known() && name.trim()) introduce(name.trim(), picture).catch(() => {})
    },
    [],
  )

  const choice = <K extends keyof Settings>(key: K, values: Settings[K][], words: string[]) => (
    <Choice
      name={key}
      legend={t(`settings.${key}`)}
      value={settings[key]}
      set={v => set({ [key]: v } as Partial<Settings>)}
      values={values.map((v, i) => [v, words[i]!])}
    />
  )
  const away = (screen: string, words: string) => (
    <button
      type="button"
      class="button"
      onClick={() => {
        close()
        go(screen)
      }}
    >
      {t(words)}
    </button>
  )
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="settings-title" onClose={close}>
      <div class="dialog-head">
        <h2 id="settings-title">{t('settings.title')}</h2>
        <IconButton icon="close" label={t('settings.close')} onClick={close} />
      </div>
      {choice('lang', Object.keys(LANGS), Object.values(LANGS))}
      {choice('theme', ['auto', 'light', 'dark'], [t('theme.auto'), t('theme.light'), t('theme.dark')])}
      {choice('motion', ['auto', 'off'], [t('motion.auto'), t('motion.off')])}
      {choice(
        'pace',
        Object.keys(PACES) as Settings['pace'][],
        Object.keys(PACES).map(pace => t(`pace.${pace}`)),
      )}
      {choice('sound', [false, true], [t('sound.off'), t('sound.on')])}
      {choice('letters', [true, false], [t('letters.on'), t('letters.off')])}
      {choice('keys', [true, false], [t('keys.on'), t('keys.off')])}
      <p class="faint">{t('settings.keys.help')}</p>
      {choice('coordinates', [false, true], [t('coordinates.off'), t('coordinates.on')])}
      <label class="option field">
        <span>{t('settings.name')}</span>
        <input
          type="text"
          maxLength={24}
          value={settings.name}
          placeholder={t('seat.you')}
          onInput={e => set({ name: e.currentTarget.value })}
        />
      </label>
      {hosted() && <Pictures value={settings.picture} set={picture => set({ picture })} />}
      {hosted() && away('code', 'settings.code')}
      {away('privacy', 'privacy.title')}
      <p class="faint">{t('settings.version', { version: VERSION })}</p>
    </dialog>
  )
}
