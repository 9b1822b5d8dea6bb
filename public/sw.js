// The service worker. It only answers a navigation that failed, for lack of a network or a server, with the offline page. It
// never answers from a cache instead of the network, stores neither pages nor files, and unregisters itself if its page is
// missing (docs/decisions/0007).
const CACHE = 'offline'
const PAGE = '/offline.html'

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

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const page = await caches.match(PAGE).catch(() => undefined)
    if (page) return page
    await self.registration.unregister()
    return Response.error()
  }
}
