// Deletes a category. One that holds discussions is not deleted: they move to another one first.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '#app/platform/query/use-write.ts'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { count } from '#shared/format.ts'
import { adminQueries } from '../query-options.ts'
import { deleteCategory, type KeptCategory } from './category-mutations.ts'

type DeleteCategoryProps = {
  category: KeptCategory
  others: readonly KeptCategory[]
  onClose: () => void
  onDeleted: () => Promise<void>
}

export function DeleteCategory({ category, others, onClose, onDeleted }: DeleteCategoryProps) {
  const [moveTo, setMoveTo] = useState('')
  const held = useQuery(adminQueries.categoryHeld(category.id))
  const isEmpty = held.data === 0
  const [confirm, busy] = useWrite({
    mutationFn: async () => deleteCategory(await client(), category.id, isEmpty ? null : moveTo),
    onSuccess: () => {
      toast({ title: 'Category deleted' })
      onClose()
      return onDeleted()
    },
    onError: async (error) => {
      toastError('delete category', error)
      await held.refetch()
    },
  })
  return (
    <Dialog open onClose={onClose} busy={busy} title="Delete Category">
      {held.isError ? (
        <Failed message="Its discussions could not be counted." onRetry={() => void held.refetch()} />
      ) : isEmpty ? (
        <p className="text-15 text-muted">
          Are you sure you want to delete "{category.name}"? This action cannot be undone.
        </p>
      ) : (
        <>
          <p className="mb-4 text-15 text-muted" role="status">
            {held.data === undefined
              ? 'Counting its discussions...'
              : `"${category.name}" holds ${count(held.data, 'discussion', 'discussions')}, hidden ones included. They move to another category before this one is deleted.`}
          </p>
          <Select label="Move them to" value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
            <option value="">Choose a category</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={busy || held.data === undefined || !(isEmpty || moveTo)}
          onClick={() => confirm()}
        >
          {busy ? 'Deleting...' : isEmpty ? 'Delete Category' : 'Move and Delete'}
        </Button>
      </div>
    </Dialog>
  )
}
