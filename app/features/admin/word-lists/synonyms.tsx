// Search synonyms as a table, and the dialog that adds or edits them.
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { synonymsSchema } from '#shared/schemas/moderation.ts'
import { deleteSynonyms, type Synonyms, saveSynonyms } from './queries.ts'

const column = columnsOf<Synonyms>()

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
    actionColumn<Synonyms>((row) => (
      <>
        <IconButton
          icon={<Pencil {...SMALL_ICON} />}
          label={`Edit ${nameOf(row)}`}
          onClick={() => setEditing(row)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={`Delete ${nameOf(row)}`}
          intent="danger"
          onClick={() => setDeleting(row)}
        />
      </>
    )),
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
        <ConfirmAct
          title="Delete Synonyms"
          text={`Searches for ${deleting.terms.map((term) => `“${term}”`).join(', ')} will find only what says so. This action cannot be undone.`}
          action="Delete Synonyms"
          write={(client) => deleteSynonyms(client, deleting.id)}
          said={{ title: 'Synonyms deleted' }}
          onClose={() => setDeleting(null)}
          failed={failedTo('delete the words')}
        />
      ) : null}
    </>
  )
}

type SynonymDialogProps = {
  /** Null adds synonyms. */
  synonyms: Synonyms | null
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Adds or edits synonyms of the search. */
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
    onRefused: refusedAt('terms', 'save the words'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={synonyms ? 'Edit Synonyms' : 'Add Synonyms'}>
      <form {...form.props} className="space-y-4">
        <TextArea
          label="Words that mean the same"
          hint="Separated by commas, in any language or script. A search for one of them finds all."
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
