// The six figures of the dashboard (SPEC.md section 2), each with its last 30 days.
import { Activity, Flag, FolderTree, MessageSquare, MessagesSquare, Users } from 'lucide-react'
import { StatCard } from '#app/ui/stat-card.tsx'
import { formatNumber } from '#shared/format.ts'
import type { Figure, FigureName } from './queries.ts'

type Card = {
  name: FigureName
  label: string
  note: string
  Icon: typeof Users
  to: string
  /** The 30 days in words. */
  past: (days: readonly number[]) => string
}

const sum = (days: readonly number[]) => days.reduce((total, day) => total + day, 0)
const added = (days: readonly number[]) => `${formatNumber(sum(days))} new in 30 days`

const CARDS: readonly Card[] = [
  {
    name: 'users',
    label: 'Total Users',
    note: 'Registered members',
    Icon: Users,
    to: '/admin/users',
    past: added,
  },
  {
    name: 'discussions',
    label: 'Discussions',
    note: 'Total threads',
    Icon: MessagesSquare,
    to: '/admin/content',
    past: added,
  },
  {
    name: 'replies',
    label: 'Replies',
    note: 'Total replies',
    Icon: MessageSquare,
    to: '/admin/content?show=replies',
    past: added,
  },
  {
    name: 'categories',
    label: 'Categories',
    note: 'Forum categories',
    Icon: FolderTree,
    to: '/admin/categories',
    past: added,
  },
  {
    name: 'active',
    label: 'Active Users',
    note: 'Last 7 days',
    Icon: Activity,
    to: '/admin/users',
    past: (days) =>
      `${formatNumber(days.at(-1) ?? 0)} wrote today, at most ${formatNumber(Math.max(0, ...days))} a day`,
  },
  {
    name: 'reports',
    label: 'Reports',
    note: 'Pending review',
    Icon: Flag,
    to: '/admin/moderate',
    past: (days) => `${formatNumber(sum(days))} made in 30 days`,
  },
]

export function StatCards({ figures }: { figures: ReadonlyMap<FigureName, Figure> }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      {CARDS.map(({ name, label, note, Icon, to, past }) => {
        const { total, byDay } = figures.get(name) ?? { total: 0, byDay: [] }
        return (
          <StatCard
            key={name}
            label={label}
            note={note}
            icon={<Icon size={18} aria-hidden />}
            value={total}
            trend={byDay}
            trendText={past(byDay)}
            to={to}
          />
        )
      })}
    </div>
  )
}
