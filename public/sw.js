// The service worker. It answers a navigation that failed, for lack of a network or a server, with the copy of a discussion
// that was read here, marked as one, or with the offline page: never from a cache instead of the network. It unregisters
// itself if its page is missing, unless there is push on this device (docs/decisions/0007). And it shows what the site
// pushes (server/push).
const CACHE = 'offline'
/** The offline page of each language (shared/languages.ts), by the first segment of the addresses of its pages. */
const PAGES = { '': '/offline.html', '/hi': '/hi/offline.html' }
/** The last discussions that were read (shared/page-contract.ts), and their styles. */
const READ = 'read-discussions'
const MOST_READ = 20
const MOST_STYLES = 6
const DISCUSSION = /^(?:\/hi)?\/forums\/[^/]+\/[^/]+$/
/** A copy that is so new is not fetched again. */
const FRESH_MS = 60_000
/** Where a notification leads that names no page of this site. */
const BELL = '/notifications'

self.addEventListener('install', (event) => {
  // Fails as a whole when the page cannot be had: then there is no worker.
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) =>
        cache.addAll(Object.values(PAGES).map((page) => new Request(page, { cache: 'reload' }))),
      )
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  // The request leaves while the worker wakes up: it costs a visit nothing.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(visit(event))
  else if (request.destination === 'style' && !self.navigator.onLine) event.respondWith(styleOf(request))
})

/** The page tells what is read without a navigation. */
self.addEventListener('message', (event) => {
  if (typeof event.data?.read === 'string') event.waitUntil(keepRead(pathOf(event.data.read)))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.url)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function visit(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isDiscussion(event.request.url, response)) event.waitUntil(keep(event.request.url, response.clone()))
    return response
  } catch {
    const copy = await copyOf(event.request.url).catch(() => undefined)
    if (copy) return copy
    const page = await caches.match(offlinePageOf(event.request.url)).catch(() => undefined)
    if (page) return page
    // Push would end with the registration.
    const isPushed = await self.registration.pushManager?.getSubscription().catch(() => null)
    if (!isPushed) await self.registration.unregister()
    return Response.error()
  }
}

function offlinePageOf(url) {
  const [prefix] = /^(?:\/hi(?=\/|$))?/.exec(new URL(url).pathname)
  return PAGES[prefix]
}

function isDiscussion(url, { ok, redirected }) {
  return ok && !redirected && DISCUSSION.test(new URL(url).pathname)
}

async function keepRead(path) {
  const url = new URL(path, self.location.origin).href
  if (!DISCUSSION.test(new URL(url).pathname)) return
  const kept = await (await caches.open(READ)).match(url)
  if (kept && Date.now() - Date.parse(kept.headers.get('date')) < FRESH_MS) return
  const response = await fetch(url, { priority: 'low' })
  if (isDiscussion(url, response)) await keep(url, response)
}

async function keep(url, response) {
  const cache = await caches.open(READ)
  const styles = [...(await response.clone().text()).matchAll(/ href="(\/assets\/[^"]+\.css)"/g)]
  for (const [, style] of styles) if (!(await cache.match(style))) await cache.add(style)
  // The latest is the last of the keys.
  await cache.delete(url)
  await cache.put(url, response)
  const keys = await cache.keys()
  const isPage = (key) => DISCUSSION.test(new URL(key.url).pathname)
  const old = [
    ...keys.filter(isPage).slice(0, -MOST_READ),
    ...keys.filter((key) => !isPage(key)).slice(0, -MOST_STYLES),
  ]
  await Promise.all(old.map((key) => cache.delete(key)))
}

/**
 * The page's line about being offline says what it is. Only by an attribute: a page whose modules are in the browser's own
 * cache comes alive, and would replace another text.
 */
async function copyOf(url) {
  const kept = await (await caches.open(READ)).match(url)
  if (!kept) return undefined
  const page = await kept.text()
  const [, language = 'en-IN'] = /<html lang="([^"]+)"/.exec(page) ?? []
  const at = new Date(kept.headers.get('date')).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  })
  // The page has the sentence in its language, with a sign where the time stands.
  const text = page.replace(
    /(<p id="offline-line") data-copied="([^"]*)"/,
    (_, line, said) => `${line} data-copy="${said.replace('%s', at)}"`,
  )
  const headers = new Headers(kept.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(text, { headers })
}

async function styleOf(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** Browsers demand a notification for each message; where the site is in view already, it makes no sound. */
async function show(data) {
  const told = read(data)
  const text = (value) => (typeof value === 'string' ? value : '')
  const windows = await self.clients.matchAll({ type: 'window' })
  const isInView = windows.some(({ visibilityState }) => visibilityState === 'visible')
  const tag = text(told.tag)
  await self.registration.showNotification(text(told.title) || 'You have a new notification', {
    body: text(told.body),
    icon: '/icon-192.png',
    data: { url: pathOf(told.url) },
    silent: isInView,
    tag,
    renotify: tag !== '' && !isInView,
  })
}

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** An address of this site, without its origin. */
function pathOf(url) {
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, self.location.origin)) return BELL
  const { origin, pathname, search, hash } = new URL(url, self.location.origin)
  return origin === self.location.origin ? `${pathname}${search}${hash}` : BELL
}

/** Shows the tab that has the page already, or opens one: a tab with another page may hold what somebody writes. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === `${self.location.origin}${path}`)
  await (there ? there.focus() : self.clients.openWindow(path))
}

/** The old endpoint and its secret prove to the site whose subscription it is: there is no session here. */
async function renew({ oldSubscription: from, newSubscription }) {
  if (!from) return
  const to = newSubscription ?? (await self.registration.pushManager.subscribe(from.options))
  await fetch('/push/renewal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to }),
  })
}
