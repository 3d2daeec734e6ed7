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

scope.addEventListener('fetch', e => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.endsWith('/healthz')) return
  const page = e.request.mode === 'navigate' ? './' : e.request
  e.respondWith(
    caches
      .open(NAME)
      .then(cache => cache.match(page, { ignoreSearch: true }))
      .then(kept => kept ?? fetch(e.request)),
  )
})
