// The reserved names as a table.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { freeName, type ReservedName } from './queries.ts'

const column = columnsOf<ReservedName>()

type NameTableProps = { names: readonly ReservedName[]; onChanged: () => Promise<void> }

export function NameTable({ names, onChanged }: NameTableProps) {
  const [deleting, setDeleting] = useState<ReservedName | null>(null)
  const [confirm, busy] = useAsyncAction(async ({ id }: ReservedName) => {
    try {
      await freeName(await client(), id)
    } catch (error) {
      return toastError('delete the name', error)
    }
    setDeleting(null)
    toast({ title: 'Name no longer reserved' })
    await onChanged()
  })
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
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && void confirm(deleting)}
        title="Delete Reserved Name"
        text={`Any member can take the name “${deleting?.name}” afterwards.`}
        action="Delete Name"
        busyAction="Deleting..."
        busy={busy}
      />
    </>
  )
}
