// The service worker: keeps the files of one version and answers from them, with the network or without.
// The files of a first visit are stored at once, the others when they are opened, or all of them when the
// page is idle and asks for it. A new version waits until the page asks for it, so no page is half old and half new.

declare const FILES: string[]
/** The files of later parts, and all languages. */
declare const REST: string[]
const scope = self as unknown as ServiceWorkerGlobalScope
const NAME = `atoll-${VERSION}`

/** A file whose name carries a hash of its content is never out of date. */
const fresh = (file: string, priority: RequestPriority): Request =>
  new Request(file, { cache: /-\w{8,}\./.test(file) ? 'default' : 'no-cache', priority })

/** The file's name in any version: without the hash. */
const part = (file: string): string => file.replace(/^.*\//, '').replace(/-\w+\.\w+$/, '')

/** Parts that older versions have stored: people who could use them offline still can. */
async function keptBefore(): Promise<Set<string>> {
  const parts = new Set<string>()
  for (const name of await caches.keys())
    if (name.startsWith('atoll-') && name !== NAME)
      for (const { url } of await (await caches.open(name)).keys()) parts.add(part(url))
  return parts
}

async function install(): Promise<void> {
  const before = await keptBefore()
  const cache = await caches.open(NAME)
  await cache.addAll([...FILES, ...REST.filter(file => before.has(part(file)))].map(file => fresh(file, 'auto')))
}

/** One after the other: nobody waits for them. */
async function keep(files: string[]): Promise<void> {
  const cache = await caches.open(NAME)
  for (const file of files) if (!(await cache.match(file))) await cache.add(fresh(file, 'low'))
}

scope.addEventListener('install', e => e.waitUntil(install()))

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
  // Where the connection breaks off, the page asks again later.
  if (e.data === 'keep all')
    e.waitUntil(
      keep(REST).then(
        () => e.source?.postMessage({ kept: true }),
        () => e.source?.postMessage({ kept: false }),
      ),
    )
  // Files that the page had loaded before the service worker existed.
  const loaded = (e.data as { loaded?: string[] }).loaded
  if (loaded) e.waitUntil(keep(loaded.filter(file => KEPT.has(file))).catch(() => {}))
})

/** The page and its files, as addresses. Other addresses below this one (the host's /ws, /metrics ...) are never
 *  answered from here. */
const KEPT = new Set([...FILES, ...REST].map(file => new URL(file, location.href).href))
const PAGE = new URL('./', location.href).href

scope.addEventListener('fetch', e => {
  const url = new URL(e.request.url)
  url.search = url.hash = ''
  const file = url.href === `${PAGE}index.html` ? PAGE : url.href
  if (e.request.method !== 'GET' || !KEPT.has(file)) return
  e.respondWith(answer(e.request, file))
})

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(NAME)
  const kept = await cache.match(file)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(file, response.clone())
  return response
}

// A "your turn" notice leads to its table, in an open window if there is one.
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
