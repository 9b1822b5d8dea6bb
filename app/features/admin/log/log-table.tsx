// The moderation log as a table: when, who, what, why.

import { TimeAgo } from '#app/ui/clock.tsx'
import type { Column } from '#app/ui/tables/column.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import type { LogEntry } from './log-queries.ts'
import { actWords, detailWords } from './log-words.ts'

const COLUMNS: readonly Column<LogEntry>[] = [
  {
    key: 'what',
    label: 'What',
    className: 'w-[36%] py-2',
    cell: ({ action, target_table, target_label }) => (
      <span className="block leading-snug">
        <span className="font-medium">{actWords({ action, target_table })}</span>
        {target_label && target_table !== 'site_settings' ? (
          <span className="block [overflow-wrap:anywhere] text-muted">{target_label}</span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'who',
    label: 'Who',
    stacked: 'bare',
    cell: ({ actor }) =>
      (actor ? memberName(actor.username) : null) ?? <span className="text-muted">The site</span>,
  },
  {
    key: 'why',
    label: 'Why and how',
    stacked: 'line',
    className: 'w-[36%]',
    cell: ({ reason, detail }) =>
      reason || detail ? (
        <span className="block leading-snug [overflow-wrap:anywhere]">
          {reason}
          {detail ? <span className="block text-13 text-muted">{detailWords(detail)}</span> : null}
        </span>
      ) : null,
  },
  {
    key: 'when',
    label: 'When',
    stacked: 'bare',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => (
      <span className="text-13 leading-snug text-muted">
        <TimeAgo at={created_at} className="lg:block lg:text-14 lg:text-text" />
        <span aria-hidden className="lg:hidden">
          {' · '}
        </span>
        {formatMoment(created_at)}
      </span>
    ),
  },
]

export function LogTable({ entries }: { entries: readonly LogEntry[] }) {
  return (
    <DataTable
      label="Moderation log"
      columns={COLUMNS}
      rows={entries}
      keyOf={({ id }) => String(id)}
      nameOf={({ id }) => `Entry ${id}`}
    />
  )
}
