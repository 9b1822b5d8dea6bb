// Words that mean the same to the search, as a table, and the dialog that adds or changes them.
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { synonymsSchema } from '#shared/schemas/moderation.ts'
import { deleteSynonyms, type Synonyms, saveSynonyms } from './queries.ts'

const column = columnsOf<Synonyms>()

const SIGN = { size: 16, 'aria-hidden': true } as const

const nameOf = ({ terms }: Synonyms) => terms[0] ?? ''

type SynonymTableProps = { synonyms: readonly Synonyms[]; onChanged: () => Promise<void> }

export function SynonymTable({ synonyms, onChanged }: SynonymTableProps) {
  const [editing, setEditing] = useState<Synonyms | null>(null)
  const [deleting, setDeleting] = useState<Synonyms | null>(null)
  const columns = column.columns([
    column.accessor(nameOf, {
      id: 'terms',
      header: 'Mean the same',
      meta: { className: 'w-[55%] py-2' },
      cell: ({ row }) => (
        <span className="block leading-snug font-medium [overflow-wrap:anywhere]">
          {row.original.terms.join(', ')}
        </span>
      ),
    }),
    column.display({
      id: 'typed',
      header: 'Other spellings',
      meta: { stacked: 'line', className: 'py-2' },
      cell: ({ row }) => (
        <span className="block leading-snug [overflow-wrap:anywhere] text-muted">
          {row.original.typed_only.join(', ')}
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
            icon={<Pencil {...SIGN} />}
            label={`Edit ${nameOf(original)}`}
            onClick={() => setEditing(original)}
          />
          <IconButton
            icon={<Trash2 {...SIGN} />}
            label={`Delete ${nameOf(original)}`}
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
        label="Words that mean the same to the search"
        columns={columns}
        rows={synonyms}
        keyOf={({ id }) => id}
        nameOf={nameOf}
      />
      {editing ? (
        <SynonymDialog synonyms={editing} onClose={() => setEditing(null)} onSaved={onChanged} />
      ) : null}
      {deleting ? (
        <ConfirmWrite
          title="Delete Synonyms"
          text={`Searches for ${deleting.terms.map((term) => `“${term}”`).join(', ')} will find only what says so. This action cannot be undone.`}
          action="Delete Synonyms"
          write={(client) => deleteSynonyms(client, deleting.id)}
          done={{ title: 'Synonyms deleted' }}
          onClose={() => setDeleting(null)}
          onRefused={(error) => toastError('delete the words', error)}
        />
      ) : null}
    </>
  )
}

type SynonymDialogProps = {
  /** Null adds some. */
  synonyms: Synonyms | null
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Adds words that mean the same to the search, or changes them. */
export function SynonymDialog({ synonyms, onClose, onSaved }: SynonymDialogProps) {
  const form = useSiteForm({
    schema: synonymsSchema,
    start: {
      terms: synonyms?.terms.join(', ') ?? '',
      typed_only: synonyms?.typed_only.join(', ') ?? '',
    },
    send: async (fields) => {
      await saveSynonyms(await client(), synonyms?.id ?? null, fields)
      toast({ title: synonyms ? 'Synonyms saved' : 'Synonyms added' })
      onClose()
      await onSaved()
    },
    onRefused: (error) => {
      const refusal = refusalOf(error)
      if (refusal) return { terms: refusal.message }
      toastError('save the words', error)
      return {}
    },
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={synonyms ? 'Edit Synonyms' : 'Add Synonyms'}>
      <form {...form.props} className="space-y-4">
        <TextArea
          label="Words that mean the same"
          hint="Separated by commas, in any language or script. Whoever types one of them finds all of them."
          placeholder="tax, income tax, आयकर"
          rows={3}
          required
          {...form.field('terms')}
        />
        <TextArea
          label="Other spellings (optional)"
          hint="They lead to the words above, but are not searched for themselves: misspellings, and words that mean other things too."
          placeholder="aaykar, kar"
          rows={2}
          {...form.field('typed_only')}
        />
        <FormActions action={synonyms ? 'Save' : 'Add Synonyms'} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
