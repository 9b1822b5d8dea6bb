// Puts the worker in place that says when the site cannot be reached (public/sw.js, docs/decisions/0007).
import { useEffect } from 'react'

/** Once the page is alive, and in production alone: while developing, a server that is down is news. */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Where workers are forbidden (private windows, settings) a failed visit is the browser's own error, as ever.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, [])
}
