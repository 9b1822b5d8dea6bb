// The table of categories, whose rows are edited in place (SPEC.md section 2).

import { useQuery } from '@tanstack/react-query'
import { NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryTile } from '#app/domain/categories/category-tile.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { count, formatDate, formatNumber } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import { CategoryRowForm } from './category-forms.tsx'
import { CategoryGuide } from './category-guide.tsx'
import { deleteCategory, type KeptCategory } from './category-mutations.ts'

const column = columnsOf<KeptCategory>()

type CategoryTableProps = {
  categories: readonly KeptCategory[]
  userId: string
  onChanged: () => Promise<void>
}

export function CategoryTable({ categories, userId, onChanged }: CategoryTableProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const [guiding, setGuiding] = useState<KeptCategory | null>(null)
  const [deleting, setDeleting] = useState<KeptCategory | null>(null)
  const columns = column.columns([
    column.accessor('name', {
      header: 'Category',
      meta: { className: 'py-2' },
      cell: ({ row: { original: category } }) => (
        <span className="flex items-center gap-3">
          <CategoryTile category={category} by="own" size={28} />
          <Link to={`/forums/${category.slug}`} className="font-semibold hover:text-accent hover:underline">
            {category.name}
          </Link>
        </span>
      ),
    }),
    column.display({
      id: 'description',
      header: 'Description',
      meta: { stacked: 'line', className: 'w-[36%]' },
      cell: ({ row }) => (
        <span className="block text-13 leading-snug [overflow-wrap:anywhere] text-muted">
          {row.original.description}
        </span>
      ),
    }),
    column.accessor('slug', {
      header: 'Slug',
      meta: { stacked: 'bare' },
      cell: ({ row }) => <code className="text-13 break-words">{row.original.slug}</code>,
    }),
    column.accessor('thread_count', {
      header: 'Threads',
      meta: { align: 'end' },
      cell: ({ row }) => formatNumber(row.original.thread_count),
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { stacked: 'beside', className: 'whitespace-nowrap text-13 text-muted' },
      cell: ({ row }) => (
        <span>
          <span className="lg:sr-only">{t.created}</span>
          {formatDate(row.original.created_at)}
        </span>
      ),
    }),
    actionColumn<KeptCategory>((category) => (
      <>
        <IconButton
          icon={<Pencil {...SMALL_ICON} />}
          label={t.edit2(category.name)}
          onClick={() => setEditing(category.id)}
        />
        <IconButton
          icon={<NotebookPen {...SMALL_ICON} />}
          label={t.noteAndTemplateOf(category.name)}
          onClick={() => setGuiding(category)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteLabel3(category.name)}
          intent="danger"
          onClick={() => setDeleting(category)}
        />
      </>
    )),
  ])
  return (
    <>
      <DataTable
        label={t.categoriesNewestFirst}
        columns={columns}
        rows={categories}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        renderRowOverride={(category) =>
          category.id === editing ? (
            <CategoryRowForm
              category={category}
              userId={userId}
              onClose={() => setEditing(null)}
              onChanged={onChanged}
            />
          ) : null
        }
      />
      {guiding ? <CategoryGuide category={guiding} userId={userId} onClose={() => setGuiding(null)} /> : null}
      {deleting ? (
        <DeleteCategory
          category={deleting}
          others={categories.filter(({ id }) => id !== deleting.id)}
          onClose={() => setDeleting(null)}
          onDeleted={onChanged}
        />
      ) : null}
    </>
  )
}

type DeleteCategoryProps = {
  category: KeptCategory
  others: readonly KeptCategory[]
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** Deletes a category. Discussions in it have to move to another category first. */
function DeleteCategory({ category, others, onClose, onDeleted }: DeleteCategoryProps) {
  const [moveTo, setMoveTo] = useState('')
  const held = useQuery(adminQueries.categoryHeld(category.id))
  const isEmpty = held.data === 0
  const [confirm, busy] = useAct(
    async () => deleteCategory(await client(), category.id, isEmpty ? null : moveTo),
    {
      done: () => {
        toast({ title: t.categoryDeleted })
        onClose()
        return onDeleted()
      },
      failed: async (error) => {
        failedTo('delete category')(error)
        await held.refetch()
      },
    },
  )
  return (
    <Dialog open onClose={onClose} busy={busy} title={t.deleteCategory}>
      {held.isError ? (
        <Failed message={t.itsDiscussionsCouldNotBe} onRetry={() => void held.refetch()} />
      ) : isEmpty ? (
        <p className="text-15 text-muted">{t.areYouSureYouWant2(category.name)}</p>
      ) : (
        <>
          <p className="mb-4 text-15 text-muted" role="status">
            {held.data === undefined
              ? t.countingItsDiscussions
              : t.holdsHiddenOnesIncludedThey(category.name, count(held.data, 'discussion', 'discussions'))}
          </p>
          <Select label={t.moveThemTo} value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
            <option value="">{t.chooseACategory}</option>
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
          {t.cancel}
        </Button>
        <Button
          variant="danger"
          disabled={busy || held.data === undefined || !(isEmpty || moveTo)}
          onClick={() => void confirm()}
        >
          {busy ? t.deleting : isEmpty ? t.deleteCategory : t.moveAndDelete}
        </Button>
      </div>
    </Dialog>
  )
}
