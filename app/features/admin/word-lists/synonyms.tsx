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
import * as t from '#words/admin.ts'
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
      header: t.meanTheSame,
      meta: { className: 'w-[55%] py-2' },
      cell: ({ row }) => (
        <span className="block leading-snug font-medium [overflow-wrap:anywhere]">
          {row.original.terms.join(', ')}
        </span>
      ),
    }),
    column.display({
      id: 'typed',
      header: t.otherSpellings,
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
          label={t.edit4(nameOf(row))}
          onClick={() => setEditing(row)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteLabel4(nameOf(row))}
          intent="danger"
          onClick={() => setDeleting(row)}
        />
      </>
    )),
  ])
  return (
    <>
      <DataTable
        label={t.wordsThatMeanTheSame}
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
          title={t.deleteSynonyms}
          text={t.searchesForWillFindOnly(deleting.terms.map((term) => `“${term}”`).join(', '))}
          action={t.deleteSynonyms}
          write={(client) => deleteSynonyms(client, deleting.id)}
          said={{ title: t.synonymsDeleted }}
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
      toast({ title: synonyms ? t.synonymsSaved : t.synonymsAdded })
      onClose()
      await onSaved()
    },
    onRefused: refusedAt('terms', 'save the words'),
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={synonyms ? t.editSynonyms : t.addSynonyms}>
      <form {...form.props} className="space-y-4">
        <TextArea
          label={t.wordsThatMeanTheSame2}
          hint={t.separatedByCommasInAny}
          placeholder={t.taxIncomeTax}
          rows={3}
          required
          {...form.field('terms')}
        />
        <TextArea
          label={t.otherSpellingsOptional}
          hint={t.theyLeadToTheWords}
          placeholder={t.aaykarKar}
          rows={2}
          {...form.field('typed_only')}
        />
        <FormActions action={synonyms ? t.save : t.addSynonyms} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
