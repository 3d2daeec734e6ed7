// The service worker: keeps every file of one version and answers from it, with the network or
// without. A new version waits until the page asks for it, so no page is half old and half new.

declare const FILES: string[]
const scope = self as unknown as ServiceWorkerGlobalScope
const NAME = `atoll-${VERSION}`

scope.addEventListener('install', e => {
  e.waitUntil(
    caches.open(NAME).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'no-cache' })))),
  )
})

scope.addEventListener('activate', e => {
  e.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(n => n.startsWith('atoll-') && n !== NAME).map(n => caches.delete(n))))
      .then(() => scope.clients.claim()),
  )
})

scope.addEventListener('message', e => {
  if (e.data === 'change over') void scope.skipWaiting()
})

/** The page and its files, as addresses. What else there is under this address (the host's /ws, /metrics ...) is
 *  never answered from here. */
const KEPT = new Set(FILES.map(file => new URL(file, location.href).href))
const PAGE = new URL('./', location.href).href

scope.addEventListener('fetch', e => {
  const url = new URL(e.request.url)
  url.search = url.hash = ''
  const file = url.href === `${PAGE}index.html` ? PAGE : url.href
  if (e.request.method !== 'GET' || !KEPT.has(file)) return
  e.respondWith(
    caches
      .open(NAME)
      .then(cache => cache.match(file))
      .then(kept => kept ?? fetch(e.request)),
  )
})

// A notice that it is somebody's turn leads to the table, in a window that is there if there is one.
scope.addEventListener('notificationclick', e => {
  const address = PAGE + String(e.notification.data)
  e.notification.close()
  e.waitUntil(
    scope.clients.matchAll({ type: 'window' }).then(async ([window]) => {
      if (!window) return scope.clients.openWindow(address)
      await window.focus()
      return window.navigate(address)
    }),
  )
})
