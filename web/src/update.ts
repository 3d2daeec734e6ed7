// The page's side of the service worker. The files of a first visit are stored for offline use, and
// everything else once the page is idle. A new version is offered, never forced in the middle of a game.

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/** A newer version is ready. */
export const updateReady = (): boolean => waiting !== null

export function onUpdate(f: () => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

/** Changes over to the newer version, and reloads every window. */
export function update(): void {
  waiting?.postMessage('change over')
}

/** While nothing has been done on the page, nothing is lost by changing over at once. */
const FRESH = 10_000
const TRIED = 'atoll.update'

/** This page is older than the host: changes over without asking, and returns to the same place. False: that was
 *  tried a moment ago and did not help. */
export function mustUpdate(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(TRIED) ?? 0) < 60_000) return false
    sessionStorage.setItem(TRIED, String(Date.now()))
  } catch {
    return false
  }
  must = true
  if (waiting) update()
  // Without a service worker (plain http) a reload brings the host's present version.
  else if (!navigator.serviceWorker?.controller) location.reload()
  else void look()
  return true
}

/** The host and this page understand each other. */
export function isCurrent(): void {
  try {
    sessionStorage.removeItem(TRIED)
  } catch {
    /* nothing was stored there either */
  }
}

let must = false

/** Asks whether there is a newer version. */
export async function look(): Promise<void> {
  await navigator.serviceWorker
    ?.getRegistration()
    .then(r => r?.update())
    .catch(() => {
      /* no connection: another time */
    })
}

/** How far this device is: everything is stored, is being fetched, or waits to be asked for. */
export type Offline = 'ready' | 'loading' | 'partly'
let offline: Offline = 'partly'

export const offlineState = (): Offline => offline
/** Can anything be stored here? Not without https, nor in some private windows. */
export const canKeep = (): boolean => 'serviceWorker' in navigator

function become(state: Offline): void {
  offline = state
  listeners.forEach(f => f())
}

/** Fetches all screens and languages, for offline use. */
export function keepAll(): void {
  if (offline !== 'partly' || !canKeep()) return
  become('loading')
  void navigator.serviceWorker.ready.then(r => r.active?.postMessage('keep all'))
}

/** Visitors who save data are not sent what they did not ask for; the settings offer it. */
function keepWhenIdle(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(keepAll)
  else setTimeout(keepAll, 2000)
}

/** Files that were loaded before the service worker existed are stored too: the words of the language, a screen
 *  that was opened. */
async function tellLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ loaded: performance.getEntriesByType('resource').map(e => e.name) })
}

export function watchUpdates(): void {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload()
    controlled = true
  })
  const found = (worker: ServiceWorker | null) => {
    if (!worker || !navigator.serviceWorker.controller) return
    waiting = worker
    listeners.forEach(f => f())
    if (must || (performance.now() < FRESH && location.hash.startsWith('#table/'))) update()
  }
  navigator.serviceWorker.addEventListener('message', e => {
    const { kept } = e.data as { kept?: boolean }
    if (kept !== undefined) become(kept ? 'ready' : 'partly')
  })
  addEventListener('online', keepWhenIdle)
  void tellLoaded().then(keepWhenIdle)
  void navigator.serviceWorker
    .register('sw.js')
    .then(registration => {
      const follow = () => {
        const worker = registration.installing
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') found(worker)
        })
      }
      found(registration.waiting)
      follow()
      registration.addEventListener('updatefound', follow)
    })
    .catch(() => {
      /* not allowed here (a private window): the page works without */
    })
}
