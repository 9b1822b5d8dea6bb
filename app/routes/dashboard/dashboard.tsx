// A member's dashboard (SPEC.md section 2, Dashboard). Guests are redirected to sign in and return.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { dashboardPath, readDashboardAddress } from '#app/features/dashboard/address.ts'
import { AdminPanel } from '#app/features/dashboard/admin-panel.tsx'
import { Overview } from '#app/features/dashboard/overview.tsx'
import { FirstRunPanel } from '#app/features/first-run/first-run-panel.tsx'
import { AvatarField } from '#app/features/profile/avatar-field.tsx'
import { profileQueries } from '#app/features/profile/query-options.ts'
import { signInPath } from '#app/platform/paths.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type Member, useSession } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/dashboard-pages.ts'
import type { Route } from './+types/dashboard'
import { Activity } from './activity.tsx'

const LatestNotifications = lazyWithRetry(
  () => import('#app/features/notifications/latest-notifications.tsx'),
)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.dashboard,
    description: t.yourActivityYourPostsUpvotes,
    path: '/dashboard',
    isIndexed: false,
  })
}

export default withQueries(DashboardPage)

function DashboardPage() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isGuest = session.status === 'guest'
  useEffect(() => {
    if (isGuest) void navigate(signInPath(pathname + search), { replace: true })
  }, [isGuest, navigate, pathname, search])
  return (
    <div className="page">
      <Breadcrumb crumbs={[{ label: t.home, to: '/' }, { label: t.dashboard }]} />
      <h1 className="text-28">{t.dashboard}</h1>
      <NeedsScript what={t.yourDashboard} />
      <div className="needs-script mt-3">
        {session.status === 'member' ? (
          <Tabs member={session} key={session.userId} />
        ) : (
          <Skeleton label={t.loadingYourDashboard} rows={4} />
        )}
      </div>
    </div>
  )
}

type PictureProps = { userId: string; onChanged: () => Promise<void>; children: ReactNode }

function OwnPicture({ userId, onChanged, children }: PictureProps) {
  const { data: profile, refetch } = useQuery(profileQueries.own(userId))
  if (!profile) return null
  return (
    <AvatarField
      profile={profile}
      onChanged={async () => {
        await Promise.all([refetch(), onChanged()])
      }}
    >
      {children}
    </AvatarField>
  )
}

function Tabs({ member }: { member: Member }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { tab, list, page } = readDashboardAddress(search)
  const isRefused = tab === 'admin' && member.settled && !member.isAdmin
  useEffect(() => {
    if (isRefused) void navigate(dashboardPath('overview'), { replace: true })
  }, [isRefused, navigate])
  return (
    <>
      <div className="mb-5 border-b border-line pb-2">
        <LinkTabs
          label={t.partsOfYourDashboard}
          tabs={[
            { to: dashboardPath('overview'), label: t.overview, isCurrent: tab === 'overview' },
            { to: dashboardPath('activity'), label: t.myActivity, isCurrent: tab === 'activity' },
            ...(member.isAdmin
              ? [{ to: dashboardPath('admin'), label: t.adminPanel, isCurrent: tab === 'admin' }]
              : []),
          ]}
        />
      </div>
      {tab === 'overview' ? (
        <FirstRunPanel
          userId={member.userId}
          picture={(onChanged, keep) => (
            <OwnPicture userId={member.userId} onChanged={onChanged}>
              {keep}
            </OwnPicture>
          )}
        />
      ) : null}
      {tab === 'overview' ? (
        <Overview
          userId={member.userId}
          publicPage={member.profile ? memberPath(member.profile.username) : '/profile'}
        >
          <section aria-labelledby="recent">
            <div className="mb-3 flex items-center justify-between gap-3">
              <h2 id="recent" className="text-18">
                {t.recent}
              </h2>
              <MoreLink to="/notifications" label={t.allNotifications} className="-my-2.5 sm:-my-1" />
            </div>
            <Suspense fallback={<Skeleton label={t.loadingNotifications} rows={5} />}>
              <LatestNotifications userId={member.userId} />
            </Suspense>
          </section>
        </Overview>
      ) : null}
      {tab === 'activity' ? <Activity userId={member.userId} list={list} page={page} /> : null}
      {tab === 'admin' ? (
        member.isAdmin ? (
          <AdminPanel />
        ) : (
          <Skeleton label={t.loadingTheAdminPanel} rows={2} />
        )
      ) : null}
    </>
  )
}
