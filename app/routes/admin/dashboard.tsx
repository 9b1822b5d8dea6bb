// The Dashboard tab (SPEC.md section 2, Admin dashboard): figures, links, health, recent activity.
import { useQuery } from '@tanstack/react-query'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import {
  OfficerNotice,
  QuickActions,
  RecentActivity,
  StatCards,
  SystemHealth,
} from '#app/features/admin/dashboard/panels.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Dashboard', '/admin')

export default function Dashboard() {
  const figures = useQuery(adminQueries.figures)
  return (
    <>
      <PageHead title={t.dashboard} />
      <OfficerNotice />
      <section aria-label={t.figures}>
        {figures.isError ? (
          <Failed message={t.theFiguresCouldNotBe} onRetry={() => void figures.refetch()} />
        ) : figures.data ? (
          <StatCards figures={figures.data} />
        ) : (
          <Skeleton label={t.loadingAdminDashboard} rows={4} />
        )}
      </section>
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <RecentActivity />
        <div className="grid content-start gap-4">
          <QuickActions />
          <SystemHealth />
        </div>
      </div>
    </>
  )
}
