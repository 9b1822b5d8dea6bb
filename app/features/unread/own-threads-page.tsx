// The page of what is new to the member, and that of what is unread.
import { BellPlus, CheckCheck, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { LatestTabs } from '#app/domain/threads/latest-tabs.tsx'
import { readPage } from '#app/domain/threads/list-address.ts'
import type { News } from '#app/domain/threads/own-reads.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/unread.ts'

const OwnThreads = lazyWithRetry(() => import('#app/domain/threads/own-threads.tsx'))

export const OWN_PAGES = {
  new: { title: t.newLabel, description: t.discussionsThatWereBegunSince },
  unread: { title: t.unread, description: t.newRepliesInTheDiscussions },
} as const

/** @param signIn what a guest sees, of these reasons to sign in */
export function OwnThreadsPage({ news, signIn }: { news: News; signIn: (finds: Finds) => ReactNode }) {
  const session = useSession()
  const page = readPage(useSearchParams()[0].get('page'))
  const { title, description } = OWN_PAGES[news]
  const loading = <Skeleton label={t.loadingYourDiscussions} rows={5} />
  return (
    <div className="page">
      <Breadcrumb
        crumbs={[{ label: t.home, to: '/' }, { label: t.forums, to: '/forums' }, { label: title }]}
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-28">{title}</h1>
          <p className="mt-1 text-15 text-muted">{description}</p>
        </div>
        <ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>
      </div>
      <NeedsScript what={t.yourListOfDiscussions} />
      <div className="guest-only">{signIn(FINDS)}</div>
      <div className="member-only">
        <div className="mb-3">
          <LatestTabs current={news} />
        </div>
        {session.status === 'member' ? (
          <Suspense fallback={loading}>
            <OwnThreads
              key={session.userId}
              userId={session.userId}
              news={news}
              category={null}
              page={page}
              href={(to) => (to === 1 ? `/${news}` : `/${news}?page=${to}`)}
              loading={loading}
            />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </div>
  )
}

type Finds = { Icon: typeof CheckCheck; title: string; text: string }[]

const FINDS: Finds = [
  {
    Icon: CheckCheck,
    title: t.readOn,
    text: t.everyDiscussionThatYouOpened,
  },
  {
    Icon: MonitorSmartphone,
    title: t.onEveryDevice,
    text: t.keptWithYourAccountRead,
  },
  {
    Icon: BellPlus,
    title: t.nothingMissed,
    text: t.whatWasBegunSinceYour,
  },
]
