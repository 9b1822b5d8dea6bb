// The moderation log as a table: when, who, what, why.
import { formatMoment } from '#app/lib/format.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import type { LogEntry } from './log-queries.ts'
import { actWords } from './log-words.ts'

const COLUMNS: readonly Column<LogEntry>[] = [
  {
    ...{ key: 'what', label: 'What', className: 'min-w-52' },
    cell: ({ action, target_table, target_label }) => (
      <span className="block max-w-72 leading-snug">
        <span className="font-medium">{actWords({ action, target_table })}</span>
        {target_label && target_table !== 'site_settings' ? (
          <span className="block [overflow-wrap:anywhere] text-muted">{target_label}</span>
        ) : null}
      </span>
    ),
  },
  {
    ...{ key: 'who', label: 'Who' },
    cell: ({ actor }) => actor?.username ?? <span className="text-muted">The site</span>,
  },
  {
    ...{ key: 'why', label: 'Why and how', className: 'min-w-52' },
    cell: ({ reason, detail }) => (
      <span className="block max-w-96 leading-snug [overflow-wrap:anywhere]">
        {reason}
        {detail ? <span className="block text-13 text-muted">{detail}</span> : null}
      </span>
    ),
  },
  {
    ...{ key: 'when', label: 'When', className: 'whitespace-nowrap' },
    cell: ({ created_at }) => (
      <span className="leading-snug">
        <TimeAgo at={created_at} />
        <span className="block text-13 text-muted">{formatMoment(created_at)}</span>
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
