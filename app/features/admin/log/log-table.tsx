// The moderation log as a table: when, who, what, why.

import { TimeAgo } from '#app/ui/clock.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import { actWords, detailWords, type LogEntry } from './log.ts'

const column = columnsOf<LogEntry>()

const COLUMNS = column.columns([
  column.display({
    id: 'what',
    header: 'What',
    meta: { className: 'w-[36%] py-2' },
    cell: ({ row }) => (
      <span className="block leading-snug">
        <span className="font-medium">{actWords(row.original)}</span>
        {row.original.target_label && row.original.target_table !== 'site_settings' ? (
          <span className="block [overflow-wrap:anywhere] text-muted">{row.original.target_label}</span>
        ) : null}
      </span>
    ),
  }),
  column.display({
    id: 'who',
    header: 'Who',
    meta: { stacked: 'bare' },
    cell: ({ row }) =>
      (row.original.actor ? memberName(row.original.actor.username) : null) ?? (
        <span className="text-muted">The site</span>
      ),
  }),
  column.display({
    id: 'why',
    header: 'Why and how',
    meta: { stacked: 'line', className: 'w-[36%]' },
    cell: ({ row }) =>
      row.original.reason || row.original.detail ? (
        <span className="block leading-snug [overflow-wrap:anywhere]">
          {row.original.reason}
          {row.original.detail ? (
            <span className="block text-13 text-muted">{detailWords(row.original.detail)}</span>
          ) : null}
        </span>
      ) : null,
  }),
  column.display({
    id: 'when',
    header: 'When',
    meta: { stacked: 'bare', className: 'whitespace-nowrap' },
    cell: ({ row }) => (
      <span className="text-13 leading-snug text-muted">
        <TimeAgo at={row.original.created_at} className="lg:block lg:text-14 lg:text-text" />
        <span aria-hidden className="lg:hidden">
          {' · '}
        </span>
        {formatMoment(row.original.created_at)}
      </span>
    ),
  }),
])

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
