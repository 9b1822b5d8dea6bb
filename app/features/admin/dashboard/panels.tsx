// The parts of the dashboard (SPEC.md section 2): figures with the last 30 days, links, recent activity, system health,
// and the reminder to name a Grievance Officer.
import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  CircleCheck,
  ClipboardList,
  Flag,
  FolderTree,
  MessageSquare,
  MessagesSquare,
  TriangleAlert,
  UserPlus,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { StatCard } from '#app/ui/stat-card.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import { healthLines } from './health-words.ts'
import { type Figure, type FigureName, recentActivity } from './queries.ts'

type Card = {
  name: FigureName
  label: string
  note: string
  Icon: typeof Users
  to: string
  /** The last 30 days in words, where they are not the number of new ones. */
  past?: (days: readonly number[]) => string
}

const sum = (days: readonly number[]) => days.reduce((total, day) => total + day, 0)
const added = (days: readonly number[]) => `${formatNumber(sum(days))} new in 30 days`

const CARDS: readonly Card[] = [
  { name: 'users', label: t.totalUsers, note: t.registeredMembers, Icon: Users, to: '/admin/users' },
  {
    name: 'discussions',
    label: t.discussions,
    note: t.totalThreads,
    Icon: MessagesSquare,
    to: '/admin/content',
  },
  {
    name: 'replies',
    label: t.replies,
    note: t.totalReplies,
    Icon: MessageSquare,
    to: '/admin/content?show=replies',
  },
  {
    name: 'categories',
    label: t.categories,
    note: t.forumCategories,
    Icon: FolderTree,
    to: '/admin/categories',
  },
  {
    name: 'active',
    label: t.activeUsers,
    note: t.last7Days,
    Icon: Activity,
    to: '/admin/users',
    past: (days) =>
      `${formatNumber(days.at(-1) ?? 0)} wrote today, at most ${formatNumber(Math.max(0, ...days))} a day`,
  },
  {
    name: 'reports',
    label: t.reports,
    note: t.pendingReview,
    Icon: Flag,
    to: '/admin/moderate',
    past: (days) => `${formatNumber(sum(days))} made in 30 days`,
  },
]

export function StatCards({ figures }: { figures: ReadonlyMap<FigureName, Figure> }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      {CARDS.map(({ name, label, note, Icon, to, past = added }) => {
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

/** The three links of the dashboard; they switch tabs (SPEC.md section 2). */
export function QuickActions() {
  return (
    <Panel title={t.quickActions}>
      <div className="grid gap-2">
        <ButtonLink to="/admin/users" variant="secondary" className="justify-start">
          <Users size={18} aria-hidden />
          {t.manageUsers}
        </ButtonLink>
        <ButtonLink to="/admin/content" variant="secondary" className="justify-start">
          <MessagesSquare size={18} aria-hidden />
          {t.moderateContent}
        </ButtonLink>
        <ButtonLink to="/admin/categories" variant="secondary" className="justify-start">
          <FolderTree size={18} aria-hidden />
          {t.manageCategories}
        </ButtonLink>
      </div>
    </Panel>
  )
}

const ICONS = { member: UserPlus, report: Flag, act: ClipboardList } as const

/** Recent Activity: new members, reports, and acts of administrators. */
export function RecentActivity() {
  const recent = useQuery(adminQueries.recent)
  return (
    <Panel title={t.recentActivity} more={{ to: '/admin/log', label: t.seeAll }}>
      {recent.isError ? (
        <Failed message={t.theLatestActivityCouldNot} onRetry={() => void recent.refetch()} />
      ) : recent.data ? (
        <ul>
          {recentActivity(recent.data).map(({ key, kind, text, at, to }) => {
            const Icon = ICONS[kind]
            return (
              <li key={key}>
                <Link
                  to={to}
                  className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 text-14 hover:bg-raised"
                >
                  <Icon size={16} aria-hidden className="shrink-0 text-muted" />
                  <span className="min-w-0 grow truncate">{text}</span>
                  <TimeAgo at={at} className="shrink-0 text-13 text-muted" />
                </Link>
              </li>
            )
          })}
        </ul>
      ) : (
        <Skeleton label={t.loadingTheLatestActivity} rows={4} />
      )}
    </Panel>
  )
}

/** System Health: the server measures it when this opens, and every 30 seconds. */
export function SystemHealth() {
  const health = useQuery(adminQueries.health)
  return (
    <Panel title={t.systemHealth} more={{ to: '/admin/database', label: t.database }}>
      {health.data === undefined ? (
        <Skeleton label={t.measuring} rows={2} />
      ) : (
        <ul className="divide-y divide-line">
          {healthLines(health.data).map(({ part, word, detail, isGood }) => (
            <li key={part} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
              <span className="min-w-0">
                <span className="block text-15">{part}</span>
                <span className="block text-13 text-muted">{detail}</span>
              </span>
              <span
                className={`inline-flex shrink-0 items-center gap-1.5 text-14 font-medium ${isGood ? 'text-gain' : 'text-warn'}`}
              >
                {isGood ? <CircleCheck size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
                {word}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Reminds administrators to name a Grievance Officer: Indian law requires a name and an address. */
export function OfficerNotice() {
  const { data } = useQuery(adminQueries.officer)
  if (!data || (data.grievance_officer.trim() && data.grievance_address.trim())) return null
  return (
    <p role="status" className="mb-4 rounded-card border border-warn bg-surface px-4 py-3 text-15">
      {t.noGrievanceOfficerIsNamed((text) => (
        <Link to="/admin/settings" className="font-medium text-accent underline underline-offset-2">
          {text}
        </Link>
      ))}
    </p>
  )
}
