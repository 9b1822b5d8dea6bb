// What a member reported to the administrators, and what came of it. For members alone.
import { useSearchParams } from 'react-router'
import { OwnReports } from '#app/features/moderation/own-reports.tsx'
import { signInPath } from '#app/frame/links.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useSession } from '#app/lib/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Empty, NeedsScript, Skeleton } from '#app/ui/states.tsx'
import type { Route } from './+types/reports'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Your reports',
      description: 'What you reported to the administrators, and what came of it.',
      path: '/reports',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Reports() {
  const session = useSession()
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  return (
    <div className="page max-w-3xl!">
      <Breadcrumb
        crumbs={[{ label: 'Home', to: '/' }, { label: 'Profile', to: '/profile' }, { label: 'Your reports' }]}
      />
      <h1 className="text-28">Your reports</h1>
      <p className="mt-1 mb-5 text-15 text-muted">Only you and the administrators see what you reported.</p>
      <NeedsScript what="Your reports" />
      <div className="guest-only">
        <Empty
          title="Please sign in to see your reports."
          action={<ButtonLink to={signInPath('/reports')}>Sign In</ButtonLink>}
        />
      </div>
      <div className="member-only">
        {session.status === 'member' ? (
          <OwnReports
            userId={session.userId}
            page={page}
            href={(to) => (to === 1 ? '/reports' : `/reports?page=${to}`)}
          />
        ) : (
          <Skeleton label="Loading your reports..." />
        )}
      </div>
    </div>
  )
}
