// All notifications of the member.
import { AtSign, MessagesSquare, ThumbsUp } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import type { Route } from './+types/notifications'

const NotificationPages = lazyWithRetry(() => import('#app/features/notifications/notification-pages.tsx'))

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Notifications',
      description: 'Replies, mentions, upvotes and what moderation did to your posts.',
      path: '/notifications',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function NotificationsPage() {
  const session = useSession()
  return (
    <div className="page max-w-3xl!">
      <Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Notifications' }]} />
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-28">Notifications</h1>
        <Link
          to="/settings/notifications"
          className="member-only inline-flex min-h-11 items-center text-14 text-accent hover:underline"
        >
          Choose which ones you get
        </Link>
      </div>
      <NeedsScript what="Your list of notifications" />
      <div className="guest-only">
        <MembersOnly
          title="Please sign in to view your notifications."
          path="/notifications"
          finds={[
            {
              Icon: MessagesSquare,
              title: 'Answers',
              text: 'You are told when somebody answers you, at the moment it happens.',
            },
            {
              Icon: AtSign,
              title: 'Mentions',
              text: 'Somebody mentioned you, and may be waiting for your answer.',
            },
            {
              Icon: ThumbsUp,
              title: 'Thanks',
              text: 'What you wrote was upvoted: the first time, and at each milestone.',
            },
          ]}
        />
      </div>
      <div className="member-only">
        <Suspense fallback={<Skeleton label="Loading notifications..." rows={6} />}>
          {session.status === 'member' ? (
            <NotificationPages userId={session.userId} key={session.userId} />
          ) : (
            <Skeleton label="Loading notifications..." rows={6} />
          )}
        </Suspense>
      </div>
    </div>
  )
}
