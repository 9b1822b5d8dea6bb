// The table of categories. A row becomes its own form (SPEC.md section 2).
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryTile } from '#app/domain/categories/category-tile.tsx'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import type { Column } from '#app/ui/tables/column.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatDate, formatNumber } from '#shared/format.ts'
import type { KeptCategory } from './category-mutations.ts'
import { CategoryRowForm } from './category-row-form.tsx'
import { DeleteCategory } from './delete-category.tsx'

const SIGN = { size: 16, 'aria-hidden': true } as const

type CategoryTableProps = {
  categories: readonly KeptCategory[]
  userId: string
  onChanged: () => Promise<void>
}

export function CategoryTable({ categories, userId, onChanged }: CategoryTableProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<KeptCategory | null>(null)
  const columns: Column<KeptCategory>[] = [
    {
      key: 'category',
      label: 'Category',
      sortBy: ({ name }) => name,
      className: 'py-2',
      cell: (category) => (
        <span className="flex items-center gap-3">
          <CategoryTile category={category} by="own" size={28} />
          <Link to={`/forums/${category.slug}`} className="font-semibold hover:text-accent hover:underline">
            {category.name}
          </Link>
        </span>
      ),
    },
    {
      key: 'description',
      label: 'Description',
      stacked: 'line',
      className: 'w-[36%]',
      cell: ({ description }) => (
        <span className="block text-13 leading-snug [overflow-wrap:anywhere] text-muted">{description}</span>
      ),
    },
    {
      key: 'slug',
      label: 'Slug',
      sortBy: ({ slug }) => slug,
      stacked: 'bare',
      cell: ({ slug }) => <code className="text-13 break-words">{slug}</code>,
    },
    {
      key: 'threads',
      label: 'Threads',
      align: 'end',
      sortBy: ({ thread_count }) => thread_count,
      cell: ({ thread_count }) => formatNumber(thread_count),
    },
    {
      key: 'created',
      label: 'Created',
      sortBy: ({ created_at }) => created_at,
      stacked: 'beside',
      className: 'whitespace-nowrap text-13 text-muted',
      cell: ({ created_at }) => (
        <span>
          <span className="lg:sr-only">Created </span>
          {formatDate(created_at)}
        </span>
      ),
    },
    {
      key: 'actions',
      label: 'Actions',
      stacked: 'controls',
      cell: (category) => (
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
    },
  ]
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
