// The Overview tab: the member's five figures, recent notifications, and links.
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  BookOpen,
  MailOpen,
  MessageCircle,
  MessagesSquare,
  PenLine,
  TrendingUp,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { dashboardPath } from './address.ts'
import { Counters, CountersComing, QuickLinks } from './panels.tsx'
import { dashboardQueries } from './queries.ts'

const QUICK_LINKS = [
  { to: '/new-discussion', label: 'Start a discussion', Icon: PenLine },
  { to: '/forums', label: 'Browse forums', Icon: MessagesSquare },
  { to: '/unread', label: 'Unread', Icon: MailOpen },
  { to: '/trending', label: 'Trending now', Icon: TrendingUp },
  { to: '/blog', label: 'Learning Center', Icon: BookOpen },
  { to: '/chat', label: 'Live Chat', Icon: MessageCircle },
  { to: '/notifications', label: 'Notifications', Icon: Bell },
  { to: '/bookmarks', label: 'Bookmarks', Icon: Bookmark },
  { to: '/profile', label: 'Your profile', Icon: UserRound },
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
          Your figures
        </h2>
        {figures.isError ? (
          <Failed message="Your figures could not be loaded." onRetry={() => void figures.refetch()} />
        ) : figures.data ? (
          <Counters
            counters={[
              { label: 'Discussions', value: figures.data.discussions, to: dashboardPath('activity') },
              { label: 'Replies', value: figures.data.replies, to: dashboardPath('activity', 'replies') },
              {
                label: 'Upvotes received',
                value: figures.data.upvotes,
                to: dashboardPath('activity', 'upvotes'),
              },
              {
                label: 'Bookmarks',
                value: figures.data.bookmarks,
                to: dashboardPath('activity', 'bookmarks'),
              },
              { label: 'Reputation', value: figures.data.reputation, to: publicPage },
            ]}
          />
        ) : (
          <CountersComing label="Loading your figures..." />
        )}
      </section>
      <div className="mt-8 grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_280px]">
        {children}
        <section aria-labelledby="quick">
          <h2 id="quick" className="mb-3 text-18">
            Quick links
          </h2>
          <QuickLinks ways={QUICK_LINKS} narrow />
        </section>
      </div>
    </>
  )
}
