// The frame of every page: header, notice, footer, the phone's bottom bar, and the service worker, which keeps what
// was read for when there is no network (public/sw.js, docs/decisions/0007).

import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { attribute, COPIED, MAIN, OFFLINE_LINE, READ_EVENT } from '#shared/page-contract.ts'
import type { SiteInfo } from '#shared/site.ts'
import * as t from '#words/shell.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Keys } from './keys.tsx'
import { Notice } from './notice.tsx'
import { Overlays } from './overlays.tsx'
import { SanctionNotice } from './sanction-notice.tsx'
import { useSessionWatch } from './session-watch.ts'

export function Frame({ site, children }: { site: SiteInfo; children: ReactNode }) {
  useFocusOnMove()
  useSessionWatch()
  useOfflineWorker()
  return (
    <>
      <a href={`#${MAIN}`} className="skip-link">
        {t.skipToContent}
      </a>
      <Header site={site} />
      <Notice />
      <SanctionNotice />
      <p
        id={OFFLINE_LINE}
        {...attribute(COPIED, t.thisIsTheDiscussionAsYou)}
        role="status"
        className="offline-only offline-line"
      >
        {t.youAreOfflineThisPage}
      </p>
      <main id={MAIN} tabIndex={-1} className="min-h-[60dvh] overflow-x-clip pb-12 outline-none">
        {children}
      </main>
      <Footer site={site} />
      <BottomBar />
      <Keys />
      <Overlays />
    </>
  )
}

const DISCUSSION = /^\/forums\/[^/]+\/[^/]+$/

/**
 * After navigation within the site, screen readers start at the new page, as after a load: at another path, and at another
 * search of it, such as the next page of a list, unless a control that is still there led to it. The way back from a
 * discussion ends at its row.
 */
function useFocusOnMove(): void {
  const { pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const page = new URLSearchParams(search).get('page')
  const shown = useRef({ pathname, page, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, page, search }
    const { activeElement, body } = document
    const isLost = before.search !== search && activeElement === body
    const isNextPage = before.page !== page && activeElement?.tagName === 'A'
    if (before.pathname !== pathname || isLost || isNextPage)
      document.getElementById(MAIN)?.focus({ preventScroll: true })
    if (isBack && before.pathname !== pathname && DISCUSSION.test(before.pathname))
      void import('#app/features/keys/keys.ts').then(
        ({ focusLeftRow }) => focusLeftRow(before.pathname),
        () => undefined,
      )
  }, [pathname, page, search, isBack])
}

/** Registered after hydration, in production only: in development a stopped server should be visible. */
function useOfflineWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Where service workers are blocked (private windows, settings), the browser shows its own error page.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
    // Discussions are read without a navigation, too.
    const tell = () =>
      void navigator.serviceWorker.ready.then(({ active }) =>
        active?.postMessage({ read: location.pathname }),
      )
    const onRead = ({ detail: mark }: CustomEvent<string>) => {
      // Not at a sign-out, which has just deleted the copies.
      if (mark) tell()
    }
    tell()
    addEventListener(READ_EVENT, onRead)
    return () => removeEventListener(READ_EVENT, onRead)
  }, [])
}
