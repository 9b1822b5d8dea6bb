// The member's reports and their outcomes. For members only.
import { Flag, ListChecks, UserSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { OwnReports } from '#app/domain/reports/own-reports.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import type { Route } from './+types/reports'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Your reports',
      description: 'Your reports to the administrators, and their outcomes.',
      path: '/reports',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default withQueries(Reports)

function Reports() {
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
      <NeedsScript what="Your list of reports" />
      <div className="guest-only">
        <MembersOnly
          title="Please sign in to see your reports."
          path="/reports"
          finds={[
            {
              Icon: Flag,
              title: 'Report',
              text: 'Every discussion, reply, message and member has a flag, for what breaks the rules.',
            },
            {
              Icon: UserSearch,
              title: 'A person looks',
              text: 'An administrator reads it. Nobody else learns who reported it.',
            },
            {
              Icon: ListChecks,
              title: 'You hear back',
              text: 'The outcome appears here, and you get a notification.',
            },
          ]}
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
