// The table of categories. A row becomes its own form (SPEC.md section 2): Enter saves it, Escape leaves it.
import { Check, Pencil, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatNumber } from '#app/lib/format.ts'
import { sayFailed } from '#app/lib/say-failed.ts'
import { client } from '#app/lib/session.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useOneAtATime } from '#app/ui/one-at-a-time.ts'
import { toast } from '#app/ui/toast.ts'
import { CATEGORY } from '#shared/limits.ts'
import { type CategoryFields, hasRequired, REQUIRED } from './category-rules.ts'
import { CategoryTile } from './category-tile.tsx'
import { DeleteCategory } from './delete-category.tsx'
import { ColorPicker, IconPicker } from './icon-picker.tsx'
import { type KeptCategory, updateCategory } from './keeping.ts'

const SIGN = { size: 16, 'aria-hidden': true } as const

type CategoryTableProps = { categories: readonly KeptCategory[]; onChanged: () => Promise<void> }

type Editing = { id: string; fields: CategoryFields; problem: string | null }

export function CategoryTable({ categories, onChanged }: CategoryTableProps) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const [deleting, setDeleting] = useState<KeptCategory | null>(null)

  const [save, saving] = useOneAtATime(async () => {
    if (!editing) return
    if (!hasRequired(editing.fields)) return setEditing({ ...editing, problem: REQUIRED })
    try {
      await updateCategory(await client(), editing.id, editing.fields)
    } catch (error) {
      return sayFailed('update category', error)
    }
    toast({ title: 'Category updated' })
    setEditing(null)
    await onChanged()
  })

  function begin({ id, name, slug, description, icon, color }: KeptCategory) {
    setEditing({ id, fields: { name, slug, description: description ?? '', icon, color }, problem: null })
  }

  /** What the row shows while it is edited, else what it shows otherwise. */
  const either =
    (shown: (category: KeptCategory) => React.ReactNode, edited: (one: EditCell) => React.ReactNode) =>
    (category: KeptCategory) => {
      if (editing?.id !== category.id) return shown(category)
      const { fields, problem } = editing
      return edited({
        ...{ fields, problem, saving, save: () => void save(), cancel: () => setEditing(null) },
        change: (changed) => setEditing({ ...editing, fields: { ...fields, ...changed }, problem: null }),
      })
    }

  const columns: Column<KeptCategory>[] = [
    {
      key: 'category',
      label: 'Category',
      sortBy: ({ name }) => name,
      // A form must not cover the fields beside it.
      className: `min-w-44 py-2 ${editing ? 'max-lg:static!' : ''}`,
      cell: either(
        (category) => (
          <span className="flex items-center gap-3">
            <CategoryTile category={category} by="own" size={28} />
            <Link
              to={`/forums/${category.slug}`}
              className="font-semibold [overflow-wrap:anywhere] hover:text-accent hover:underline"
            >
              {category.name}
            </Link>
          </span>
        ),
        (one) => <NameCell {...one} />,
      ),
    },
    {
      key: 'description',
      label: 'Description',
      className: 'min-w-56 max-w-80 py-2',
      cell: either(
        ({ description }) => (
          <span className="block text-13 [overflow-wrap:anywhere] text-muted">{description}</span>
        ),
        ({ fields, change, save: onSave, cancel }) => (
          <TextArea
            label="Description"
            hiddenLabel
            rows={3}
            maxLength={CATEGORY.description}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
            onKeyDown={(event) => saveOrLeave(event, event.ctrlKey ? onSave : null, cancel)}
          />
        ),
      ),
    },
    {
      key: 'slug',
      label: 'Slug',
      sortBy: ({ slug }) => slug,
      className: 'min-w-36',
      cell: either(
        ({ slug }) => <code className="text-13 [overflow-wrap:anywhere]">{slug}</code>,
        ({ fields, change, save: onSave, cancel }) => (
          <TextField
            label="Slug"
            hiddenLabel
            maxLength={CATEGORY.slug}
            value={fields.slug}
            onChange={(event) => change({ slug: event.target.value })}
            onKeyDown={(event) => saveOrLeave(event, onSave, cancel)}
          />
        ),
      ),
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
      className: 'whitespace-nowrap text-muted',
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      key: 'actions',
      label: 'Actions',
      stays: true,
      cell: either(
        (category) => (
          <span className="flex">
            <IconButton
              icon={<Pencil {...SIGN} />}
              label={`Edit ${category.name}`}
              onClick={() => begin(category)}
            />
            <IconButton
              icon={<Trash2 {...SIGN} />}
              label={`Delete ${category.name}`}
              tone="danger"
              onClick={() => setDeleting(category)}
            />
          </span>
        ),
        (one) => (
          <span className="flex">
            <IconButton
              icon={<Check {...SIGN} />}
              label={one.saving ? 'Saving...' : 'Save'}
              disabled={one.saving}
              onClick={one.save}
            />
            <IconButton icon={<X {...SIGN} />} label="Cancel" disabled={one.saving} onClick={one.cancel} />
          </span>
        ),
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

type EditCell = {
  fields: CategoryFields
  problem: string | null
  saving: boolean
  change: (changed: Partial<CategoryFields>) => void
  save: () => void
  cancel: () => void
}

function NameCell({ fields, problem, change, save, cancel }: EditCell) {
  return (
    <div className="min-w-56 space-y-2 py-1">
      <TextField
        label="Name"
        hiddenLabel
        autoFocus
        maxLength={CATEGORY.name}
        value={fields.name}
        error={problem ?? undefined}
        onChange={(event) => change({ name: event.target.value })}
        onKeyDown={(event) => saveOrLeave(event, save, cancel)}
      />
      <IconPicker value={fields.icon} color={fields.color} onChange={(icon) => change({ icon })} />
      <ColorPicker value={fields.color} onChange={(color) => change({ color })} />
    </div>
  )
}

function saveOrLeave(event: KeyboardEvent, save: (() => void) | null, cancel: () => void): void {
  if (event.key === 'Enter' && save) {
    event.preventDefault()
    save()
  } else if (event.key === 'Escape') cancel()
}
