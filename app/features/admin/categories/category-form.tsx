// Adds a category (SPEC.md section 2, Categories tab). The slug follows the name until it is written by hand.
import { type FormEvent, useState } from 'react'
import {
  type CategoryFields,
  defaultDescription,
  followingSlug,
  hasRequired,
  isCategoryFields,
  NEW_CATEGORY,
  REQUIRED,
} from '#app/domain/categories/category-rules.ts'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CATEGORY } from '#shared/limits.ts'
import { createCategory } from './category-mutations.ts'
import { ColorPicker, IconPicker } from './icon-picker.tsx'

type AddCategoryProps = { open: boolean; userId: string; onClose: () => void; onAdded: () => Promise<void> }

export function AddCategory({ open, userId, onClose, onAdded }: AddCategoryProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add Category" wide keepsDraft>
      <Form userId={userId} onClose={onClose} onAdded={onAdded} />
    </Dialog>
  )
}

function Form({ userId, onClose, onAdded }: Omit<AddCategoryProps, 'open'>) {
  const draft = useDraft(`${userId}:category:new`, isCategoryFields)
  const [fields, setFields] = useState<CategoryFields>(draft.found?.value ?? NEW_CATEGORY)
  const [restored, setRestored] = useState(draft.found)
  const [problem, setProblem] = useState<{ constraint: string | null; message: string } | null>(null)
  const change = (changed: Partial<CategoryFields>) => {
    const next = { ...fields, ...changed }
    setFields(next)
    draft.keep(next)
    setProblem(null)
  }
  const at = (constraint: string) => (problem?.constraint === constraint ? problem.message : undefined)

  const [create, busy] = useAsyncAction(async () => {
    if (!hasRequired(fields)) return setProblem({ constraint: null, message: REQUIRED })
    try {
      await createCategory(await client(), fields)
    } catch (error) {
      setProblem(refusalOf(error))
      return toastError('create category', error)
    }
    draft.drop()
    toast({ title: 'Category created' })
    onClose()
    await onAdded()
  })

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void create()
      }}
    >
      {restored ? (
        <DraftNotice
          at={restored.at}
          onDiscard={() => {
            draft.drop()
            setFields(NEW_CATEGORY)
            setRestored(null)
          }}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={CATEGORY.name}
          value={fields.name}
          error={at('forum_categories_name_length')}
          onChange={(event) =>
            change({ name: event.target.value, slug: followingSlug(fields, event.target.value) })
          }
        />
        <TextField
          label="Slug"
          required
          hint={`/forums/${fields.slug || '…'}`}
          maxLength={CATEGORY.slug}
          value={fields.slug}
          error={at('forum_categories_slug_key') ?? at('forum_categories_slug_format')}
          onChange={(event) => change({ slug: event.target.value })}
        />
      </div>
      <TextArea
        label="Description"
        rows={2}
        placeholder={defaultDescription(fields.name || 'your category')}
        maxLength={CATEGORY.description}
        value={fields.description}
        error={at('forum_categories_description_length')}
        onChange={(event) => change({ description: event.target.value })}
      />
      <IconPicker value={fields.icon} color={fields.color} onChange={(icon) => change({ icon })} />
      <ColorPicker value={fields.color} onChange={(color) => change({ color })} />
      {problem?.constraint === null ? (
        <p role="alert" className="text-14 text-loss">
          {problem.message}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => {
            draft.drop()
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Add Category'}
        </Button>
      </div>
    </form>
  )
}
