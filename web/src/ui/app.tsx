// The frame around all screens: which one is shown (by the address's fragment), the words and
// settings they share, what is said aloud.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { load, type T } from '../i18n'
import * as kept from '../settings'
import { Sprites } from '../art/sprites'
import { onUpdate, update, updateReady } from '../update'
import { Analysis } from './analysis'
import { AppContext, type App } from './context'
import { Guide } from './guide'
import { SetUp } from './setup'
import { SettingsDialog } from './settings'
import { Start } from './start'
import { Play, type Seed } from './play'

function useRoute(): string {
  const [route, set] = useState(location.hash.slice(1))
  useEffect(() => {
    const follow = () => set(location.hash.slice(1))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

function Screen({ route, begin, seed }: { route: string; begin: (s: Seed) => void; seed: Seed | null }) {
  if (seed) return <Play key="new" seed={seed} />
  if (route.startsWith('g=')) return <Play key={route} seed={{ kind: 'link', packed: route.slice(2) }} />
  const [screen, what = '', deal = ''] = route.split('/')
  switch (screen) {
    case 'new':
      return <SetUp key={what} game={what} deal={deal} begin={begin} />
    case 'play':
      return <Play key={what} seed={{ kind: 'saved', id: what }} />
    case 'analysis':
      return <Analysis key={what} id={what} />
    case 'guide':
      return <Guide key={what} game={what} begin={begin} />
    default:
      return <Start begin={begin} />
  }
}

export function Root(p: { settings: kept.Settings; t: T }) {
  const [settings, setSettings] = useState(p.settings)
  const [t, setT] = useState<T>(() => p.t)
  const [said, setSaid] = useState('')
  const [toast, setToast] = useState('')
  const [open, setOpen] = useState(false)
  const [seed, setSeed] = useState<Seed | null>(null)
  const [ready, setReady] = useState(updateReady())
  const route = useRoute()
  const main = useRef<HTMLDivElement>(null)
  const first = useRef(true)

  useEffect(() => onUpdate(() => setReady(updateReady())), [])

  // A new screen starts at its top, and the focus with it. A game that has just begun gets its
  // address while its screen stays.
  const screen = seed ? 'seed' : route
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    scrollTo(0, 0)
    main.current?.querySelector<HTMLElement>('h1')?.focus()
  }, [screen])
  // The window is called what the screen is called.
  useEffect(() => {
    const name = main.current?.querySelector('h1')?.textContent
    document.title = !name || name === 'Atoll' ? t('title') : `${name} · Atoll`
  })
  useEffect(() => {
    if (seed && !route.startsWith('play/')) setSeed(null)
  }, [route])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(''), 4000)
    return () => clearTimeout(timer)
  }, [toast])

  const app = useMemo<App>(
    () => ({
      t,
      settings,
      games: CATALOGUE.games,
      set(change) {
        const next = { ...settings, ...change }
        setSettings(next)
        kept.write(next)
        kept.show(next)
        if (change.lang && change.lang !== t.lang) void load(change.lang).then(words => setT(() => words))
      },
      // The same words twice are said twice.
      announce: text => setSaid(old => (old === text ? text + '\u00a0' : text)),
      toast: text => {
        setToast(text)
        setSaid(text)
      },
      go: to => {
        location.hash = to
      },
      openSettings: () => setOpen(true),
    }),
    [t, settings],
  )

  return (
    <AppContext.Provider value={app}>
      <Sprites />
      <div ref={main} class="screen">
        <Screen route={route} seed={seed} begin={setSeed} />
      </div>
      {open && <SettingsDialog close={() => setOpen(false)} />}
      {ready && (
        <div class="update" role="status">
          <span>{t('update.ready')}</span>
          <button type="button" class="button primary" onClick={update}>
            {t('update.now')}
          </button>
        </div>
      )}
      <div class="toast" hidden={!toast}>
        {toast}
      </div>
      <div class="hidden" role="status" aria-live="polite">
        {said}
      </div>
    </AppContext.Provider>
  )
}
