// Offline the page stays and says why: a link or a search would replace it by an error. A discussion of which the service
// worker has a copy opens.
import { OFFLINE_LINE, READ_CACHE, ROOT_OFFLINE } from '#shared/page-contract.ts'
import { closestTo, root } from './page.ts'

export function stayWhileOffline(): void {
  const show = () => root.toggleAttribute(ROOT_OFFLINE, !navigator.onLine)
  const stay = (event: Event) => {
    if (navigator.onLine || !leadsElsewhere(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    document.getElementById(OFFLINE_LINE)?.animate([{ opacity: 0.3 }, { opacity: 1 }], 400)
    const href = closestTo<HTMLAnchorElement>(event.target, 'a[href]')?.href
    if (href)
      void self.caches?.match(href, { cacheName: READ_CACHE }).then((copy) => {
        if (copy) location.href = href
      })
  }
  show()
  addEventListener('online', show)
  addEventListener('offline', show)
  addEventListener('click', stay, true)
  addEventListener('submit', stay, true)
}

/** Whether a click or a submit leads to another page of this site. */
function leadsElsewhere({ type, target }: Event): boolean {
  if (type === 'submit') {
    const form = target as HTMLFormElement
    return form.method === 'get' && form.hasAttribute('action')
  }
  const link = closestTo<HTMLAnchorElement>(target, 'a[href]')
  return (
    link?.origin === location.origin && link.pathname + link.search !== location.pathname + location.search
  )
}
