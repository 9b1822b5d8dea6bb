// The Admin Panel tab: totals of the site, and links to the administration. The API returns neither to other members.
import { useQuery } from '@tanstack/react-query'
import { Flag, Gauge, PenLine, Users } from 'lucide-react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Counters, CountersComing, QuickLinks } from './panels.tsx'
import { dashboardQueries } from './queries.ts'

const FIGURES = [
  { figure: 'users', label: 'Members', to: '/admin/users' },
  { figure: 'discussions', label: 'Discussions', to: '/admin/content' },
  { figure: 'replies', label: 'Replies', to: '/admin/content' },
  { figure: 'categories', label: 'Categories', to: '/admin/categories' },
  { figure: 'reports', label: 'Pending reports', to: '/admin/moderate' },
] as const

export function AdminPanel() {
  const totals = useQuery(dashboardQueries.siteTotals)
  return (
    <>
      <section aria-labelledby="totals">
        <h2 id="totals" className="mb-3 text-18">
          The site
        </h2>
        {totals.isError ? (
          <Failed message="The totals could not be loaded." onRetry={() => void totals.refetch()} />
        ) : totals.data ? (
          <Counters
            counters={FIGURES.map(({ figure, label, to }) => ({
              label,
              value: totals.data.get(figure) ?? 0,
              to,
            }))}
          />
        ) : (
          <CountersComing label="Loading the totals..." />
        )}
      </section>
      <section aria-labelledby="administer" className="mt-8">
        <h2 id="administer" className="mb-3 text-18">
          Administer
        </h2>
        <QuickLinks
          ways={[
            { to: '/admin/create-blog', label: 'Write an article', Icon: PenLine },
            { to: '/admin/moderate', label: 'Moderate reports', Icon: Flag },
            { to: '/admin/users', label: 'Manage users', Icon: Users },
            { to: '/admin', label: 'Admin dashboard', Icon: Gauge },
          ]}
        />
      </section>
    </>
  )
}
