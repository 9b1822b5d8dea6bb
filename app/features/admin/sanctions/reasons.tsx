// The reasons of sanctions as a table, and the dialog that adds or edits one.
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { SANCTION } from '#shared/limits.ts'
import { sanctionReasonSchema } from '#shared/schemas/moderation.ts'
import * as t from '#words/admin-sanctions.ts'
import { type Reason, type ReasonFields, saveReason } from './queries.ts'

const column = columnsOf<Reason>()

type ReasonTableProps = { reasons: readonly Reason[]; onChanged: () => Promise<void> }

export function ReasonTable({ reasons, onChanged }: ReasonTableProps) {
  const [editing, setEditing] = useState<Reason | null>(null)
  const columns = column.columns([
    column.accessor('sentence', {
      header: t.reason,
      meta: { className: 'py-2' },
      cell: ({ row: { original: reason } }) => (
        <span className="block leading-snug [overflow-wrap:anywhere]">
          <span className="block font-medium">{reason.sentence}</span>
          <span className="block text-13 text-muted">{reason.message}</span>
        </span>
      ),
    }),
    column.accessor(({ is_offered }) => (is_offered ? 0 : 1), {
      id: 'offered',
      header: t.offered,
      meta: { stacked: 'beside' },
      cell: ({ row }) => (
        <span className="text-muted">{row.original.is_offered ? t.offered : t.notOffered}</span>
      ),
    }),
    actionColumn<Reason>((row) => (
      <IconButton
        icon={<Pencil {...SMALL_ICON} />}
        label={t.editThe(row.sentence)}
        onClick={() => setEditing(row)}
      />
    )),
  ])
  return (
    <>
      <DataTable
        label={t.reasons}
        columns={columns}
        rows={reasons}
        keyOf={({ code }) => code}
        nameOf={({ sentence }) => sentence}
      />
      {editing ? (
        <ReasonDialog reason={editing} onClose={() => setEditing(null)} onSaved={onChanged} />
      ) : null}
    </>
  )
}

const EMPTY: ReasonFields = { sentence: '', sentence_hi: '', message: '', is_offered: true }

type ReasonDialogProps = { reason: Reason | null; onClose: () => void; onSaved: () => Promise<void> }

/** @param reason null adds one */
export function ReasonDialog({ reason, onClose, onSaved }: ReasonDialogProps) {
  const { sentence, sentence_hi, message, is_offered } = reason ?? EMPTY
  const form = useSiteForm({
    schema: sanctionReasonSchema,
    start: { sentence, sentence_hi, message, is_offered },
    send: async (fields) => {
      await saveReason(await client(), reason?.code ?? null, fields)
      toast({ title: t.reasonSaved })
      onClose()
      await onSaved()
    },
    onRefused: refusedAt('sentence', 'save the reason'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={reason ? t.editReason : t.addReason}>
      <form {...form.props} className="space-y-4">
        <TextField label={t.reasonInEnglish} required maxLength={300} {...form.field('sentence')} />
        <TextField
          label={t.reasonInHindi}
          lang="hi"
          required
          maxLength={300}
          {...form.field('sentence_hi')}
        />
        <TextArea label={t.messageBegins} rows={4} maxLength={SANCTION.message} {...form.field('message')} />
        <Checkbox label={t.isOffered} {...form.field('is_offered')} />
        <FormActions action={t.saveReason} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
