// Adds a category (SPEC.md section 2, Categories tab). The slug follows the name until it is written by hand.
import { useDraftForm } from '#app/platform/forms/use-draft-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { CATEGORY } from '#shared/limits.ts'
import {
  categorySchema,
  defaultDescription,
  followingSlug,
  NEW_CATEGORY,
} from '#shared/schemas/categories.ts'
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
  const form = useDraftForm({
    draftKey: `${userId}:category:new`,
    start: NEW_CATEGORY,
    schema: categorySchema,
    send: async (category) => {
      await createCategory(await client(), category)
      form.forget()
      toast({ title: 'Category created' })
      onClose()
      await onAdded()
    },
    failed: '',
    onRefused: (error) => toastError('create category', error),
  })
  const { values, change } = form
  return (
    <form {...form.props} className="space-y-4">
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={CATEGORY.name}
          {...form.field('name')}
          onChange={({ target }) => change({ name: target.value, slug: followingSlug(values, target.value) })}
        />
        <TextField
          label="Slug"
          required
          hint={`/forums/${values.slug || '…'}`}
          maxLength={CATEGORY.slug}
          {...form.field('slug')}
        />
      </div>
      <TextArea
        label="Description"
        rows={2}
        placeholder={defaultDescription(values.name || 'your category')}
        maxLength={CATEGORY.description}
        {...form.field('description')}
      />
      <IconPicker value={values.icon} color={values.color} onChange={(icon) => change({ icon })} />
      <ColorPicker value={values.color} onChange={(color) => change({ color })} />
      <FormProblem message={form.problems.form} />
      <FormActions
        action="Add Category"
        busy={form.isBusy}
        onCancel={() => {
          form.forget()
          onClose()
        }}
      />
    </form>
  )
}
