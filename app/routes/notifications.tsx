// All of a member's notifications.
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { signInPath } from '#app/frame/links.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useSession } from '#app/lib/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Empty, NeedsScript, Skeleton } from '#app/ui/states.tsx'
import type { Route } from './+types/notifications'

const NotificationPages = lazy(() => import('#app/features/notifications/notification-pages.tsx'))

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
          to="/profile#notifications"
          className="member-only inline-flex min-h-11 items-center text-14 text-accent hover:underline"
        >
          Choose which ones you get
        </Link>
      </div>
      <NeedsScript what="Your list of notifications" />
      <div className="guest-only">
        <Empty
          title="Please sign in to view your notifications."
          action={<ButtonLink to={signInPath('/notifications')}>Sign In</ButtonLink>}
        >
          You are told when somebody answers you, mentions you or upvotes what you wrote.
        </Empty>
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
