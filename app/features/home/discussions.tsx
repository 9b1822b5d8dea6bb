// The discussions of the front page: trending or latest for guests, and a member's own in further tabs.
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ThreadSummary } from '#app/domain/threads/queries.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { TabRows } from './tab-rows.tsx'

/** For members only: a guest's browser never loads them. */
const OwnList = lazyWithRetry(async () => ({ default: (await import('./own-home.tsx')).OwnList }))
const News = lazyOptional(async () => ({ default: (await import('./own-home.tsx')).News }))

type Tab = 'unread' | 'trending' | 'latest'

const OWN_TABS: readonly { tab: Tab | null; label: string }[] = [
  { tab: null, label: 'For you' },
  { tab: 'unread', label: 'Unread' },
  { tab: 'trending', label: 'Trending' },
  { tab: 'latest', label: 'Latest' },
]

/** Null without one: trending for guests, and for members what is for them. */
export function tabOf(search: URLSearchParams): Tab | null {
  return OWN_TABS.find(({ tab }) => tab !== null && tab === search.get('tab'))?.tab ?? null
}

export function pathOf(tab: Tab | null): string {
  return tab ? `/?tab=${tab}` : '/'
}

/** What came since yesterday, for a member. */
export function OwnNews() {
  const session = useSession()
  if (session.status !== 'member') return null
  return (
    <Suspense>
      <News userId={session.userId} key={session.userId} />
    </Suspense>
  )
}

/** @param threads of the address's tab, as the loader read them */
export function Discussions({ threads }: { threads: readonly ThreadSummary[] }) {
  const tab = tabOf(useSearchParams()[0])
  const isOwn = tab === null || tab === 'unread'
  return (
    <section aria-labelledby="discussions" className="flex flex-col">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="discussions" className="guest-only text-22">
          Discussions
        </h2>
        <h2 className="member-only sr-only">Discussions</h2>
        <div className="guest-only">
          <LinkTabs
            label="Which discussions"
            tabs={[
              { to: '/#discussions', label: 'Trending', isCurrent: tab !== 'latest' },
              { to: '/?tab=latest#discussions', label: 'Latest', isCurrent: tab === 'latest' },
            ]}
          />
        </div>
        <div className="member-only">
          <LinkTabs
            label="Which discussions"
            tabs={OWN_TABS.map(({ tab: own, label }) => ({
              to: pathOf(own),
              label,
              isCurrent: tab === own,
            }))}
          />
        </div>
      </div>
      <div className={isOwn ? 'guest-only flex grow flex-col' : 'flex grow flex-col'}>
        <TabRows threads={threads} more={tab === 'latest' ? '/latest' : '/trending'} />
      </div>
      {isOwn ? (
        // As high as the screen, so that what is below does not move when the rows arrive.
        <div className="member-only min-h-dvh">
          <Own tab={tab} />
        </div>
      ) : null}
    </section>
  )
}

function Own({ tab }: { tab: 'unread' | null }) {
  const session = useSession()
  const loading = <Skeleton label="Loading your discussions..." {...ROWS} />
  if (session.status !== 'member') return loading
  return (
    <Suspense fallback={loading}>
      <OwnList userId={session.userId} tab={tab} loading={loading} key={`${session.userId} ${tab}`} />
    </Suspense>
  )
}

const ROWS = {
  rows: 12,
  className: 'divide-y divide-line overflow-hidden rounded-card border border-line',
  bar: 'h-20 rounded-none! sm:h-16',
}
