// The moderation log: everything that administrators did. Nobody can change it.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import {
  actionWord,
  actWords,
  detailWords,
  LOG_ACTIONS,
  type LogEntry,
  THE_SITE,
} from '#app/features/admin/log/log.ts'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { pageOf, pagesOf, withSearch } from '#app/platform/address/page-number.ts'
import { useTypedSearch } from '#app/platform/address/use-typed-search.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'

export const meta = adminMeta('Log', '/admin/log')

export default function Log() {
  const [search, setSearch] = useSearchParams()
  const address = {
    action: search.get('action') ?? '',
    by: search.get('by') ?? '',
    text: search.get('text') ?? '',
    page: pageOf(search),
  }
  const { data, isError, refetch } = useQuery(adminQueries.log(address))
  const admins = useQuery(adminQueries.admins)
  const isFiltered = Boolean(address.action || address.by || address.text)
  const filter = (changed: Record<string, string>) =>
    setSearch(withSearch(search, { ...changed, page: 1 }), { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHead title="Log" />
      <p className="-mt-3 text-15 text-muted">
        What administrators did, and what the site did by itself. Nobody can change it.
      </p>
      <div className="my-4 grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1">
        <TextFilter />
        <Select
          label="What"
          value={address.action}
          onChange={(event) => filter({ action: event.target.value })}
        >
          <option value="">Everything</option>
          {LOG_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {actionWord(action)}
            </option>
          ))}
        </Select>
        <Select label="Who" value={address.by} onChange={(event) => filter({ by: event.target.value })}>
          <option value="">Everybody</option>
          {admins.data?.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
          <option value={THE_SITE}>The site</option>
        </Select>
      </div>
      {isError ? (
        <Failed message="The log could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the log..." />
      ) : data.rows.length === 0 ? (
        <Empty
          title="No entries found"
          action={
            isFiltered ? (
              <Button variant="secondary" onClick={() => setSearch({}, { replace: true })}>
                Show the whole log
              </Button>
            ) : null
          }
        >
          Nothing of this kind has been done.
        </Empty>
      ) : (
        <>
          <LogTable entries={data.rows} />
          <Pagination
            label="Pages of the log"
            page={address.page}
            pages={pagesOf(data.total)}
            href={(page) => `/admin/log${withSearch(search, { page })}`}
          />
        </>
      )}
    </>
  )
}

function TextFilter() {
  const { typed, type } = useTypedSearch('text')
  return (
    <TextField
      label="Search"
      type="search"
      placeholder="Titles, names, reasons..."
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}

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

/** The moderation log as a table: time, administrator, act, reason. */
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
