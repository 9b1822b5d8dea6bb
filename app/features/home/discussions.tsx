// The discussions of the front page: trending or latest for guests, and a member's own in further tabs.
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { countOf, useNewsCounts } from '#app/domain/threads/news-counts.ts'
import type { ThreadSummary } from '#app/domain/threads/queries.ts'
import { earlyPart } from '#app/platform/session/early-part.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { FirstRows } from '#app/ui/first-rows.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import * as t from '#words/home.ts'
import { TabRows } from './tab-rows.tsx'

/** For members only: a guest's browser never loads them. */
const OwnList = earlyPart(async () => ({ default: (await import('./own-home.tsx')).OwnList }))
const News = lazyOptional(async () => ({ default: (await import('./own-home.tsx')).News }))

type Tab = 'new' | 'unread' | 'trending' | 'latest'
type OwnTab = 'new' | 'unread' | null

const OWN_TABS: readonly { tab: Tab | null; label: string }[] = [
  { tab: null, label: t.forYou },
  { tab: 'new', label: t.newLabel },
  { tab: 'unread', label: t.unread },
  { tab: 'trending', label: t.trending },
  { tab: 'latest', label: t.latest },
]

/** Null without one: trending for guests, and for members what is for them. */
export function tabOf(search: URLSearchParams): Tab | null {
  return OWN_TABS.find(({ tab }) => tab !== null && tab === search.get('tab'))?.tab ?? null
}

export function pathOf(tab: Tab | null): string {
  return tab ? `/?tab=${tab}` : '/'
}

/** What is new to a member. */
export function OwnNews() {
  const session = useSession()
  if (session.status !== 'member') return null
  return (
    <Suspense>
      <News userId={session.userId} key={session.userId} />
    </Suspense>
  )
}

/** @param threads of the address's tab, as the loader read them @param more the address of the whole list */
export function Discussions({ threads, more }: { threads: readonly ThreadSummary[]; more: string }) {
  const tab = tabOf(useSearchParams()[0])
  const counts = useNewsCounts(null)
  const isOwn = tab !== 'trending' && tab !== 'latest'
  return (
    <section aria-labelledby="discussions" className="flex flex-col">
      <div className="guest-only mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="discussions" className="text-22">
          {t.discussions}
        </h2>
        <LinkTabs
          label={t.whichDiscussions}
          tabs={[
            { to: '/#discussions', label: t.trending, isCurrent: tab !== 'latest' },
            { to: '/?tab=latest#discussions', label: t.latest, isCurrent: tab === 'latest' },
          ]}
        />
      </div>
      <div className="member-only mb-1 flex items-center justify-between gap-x-4">
        <h2 className="sr-only">{t.discussions}</h2>
        <div className="min-w-0">
          <LinkTabs
            label={t.whichDiscussions}
            tabs={OWN_TABS.map(({ tab: own, label }) => ({
              to: pathOf(own),
              label,
              isCurrent: tab === own,
              count: countOf(counts, own),
            }))}
          />
        </div>
        {/* On phones the bottom bar has it. */}
        <ButtonLink to="/new-discussion" size="small" className="shrink-0 max-sm:hidden">
          {t.newDiscussion}
        </ButtonLink>
      </div>
      <div className={isOwn ? 'guest-only flex grow flex-col' : 'flex grow flex-col'}>
        <TabRows threads={threads} more={more} />
      </div>
      {isOwn ? (
        // As high as the screen, so that what is below does not move when the rows arrive.
        <div className="member-only min-h-dvh">
          {tab === null ? (
            <FirstRows>
              <Own tab={tab} />
            </FirstRows>
          ) : (
            <Own tab={tab} />
          )}
        </div>
      ) : null}
    </section>
  )
}

function Own({ tab }: { tab: OwnTab }) {
  const session = useSession()
  const loading = <Skeleton isFirst={tab === null} label={t.loadingYourDiscussions} {...ROWS} />
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
  bar: 'h-16 rounded-none! sm:h-15',
}
