// The frame around all screens: which one is shown (by the address's fragment), the words and
// settings they share, what is said aloud.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { load, type T } from '../i18n'
import { onLaunch } from '../install'
import * as kept from '../settings'
import { Letters } from '../art/kit'
import { Sprites } from '../art/sprites'
import { moduleOf } from '../games/index'
import { lettersOf } from '../letters'
import { hosted, known } from '../online/known'
import { onUpdate, update, updateReady } from '../update'
import { AppContext, useApp, type App } from './context'
import { recordOf } from './installed'
import { later, laterScreen } from './later'
import { SettingsDialog } from './settings'
import { Start } from './start'
import { Play, type Seed } from './play'

const Analysis = laterScreen(() => import('./analysis').then(m => m.Analysis))
const SetUp = laterScreen(() => import('./setup').then(m => m.SetUp))
const Stats = laterScreen(() => import('./stats').then(m => m.Stats))
const Daily = laterScreen(() => import('./daily').then(m => m.Daily))
const Compare = laterScreen(() => import('./compare').then(m => m.Compare))
const People = laterScreen(() => import('./people').then(m => m.People))
const Puzzles = laterScreen(() => import('./puzzles').then(m => m.Puzzles))
const Guide = laterScreen(() => import('./guide').then(m => m.Guide))
const Rules = laterScreen(() => import('./rulebook').then(m => m.Rules))
const Privacy = laterScreen(() => import('./online/privacy').then(m => m.Privacy))
const Create = laterScreen(() => import('./online/screens').then(m => m.Create))
const AtTable = laterScreen(() => import('./online/screens').then(m => m.AtTable))
const Lobby = laterScreen(() => import('./online/screens').then(m => m.Lobby))
const Device = laterScreen(() => import('./online/screens').then(m => m.Device))
const Results = laterScreen(() => import('./online/screens').then(m => m.Results))
const Code = laterScreen(() => import('./online/screens').then(m => m.Code))
const Presence = later(() => import('./online/screens').then(m => m.Presence))

type Ref = { readonly current: HTMLElement | null }

function useRoute(): string {
  const [route, set] = useState(location.hash.slice(1))
  useEffect(() => {
    const follow = () => set(location.hash.slice(1))
    addEventListener('hashchange', follow)
    follow() // it may have changed since the first drawing
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

/** home: is called with the address of a game that has just begun. */
function Screen(p: { route: string; begin: (s: Seed) => void; seed: Seed | null; home: (route: string) => void }) {
  const { route, begin, seed } = p
  if (seed) return <Play key={seed} seed={seed} home={p.home} />
  if (route.startsWith('g=')) return <Play key={route} seed={{ kind: 'link', packed: route.slice(2) }} />
  if (route.startsWith('d=')) return <Compare key={route} packed={route.slice(2)} />
  const [screen, what = '', deal = '', step = ''] = route.split('/')
  switch (screen) {
    case 'new':
      return <SetUp key={what} game={what} deal={deal} begin={begin} />
    case 'play':
      return <Play key={what} seed={{ kind: 'saved', id: what }} />
    case 'analysis':
      return <Analysis key={what} id={what} step={deal} />
    case 'puzzles':
      return <Puzzles what={what} which={deal} step={step} />
    case 'guide':
      return <Guide key={what} game={what} begin={begin} />
    case 'rules':
      return <Rules key={what} game={what} at={deal} />
    case 'stats':
      return <Stats />
    case 'daily':
      return <Daily key={what} date={what} />
    case 'people':
      return <People />
    case 'privacy':
      return <Privacy />
  }
  // Without a host (a plain web host) its screens do not exist either.
  switch (hosted() && screen) {
    case 'friends':
      return <Create key={what} game={what} />
    case 'table':
      return <AtTable key={route} id={what} secret={deal} />
    case 'lobby':
      return <Lobby now={what === 'now'} />
    case 'device':
      return <Device key={what} secret={what} />
    case 'results':
      return <Results />
    case 'code':
      return <Code key={what} what={what} />
    default:
      return <Start begin={begin} />
  }
}

/** A new screen starts at its top, with the focus. A game that has just begun gets its address while its screen
 *  stays. */
function useTop(main: Ref, screen: string | null): void {
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    scrollTo(0, 0)
    main.current?.querySelector<HTMLElement>('h1')?.focus()
  }, [screen])
}

/** The window has the screen's title, which may be known only later; before the title comes the number of tables
 *  that wait for me. */
function useTitle(main: Ref, t: T, waiting: number): void {
  useEffect(() => {
    const entitle = () => {
      const name = main.current?.querySelector('h1')?.textContent
      const title = !name || name === 'Atoll' ? t('title') : `${name} · Atoll`
      document.title = waiting ? `(${waiting}) ${title}` : title
    }
    const observer = new MutationObserver(entitle)
    observer.observe(main.current!, { childList: true, subtree: true })
    entitle()
    return () => observer.disconnect()
  }, [t, waiting])
}

/** A mere visit connects to nothing; people who were connected stay so. */
function useOnline(route: string): boolean {
  const [online, setOnline] = useState(known())
  useEffect(() => {
    if (hosted() && /^(friends|table|lobby|device|results|code)\b/.test(route)) setOnline(true)
  }, [route])
  return online
}

/** A game that has just begun stays on the screen until its own address is left. */
function useBegun(route: string) {
  const [seed, setSeed] = useState<Seed | null>(null)
  const address = useRef<string | null>(null)
  useEffect(() => {
    if (seed && route !== address.current) setSeed(null)
  }, [route])
  return {
    seed,
    begin: (s: Seed) => {
      address.current = location.hash.slice(1)
      setSeed(s)
    },
    home: (to: string) => {
      address.current = to
      location.hash = to
    },
  }
}

/** Messages for screen readers, and those that are shown for a moment. */
function useSaying() {
  const [said, setSaid] = useState('')
  const [shown, show] = useState('')
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => show(''), 4000)
    return () => clearTimeout(timer)
  }, [shown])
  return {
    // The same words twice are announced twice.
    announce: (text: string) => setSaid(old => (old === text ? text + '\u00a0' : text)),
    toast: (text: string) => {
      show(text)
      setSaid(text)
    },
    told: (
      <>
        {/* It is announced below. */}
        <div class="toast" hidden={!shown} aria-hidden="true">
          {shown}
        </div>
        <div class="hidden" role="status" aria-live="polite">
          {said}
        </div>
      </>
    ),
  }
}

/** Settings and texts change together: a language is not set until its texts have loaded. */
function useSettings(first: { settings: kept.Settings; t: T }, toast: (text: string) => void) {
  const [settings, setSettings] = useState(first.settings)
  const [t, setT] = useState<T>(() => first.t)
  function set(change: Partial<kept.Settings>) {
    const next = { ...settings, ...change }
    const take = () => {
      setSettings(next)
      kept.write(next)
      kept.show(next)
    }
    if (next.lang === t.lang) take()
    else
      load(next.lang, t.complete).then(
        words => {
          setT(() => words)
          take()
        },
        () => {
          setSettings({ ...settings })
          toast(t('error.part'))
        },
      )
  }
  return { settings, t, set }
}

/** The letters on pieces, if the settings ask for them. */
function useLetters(t: T, wanted: boolean) {
  return useMemo(() => {
    const found: Record<string, Record<string, string>> = {}
    return (game: string, kind: string) =>
      wanted ? ((found[game] ??= lettersOf(t, moduleOf(game).letters ?? {}))[kind] ?? '') : ''
  }, [t, wanted])
}

/** The offer to update the page. */
function Update() {
  const { t } = useApp()
  const [ready, setReady] = useState(updateReady())
  useEffect(() => onUpdate(() => setReady(updateReady())), [])
  if (!ready) return null
  return (
    <div class="update" role="status">
      <span>{t('update.ready')}</span>
      <button type="button" class="button primary" onClick={update}>
        {t('update.now')}
      </button>
    </div>
  )
}

export function Root(p: { settings: kept.Settings; t: T }) {
  const { announce, toast, told } = useSaying()
  const { settings, t, set } = useSettings(p, toast)
  const [open, setOpen] = useState(false)
  const [waiting, setWaiting] = useState(0)
  const route = useRoute()
  const { seed, begin, home } = useBegun(route)
  const main = useRef<HTMLDivElement>(null)
  useTop(main, seed ? 'seed' : route)
  useTitle(main, t, waiting)
  const online = useOnline(route)

  const app = useMemo<App>(
    () => ({
      t,
      settings,
      games: CATALOGUE.games,
      set,
      announce,
      toast,
      go: to => {
        location.hash = to
      },
      begin,
      openSettings: () => setOpen(true),
    }),
    [t, settings],
  )

  useEffect(
    () =>
      onLaunch(
        file =>
          void recordOf(file).then(record =>
            record === null ? toast(t('error.too-long')) : begin({ kind: 'record', record }),
          ),
      ),
    [],
  )

  return (
    <AppContext.Provider value={app}>
      <Letters.Provider value={useLetters(t, settings.letters)}>
        <Sprites />
        {online && <Presence waiting={setWaiting} />}
        <div ref={main} class="screen">
          <Screen route={route} seed={seed} begin={begin} home={home} />
        </div>
        {open && <SettingsDialog close={() => setOpen(false)} />}
        <Update />
        {told}
      </Letters.Provider>
    </AppContext.Provider>
  )
}
