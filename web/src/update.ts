// The service worker from the page's side: everything is kept for offline use, and a new version is
// offered, never forced in the middle of a game.

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/** A newer version is ready. */
export const updateReady = (): boolean => waiting !== null

export function onUpdate(f: () => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

/** Changes over to the newer version: all of it, with a reload of every window. */
export function update(): void {
  waiting?.postMessage('change over')
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
  }
  void navigator.serviceWorker
    .register('sw.js')
    .then(registration => {
      found(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed') found(worker)
        })
      })
    })
    .catch(() => {
      /* not allowed here (a private window): the page works without */
    })
}
