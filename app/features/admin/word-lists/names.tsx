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
import * as t from '#words/admin.ts'
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
        <span className="text-muted">{row.original.is_part ? t.asAnyWordOfA : t.asTheWholeName}</span>
      ),
    }),
    actionColumn<ReservedName>((row) => (
      <IconButton
        icon={<Trash2 size={16} aria-hidden />}
        label={t.deleteLabel3(row.name)}
        intent="danger"
        onClick={() => setDeleting(row)}
      />
    )),
  ])
  return (
    <>
      <DataTable
        label={t.reservedNames}
        columns={columns}
        rows={names}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
      {deleting ? (
        <ConfirmAct
          title={t.deleteReservedName}
          text={t.anyMemberCanTakeThe(deleting.name)}
          action={t.deleteName}
          write={(client) => freeName(client, deleting.id)}
          said={{ title: t.nameNoLongerReserved }}
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
      toast({ title: t.nameReserved })
      onClose()
      await onReserved()
    },
    onRefused: refusedAt('name', 'reserve the name'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={t.reserveAName}>
      <form {...form.props} className="space-y-4">
        <TextField
          label={t.name}
          hint={t.capitalsDotsSpacesAndLetters}
          required
          maxLength={RESERVED_NAME.max}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('name')}
        />
        <Checkbox label={t.alsoAsOneWordOf} {...form.field('isPart')} />
        <FormActions action={t.reserveName} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
