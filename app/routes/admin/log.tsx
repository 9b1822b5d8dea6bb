// The moderation log: everything that administrators did. Nobody can change it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
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
import * as t from '#words/admin-pages.ts'

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
      <PageHead title={t.log} />
      <p className="-mt-3 text-15 text-muted">{t.whatAdministratorsDidAndWhat}</p>
      <div className="my-4 grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1">
        <TextFilter />
        <Select
          label={t.what}
          value={address.action}
          onChange={(event) => filter({ action: event.target.value })}
        >
          <option value="">{t.everything}</option>
          {LOG_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {actionWord(action)}
            </option>
          ))}
        </Select>
        <Select label={t.who} value={address.by} onChange={(event) => filter({ by: event.target.value })}>
          <option value="">{t.everybody}</option>
          {admins.data?.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
          <option value={THE_SITE}>{t.theSite}</option>
        </Select>
      </div>
      {isError ? (
        <Failed message={t.theLogCouldNotBe} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheLog} />
      ) : data.rows.length === 0 ? (
        <Empty
          title={t.noEntriesFound}
          action={
            isFiltered ? (
              <Button variant="secondary" onClick={() => setSearch({}, { replace: true })}>
                {t.showTheWholeLog}
              </Button>
            ) : null
          }
        >
          {t.nothingOfThisKindHas}
        </Empty>
      ) : (
        <>
          <LogTable entries={data.rows} />
          <Pagination
            label={t.pagesOfTheLog}
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
      label={t.search}
      type="search"
      placeholder={t.titlesNamesReasons}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}

/** What an entry tells of, as a link while it is there. */
function Subject({ to, children }: { to: string | null; children: ReactNode }) {
  return to ? (
    <Link to={to} className="hover:text-accent hover:underline">
      {children}
    </Link>
  ) : (
    children
  )
}

const column = columnsOf<LogEntry>()

const COLUMNS = column.columns([
  column.display({
    id: 'what',
    header: 'What',
    meta: { className: 'w-[36%] py-2' },
    cell: ({ row: { original: entry } }) => {
      const label = entry.target_table === 'site_settings' ? null : entry.target_label || entry.whose
      const whose = label === entry.whose ? null : entry.whose
      return (
        <span className="block leading-snug">
          <span className="font-medium">
            {label ? actWords(entry) : <Subject to={entry.to}>{actWords(entry)}</Subject>}
          </span>
          {label ? (
            <span className="block [overflow-wrap:anywhere] text-muted">
              <Subject to={entry.to}>{label}</Subject>
              {whose ? ` · ${whose}` : null}
            </span>
          ) : null}
          {entry.isGone ? <span className="block text-13 text-muted">{t.noLongerThere}</span> : null}
        </span>
      )
    },
  }),
  column.display({
    id: 'who',
    header: 'Who',
    meta: { stacked: 'bare' },
    cell: ({ row }) =>
      (row.original.actor ? memberName(row.original.actor.username) : null) ?? (
        <span className="text-muted">{t.theSite}</span>
      ),
  }),
  column.display({
    id: 'why',
    header: 'Reason',
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
      label={t.moderationLog}
      columns={COLUMNS}
      rows={entries}
      keyOf={({ id }) => String(id)}
      nameOf={({ id }) => `Entry ${id}`}
    />
  )
}
