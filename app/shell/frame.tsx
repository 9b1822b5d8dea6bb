// Header, notice, footer and the phone's bottom bar around every page, and the worker that says when the site cannot be
// reached (public/sw.js, docs/decisions/0007).
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { SiteInfo } from '#app/platform/site/site.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notice } from './notice.tsx'
import { useSessionWatch } from './session-watch.ts'

export function Frame({ site, children }: { site: SiteInfo; children: ReactNode }) {
  useFocusOnMove()
  useSessionWatch()
  useOfflineWorker()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header site={site} />
      <Notice />
      <p id="offline-line" role="status" className="offline-only offline-line">
        You are offline. This page stays here to read; others open once you are back. What you write is kept.
      </p>
      <main id="main" tabIndex={-1} className="min-h-[60dvh] overflow-x-clip pb-12 outline-none">
        {children}
      </main>
      <Footer site={site} />
      <BottomBar />
    </>
  )
}

/** After moving on inside the site, a screen reader starts at the new page, as after a load. */
function useFocusOnMove(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) document.getElementById('main')?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
}

/** Once the page is alive, and in production alone: while developing, a server that is down is news. */
function useOfflineWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Where workers are forbidden (private windows, settings) a failed visit is the browser's own error, as ever.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }, [])
}
