// What limits the member's account, and the appeals against it. For members only.
import { OwnSanctions } from '#app/features/sanctions/own-sanctions.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import * as pages from '#words/pages-more.ts'
import * as t from '#words/sanctions.ts'
import type { Route } from './+types/sanction'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.limitsOnYourAccount,
    description: t.onlyYouAndTheAdministrators,
    path: '/sanction',
    isIndexed: false,
  })
}

export default withQueries(SanctionPage)

function SanctionPage() {
  const session = useSession()
  return (
    <div className="page max-w-3xl!">
      <Breadcrumb
        crumbs={[
          { label: pages.home, to: '/' },
          { label: pages.profile, to: '/profile' },
          { label: t.limitsOnYourAccount },
        ]}
      />
      <h1 className="text-28">{t.limitsOnYourAccount}</h1>
      <p className="mt-1 mb-5 text-15 text-muted">{t.onlyYouAndTheAdministrators}</p>
      <NeedsScript what={t.yourLimits} />
      <div className="guest-only">
        <MembersOnly title={t.pleaseSignIn} finds={[]} />
      </div>
      <div className="member-only">
        {session.status === 'member' ? (
          <OwnSanctions userId={session.userId} />
        ) : (
          <Skeleton label={t.loadingYourLimits} />
        )}
      </div>
    </div>
  )
}
