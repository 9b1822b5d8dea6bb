// The newsletter's subscribers as a table.
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import type { State, Subscriber } from './queries.ts'

const column = columnsOf<Subscriber>()

const moment = (at: string | null) => (at ? formatMoment(at) : <span className="text-muted">-</span>)

const NOT_YET: Readonly<Record<State, readonly string[]>> = {
  pending: ['confirmed', 'unsubscribed'],
  confirmed: ['unsubscribed'],
  unsubscribed: [],
}

const COLUMNS = column.columns([
  column.accessor('email', {
    header: 'Email',
    cell: ({ row }) => <span className="[overflow-wrap:anywhere]">{row.original.email}</span>,
  }),
  column.accessor(({ created_at }) => Date.parse(created_at), {
    id: 'asked',
    header: t.askedFor,
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => moment(row.original.created_at),
  }),
  column.accessor(({ confirmed_at }) => (confirmed_at ? Date.parse(confirmed_at) : undefined), {
    id: 'confirmed',
    header: 'Confirmed',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => moment(row.original.confirmed_at),
  }),
  column.accessor(({ unsubscribed_at }) => (unsubscribed_at ? Date.parse(unsubscribed_at) : undefined), {
    id: 'unsubscribed',
    header: 'Unsubscribed',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => moment(row.original.unsubscribed_at),
  }),
])

type SubscriberTableProps = {
  /** Columns for times that a subscriber of this state cannot have are left out. */
  state: State
  subscribers: readonly Subscriber[]
}

export function SubscriberTable({ state, subscribers }: SubscriberTableProps) {
  return (
    <DataTable
      label={t.newsletterSubscribers}
      columns={COLUMNS.filter(({ id }) => !NOT_YET[state].includes(id ?? ''))}
      rows={subscribers}
      keyOf={({ id }) => id}
      nameOf={({ email }) => email}
    />
  )
}
