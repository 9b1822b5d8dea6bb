// The reserved names as a table, and the dialog that reserves one.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { RESERVED_NAME } from '#shared/limits.ts'
import { reservedNameSchema } from '#shared/schemas/moderation.ts'
import { freeName, type ReservedName, reserveName } from './queries.ts'

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
    actionColumn<ReservedName>((row) => (
      <IconButton
        icon={<Trash2 size={16} aria-hidden />}
        label={`Delete ${row.name}`}
        intent="danger"
        onClick={() => setDeleting(row)}
      />
    )),
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
        <ConfirmAct
          title="Delete Reserved Name"
          text={`Any member can take the name “${deleting.name}” afterwards.`}
          action="Delete Name"
          write={(client) => freeName(client, deleting.id)}
          said={{ title: 'Name no longer reserved' }}
          onClose={() => setDeleting(null)}
          failed={failedTo('delete the name')}
        />
      ) : null}
    </>
  )
}

type ReserveNameProps = { onClose: () => void; onReserved: () => Promise<void> }

/** Reserves a name: no member takes it afterwards. */
export function ReserveName({ onClose, onReserved }: ReserveNameProps) {
  const form = useSiteForm({
    schema: reservedNameSchema,
    start: { name: '', isPart: false },
    send: async ({ name, isPart }) => {
      await reserveName(await client(), name, isPart)
      toast({ title: 'Name reserved' })
      onClose()
      await onReserved()
    },
    onRefused: refusedAt('name', 'reserve the name'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title="Reserve a Name">
      <form {...form.props} className="space-y-4">
        <TextField
          label="Name"
          hint="Capitals, dots, spaces and letters that look alike make no difference."
          required
          maxLength={RESERVED_NAME.max}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('name')}
        />
        <Checkbox
          label="Also as one word of a longer name, such as “Official SEBI”"
          {...form.field('isPart')}
        />
        <FormActions action="Reserve Name" busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
