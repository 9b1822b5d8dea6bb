// The Admin Panel tab: totals of the site, and links to the administration. The API returns neither to other members.
import { useQuery } from '@tanstack/react-query'
import { Flag, Gauge, PenLine, Users } from 'lucide-react'
import { Failed } from '#app/ui/feedback/states.tsx'
import * as t from '#words/dashboard.ts'
import { Counters, CountersComing, QuickLinks } from './panels.tsx'
import { dashboardQueries } from './queries.ts'

const FIGURES = [
  { figure: 'users', label: t.members, to: '/admin/users' },
  { figure: 'discussions', label: t.discussions, to: '/admin/content' },
  { figure: 'replies', label: t.replies, to: '/admin/content' },
  { figure: 'categories', label: t.categories, to: '/admin/categories' },
  { figure: 'reports', label: t.pendingReports, to: '/admin/moderate' },
] as const

export function AdminPanel() {
  const totals = useQuery(dashboardQueries.siteTotals)
  return (
    <>
      <section aria-labelledby="totals">
        <h2 id="totals" className="mb-3 text-18">
          {t.theSite}
        </h2>
        {totals.isError ? (
          <Failed message={t.theTotalsCouldNotBe} onRetry={() => void totals.refetch()} />
        ) : totals.data ? (
          <Counters
            counters={FIGURES.map(({ figure, label, to }) => ({
              label,
              value: totals.data.get(figure) ?? 0,
              to,
            }))}
          />
        ) : (
          <CountersComing label={t.loadingTheTotals} />
        )}
      </section>
      <section aria-labelledby="administer" className="mt-8">
        <h2 id="administer" className="mb-3 text-18">
          {t.administer}
        </h2>
        <QuickLinks
          ways={[
            { to: '/admin/create-blog', label: t.writeAnArticle, Icon: PenLine },
            { to: '/admin/moderate', label: t.moderateReports, Icon: Flag },
            { to: '/admin/users', label: t.manageUsers, Icon: Users },
            { to: '/admin', label: t.adminDashboard, Icon: Gauge },
          ]}
        />
      </section>
    </>
  )
}
