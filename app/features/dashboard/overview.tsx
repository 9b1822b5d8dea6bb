// The Overview tab: the member's five figures, recent notifications, and links.
import { useQuery } from '@tanstack/react-query'
import { Bell, Bookmark, MailOpen, PenLine, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import * as t from '#words/dashboard.ts'
import { dashboardPath } from './address.ts'
import { Counters, CountersComing, QuickLinks } from './panels.tsx'
import { dashboardQueries } from './queries.ts'

/** What is not in the header already. */
const QUICK_LINKS = [
  { to: '/new-discussion', label: t.startADiscussion, Icon: PenLine },
  { to: '/unread', label: t.unread, Icon: MailOpen },
  { to: '/notifications', label: t.notifications, Icon: Bell },
  { to: '/bookmarks', label: t.bookmarks, Icon: Bookmark },
  { to: '/profile', label: t.yourProfile, Icon: UserRound },
] as const

type OverviewProps = {
  userId: string
  publicPage: string
  /** The recent notifications. */
  children: ReactNode
}

export function Overview({ userId, publicPage, children }: OverviewProps) {
  const figures = useQuery(dashboardQueries.figures(userId))
  return (
    <>
      <section aria-labelledby="figures">
        <h2 id="figures" className="mb-3 text-18">
          {t.yourActivity}
        </h2>
        {figures.isError ? (
          <Failed message={t.yourActivityCouldNotBe} onRetry={() => void figures.refetch()} />
        ) : figures.data ? (
          <Counters
            counters={[
              { label: t.discussions, value: figures.data.discussions, to: dashboardPath('activity') },
              { label: t.replies, value: figures.data.replies, to: dashboardPath('activity', 'replies') },
              {
                label: t.upvotesReceived,
                value: figures.data.upvotes,
                to: dashboardPath('activity', 'upvotes'),
              },
              {
                label: t.bookmarks,
                value: figures.data.bookmarks,
                to: dashboardPath('activity', 'bookmarks'),
              },
              { label: t.reputation, value: figures.data.reputation, to: publicPage },
            ]}
          />
        ) : (
          <CountersComing label={t.loadingYourActivity} />
        )}
      </section>
      <div className="mt-8 grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_280px]">
        {children}
        <section aria-labelledby="quick">
          <h2 id="quick" className="mb-3 text-18">
            {t.quickLinks}
          </h2>
          <QuickLinks ways={QUICK_LINKS} narrow />
        </section>
      </div>
    </>
  )
}
