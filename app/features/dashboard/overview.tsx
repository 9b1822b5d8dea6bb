// The Overview tab: five figures of the member's own, and where members usually go from here.
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  BookOpen,
  MessageCircle,
  MessagesSquare,
  PenLine,
  TrendingUp,
  UserRound,
} from 'lucide-react'
import { client } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Failed, Skeleton } from '#app/ui/states.tsx'
import { dashboardPath } from './address.ts'
import { Counters } from './counters.tsx'
import { ownFigures } from './queries.ts'

const QUICK_LINKS = [
  { to: '/new-discussion', label: 'Start a discussion', Icon: PenLine },
  { to: '/forums', label: 'Browse the forums', Icon: MessagesSquare },
  { to: '/trending', label: 'See what is trending', Icon: TrendingUp },
  { to: '/blog', label: 'Learning Center', Icon: BookOpen },
  { to: '/chat', label: 'Live Chat', Icon: MessageCircle },
  { to: '/notifications', label: 'Notifications', Icon: Bell },
  { to: '/bookmarks', label: 'Bookmarks', Icon: Bookmark },
  { to: '/profile', label: 'Your profile', Icon: UserRound },
] as const

export function Overview({ userId, publicPage }: { userId: string; publicPage: string }) {
  const figures = useQuery({
    queryKey: ['dashboard', userId, 'figures'],
    queryFn: async () => ownFigures(await client()),
  })
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
          <Skeleton label="Loading your figures..." rows={1} />
        )}
      </section>
      <section aria-labelledby="quick" className="mt-8">
        <h2 id="quick" className="mb-3 text-18">
          Quick links
        </h2>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {QUICK_LINKS.map(({ to, label, Icon }) => (
            <li key={to}>
              <ButtonLink to={to} look="secondary" className="w-full justify-start!">
                <Icon size={18} aria-hidden className="text-accent" />
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
