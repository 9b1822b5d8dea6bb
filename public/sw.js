// The service worker. It answers a navigation that failed, for lack of a network or a server, with the offline page: never from
// a cache instead of the network, and it stores neither pages nor files. It unregisters itself if its page is missing, unless
// there is push on this device (docs/decisions/0007). And it shows what the site pushes (server/push).
const CACHE = 'offline'
const PAGE = '/offline.html'
/** Where a notification leads that names no page of this site. */
const BELL = '/notifications'

self.addEventListener('install', (event) => {
  // Fails as a whole when the page cannot be had: then there is no worker.
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request(PAGE, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  // The request leaves while the worker wakes up: it costs a visit nothing.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(visit(event))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.url)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const page = await caches.match(PAGE).catch(() => undefined)
    if (page) return page
    // Push would end with the registration.
    const isPushed = await self.registration.pushManager?.getSubscription().catch(() => null)
    if (!isPushed) await self.registration.unregister()
    return Response.error()
  }
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
