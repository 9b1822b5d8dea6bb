// The table of categories. A row becomes its own form (SPEC.md section 2).
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryTile } from '#app/domain/categories/category-tile.tsx'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatDate, formatNumber } from '#shared/format.ts'
import type { KeptCategory } from './category-mutations.ts'
import { CategoryRowForm } from './category-row-form.tsx'
import { DeleteCategory } from './delete-category.tsx'

const column = columnsOf<KeptCategory>()

const SIGN = { size: 16, 'aria-hidden': true } as const

type CategoryTableProps = {
  categories: readonly KeptCategory[]
  userId: string
  onChanged: () => Promise<void>
}

export function CategoryTable({ categories, userId, onChanged }: CategoryTableProps) {
  const [editing, setEditing] = useState<string | null>(null)
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
          <span className="lg:sr-only">Created </span>
          {formatDate(row.original.created_at)}
        </span>
      ),
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { stacked: 'controls' },
      cell: ({ row: { original: category } }) => (
        <span className="flex justify-end">
          <IconButton
            icon={<Pencil {...SIGN} />}
            label={`Edit ${category.name}`}
            onClick={() => setEditing(category.id)}
          />
          <IconButton
            icon={<Trash2 {...SIGN} />}
            label={`Delete ${category.name}`}
            intent="danger"
            onClick={() => setDeleting(category)}
          />
        </span>
      ),
    }),
  ])
  return (
    <>
      <DataTable
        label="Categories, newest first"
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
