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
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/reports'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.yourReports,
    description: t.yourReportsToTheAdministrators,
    path: '/reports',
    isIndexed: false,
  })
}

export default withQueries(Reports)

function Reports() {
  const session = useSession()
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  return (
    <div className="page max-w-3xl!">
      <Breadcrumb
        crumbs={[{ label: t.home, to: '/' }, { label: t.profile, to: '/profile' }, { label: t.yourReports }]}
      />
      <h1 className="text-28">{t.yourReports}</h1>
      <p className="mt-1 mb-5 text-15 text-muted">{t.onlyYouAndTheAdministrators}</p>
      <NeedsScript what={t.yourListOfReports} />
      <div className="guest-only">
        <MembersOnly
          title={t.pleaseSignInToSee}
          finds={[
            {
              Icon: Flag,
              title: t.report,
              text: t.everyDiscussionReplyMessageAnd,
            },
            {
              Icon: UserSearch,
              title: t.aPersonLooks,
              text: t.anAdministratorReadsItNobody,
            },
            {
              Icon: ListChecks,
              title: t.youHearBack,
              text: t.theOutcomeAppearsHereAnd,
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
          <Skeleton label={t.loadingYourReports} />
        )}
      </div>
    </div>
  )
}
