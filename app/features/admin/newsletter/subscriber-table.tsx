// The newsletter's subscribers as a table.

import type { Column } from '#app/ui/tables/column.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import type { State, Subscriber } from './queries.ts'

const moment = (at: string | null) => (at ? formatMoment(at) : <span className="text-muted">-</span>)

const NOT_YET: Readonly<Record<State, readonly string[]>> = {
  pending: ['confirmed', 'unsubscribed'],
  confirmed: ['unsubscribed'],
  unsubscribed: [],
}

const COLUMNS: readonly Column<Subscriber>[] = [
  {
    key: 'email',
    label: 'Email',
    sortBy: ({ email }) => email,
    cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email}</span>,
  },
  {
    key: 'asked',
    label: 'Asked for',
    className: 'whitespace-nowrap',
    sortBy: ({ created_at }) => Date.parse(created_at),
    cell: ({ created_at }) => moment(created_at),
  },
  {
    key: 'confirmed',
    label: 'Confirmed',
    className: 'whitespace-nowrap',
    sortBy: ({ confirmed_at }) => (confirmed_at ? Date.parse(confirmed_at) : null),
    cell: ({ confirmed_at }) => moment(confirmed_at),
  },
  {
    key: 'unsubscribed',
    label: 'Unsubscribed',
    className: 'whitespace-nowrap',
    sortBy: ({ unsubscribed_at }) => (unsubscribed_at ? Date.parse(unsubscribed_at) : null),
    cell: ({ unsubscribed_at }) => moment(unsubscribed_at),
  },
]

type SubscriberTableProps = {
  /** Of one state: what it has not come to yet has no column. */
  state: State
  subscribers: readonly Subscriber[]
}

export function SubscriberTable({ state, subscribers }: SubscriberTableProps) {
  return (
    <DataTable
      label="Newsletter subscribers"
      columns={COLUMNS.filter(({ key }) => !NOT_YET[state].includes(key))}
      rows={subscribers}
      keyOf={({ id }) => id}
      nameOf={({ email }) => email}
    />
  )
}
