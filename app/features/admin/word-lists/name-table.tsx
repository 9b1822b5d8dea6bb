// The reserved names as a table.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { toastError } from '#app/platform/toast-error.ts'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { freeName, type ReservedName } from './queries.ts'

const column = columnsOf<ReservedName>()

export function NameTable({ names }: { names: readonly ReservedName[] }) {
  const [deleting, setDeleting] = useState<ReservedName | null>(null)
  const columns = column.columns([
    column.accessor('name', {
      header: 'Name',
      cell: ({ row }) => <span className="font-medium [overflow-wrap:anywhere]">{row.original.name}</span>,
    }),
    column.accessor(({ is_part }) => (is_part ? 1 : 0), {
      id: 'reach',
      header: 'Reserved',
      meta: { stacked: 'beside' },
      cell: ({ row }) => (
        <span className="text-muted">
          {row.original.is_part ? 'As any word of a name' : 'As the whole name'}
        </span>
      ),
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { stacked: 'controls' },
      cell: ({ row: { original } }) => (
        <span className="flex justify-end">
          <IconButton
            icon={<Trash2 size={16} aria-hidden />}
            label={`Delete ${original.name}`}
            intent="danger"
            onClick={() => setDeleting(original)}
          />
        </span>
      ),
    }),
  ])
  return (
    <>
      <DataTable
        label="Reserved names"
        columns={columns}
        rows={names}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
      {deleting ? (
        <ConfirmWrite
          title="Delete Reserved Name"
          text={`Any member can take the name “${deleting.name}” afterwards.`}
          action="Delete Name"
          write={(client) => freeName(client, deleting.id)}
          done={{ title: 'Name no longer reserved' }}
          onClose={() => setDeleting(null)}
          onRefused={(error) => toastError('delete the name', error)}
        />
      ) : null}
    </>
  )
}
