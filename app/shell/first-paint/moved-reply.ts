// A link to a reply names its page. After earlier replies were deleted or hidden it is on the page before: its address by
// id, whose page is counted when it is asked for, leads on to it.
import { META_DISCUSSION } from '#shared/page-contract.ts'

/**
 * The search part of the address that knows where a reply is; null if the page needs none.
 * @param wasRedirected who comes from such an address finds no more by asking again
 */
export function searchOfMoved(hash: string, isHere: (id: string) => boolean, wasRedirected: boolean) {
  const [, reply] = /^#reply-([0-9a-f]{8})$/.exec(hash) ?? []
  return reply && !wasRedirected && !isHere(hash.slice(1)) ? `?reply=${reply}` : null
}

export function followMovedReply(): void {
  document.addEventListener('DOMContentLoaded', () => {
    // A copy that is kept for offline reading has nobody to ask.
    if (!document.querySelector(`meta[name="${META_DISCUSSION}"]`) || !navigator.onLine) return
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isHere = (id: string) => document.getElementById(id) !== null
    const search = searchOfMoved(location.hash, isHere, (arrival?.redirectCount ?? 0) > 0)
    if (search) location.replace(location.pathname + search)
  })
}
