// Chooses the category that discussions move to.
import { useState } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { count } from '#shared/format.ts'

export type Category = { id: string; name: string }

type MoveThreadsProps = {
  threads: readonly { title: string; category: { id: string } }[]
  categories: readonly Category[]
  onClose: () => void
  onMove: (to: Category) => Promise<void>
}

export function MoveThreads({ threads, categories, onClose, onMove }: MoveThreadsProps) {
  const [first] = threads
  const [id, setId] = useState(first?.category.id ?? '')
  const to = categories.find((category) => category.id === id)
  const isThere = threads.every(({ category }) => category.id === id)
  return (
    <Dialog open onClose={onClose} title={threads.length === 1 ? 'Move thread' : 'Move threads'}>
      <p className="mb-4 text-15 [overflow-wrap:anywhere] text-muted">
        {threads.length === 1 ? `"${first?.title}"` : count(threads.length, 'thread', 'threads')} and the
        replies go to another category. Old addresses lead to the new one.
      </p>
      <Select label="Category" value={id} onChange={(event) => setId(event.target.value)}>
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </Select>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!to || isThere} onClick={() => to && void onMove(to)}>
          Move
        </Button>
      </div>
    </Dialog>
  )
}
