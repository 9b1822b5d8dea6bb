// All notifications of the member.
import { AtSign, MessagesSquare, ThumbsUp } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { earlyPart } from '#app/platform/session/early-part.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { FirstRows } from '#app/ui/first-rows.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/notifications'

const NotificationPages = earlyPart(() => import('#app/features/notifications/notification-pages.tsx'))

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.notifications,
    description: t.repliesMentionsUpvotesAndWhat,
    path: '/notifications',
    isIndexed: false,
  })
}

export default function NotificationsPage() {
  const session = useSession()
  return (
    <div className="page max-w-3xl!">
      <Breadcrumb crumbs={[{ label: t.home, to: '/' }, { label: t.notifications }]} />
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-28">{t.notifications}</h1>
        <Link
          to="/settings/notifications"
          className="member-only inline-flex min-h-11 items-center text-14 text-accent hover:underline"
        >
          {t.settings}
        </Link>
      </div>
      <NeedsScript what={t.yourListOfNotifications} />
      <div className="guest-only">
        <MembersOnly
          title={t.pleaseSignInToView3}
          finds={[
            {
              Icon: MessagesSquare,
              title: t.answers,
              text: t.youAreToldWhenSomebody,
            },
            {
              Icon: AtSign,
              title: t.mentions,
              text: t.somebodyMentionedYouAndMay,
            },
            {
              Icon: ThumbsUp,
              title: t.thanks,
              text: t.whatYouWroteWasUpvoted,
            },
          ]}
        />
      </div>
      <div className="member-only">
        <FirstRows>
          <Suspense fallback={<Skeleton isFirst label={t.loadingNotifications} rows={6} />}>
            {session.status === 'member' ? (
              <NotificationPages userId={session.userId} key={session.userId} />
            ) : (
              <Skeleton isFirst label={t.loadingNotifications} rows={6} />
            )}
          </Suspense>
        </FirstRows>
      </div>
    </div>
  )
}
