// The column of a row's buttons.
import type { ReactNode } from 'react'
import { columnsOf } from './columns.ts'

export function actionColumn<Data extends object>(actions: (row: Data) => ReactNode) {
  return columnsOf<Data>().display({
    id: 'actions',
    header: 'Actions',
    meta: { stacked: 'controls' },
    cell: ({ row }) => <span className="flex justify-end">{actions(row.original)}</span>,
  })
}
