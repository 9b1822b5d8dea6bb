// Recent Activity: who joined, what was reported, what admins did.

import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Flag, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminQueries } from '../query-options.ts'
import { recentActivity } from './activity.ts'

const ICONS = { member: UserPlus, report: Flag, act: ClipboardList } as const

export function RecentActivity() {
  const recent = useQuery(adminQueries.recent)
  return (
    <Panel title="Recent Activity" more={{ to: '/admin/log', label: 'Whole log' }}>
      {recent.isError ? (
        <Failed message="The latest activity could not be loaded." onRetry={() => void recent.refetch()} />
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
        <Skeleton label="Loading the latest activity..." rows={4} />
      )}
    </Panel>
  )
}
