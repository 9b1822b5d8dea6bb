// Words that mean the same to the search, as a table.
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { toastError } from '#app/platform/toast-error.ts'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { deleteSynonyms, type Synonyms } from './queries.ts'
import { SynonymDialog } from './synonym-dialog.tsx'

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
