// When the session changes, clears the query cache of the previous one and reloads the page's data.

import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { signInPath } from '#app/platform/paths.ts'
import { openQueries } from '#app/platform/query/use-member-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { GUEST_READ_KEY } from '#shared/page-contract.ts'

export function useSessionWatch(): void {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const who = session.status === 'member' ? session.userId : session.status
  const before = useRef(who)
  useEffect(() => {
    // The page was rendered as a guest's; its personal parts load by themselves.
    const isNews = before.current !== who && before.current !== 'unknown'
    before.current = who
    if (!isNews) return
    openQueries()
      .then((queries) => queries.resetQueries())
      .catch((error: unknown) => console.warn('what was fetched for the one before was not dropped', error))
    void revalidate()
  }, [who, revalidate])

  const isSettled = session.status === 'member' && session.settled
  useEffect(() => {
    if (!isSettled || !localStore().getItem(GUEST_READ_KEY)) return
    import('#app/domain/threads/own-reads.ts')
      .then(({ mergeGuestReads }) => mergeGuestReads())
      .catch((error: unknown) => console.warn('what was read before was not stored', error))
  }, [isSettled])

  const ended = session.status === 'guest' ? session.ended?.userId : undefined
  useEffect(() => {
    if (ended === undefined) return
    import('./session-end.ts').then(
      ({ tellOfEnd }) => tellOfEnd(),
      () => undefined,
    )
  }, [ended])

  // A provider redirected here, or the page was closed between the two steps: the second step is on the sign-in page.
  const waits = session.status === 'guest' && session.secondStep === true
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const here = useRef('/')
  here.current = pathname + search
  useEffect(() => {
    if (waits && !here.current.startsWith('/signin')) void navigate(signInPath(here.current))
  }, [waits, navigate])
}
