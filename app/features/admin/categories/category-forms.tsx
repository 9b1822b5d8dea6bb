// The forms of a category: adding one (SPEC.md section 2, Categories tab), and editing a row of the table.
import type { KeyboardEvent } from 'react'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { useDraftForm } from '#app/platform/forms/use-draft-form.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import type { SiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem, NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { CATEGORY } from '#shared/limits.ts'
import {
  type CategoryFields,
  categorySchema,
  defaultDescription,
  followingSlug,
  NEW_CATEGORY,
} from '#shared/schemas/categories.ts'
import * as t from '#words/admin.ts'
import { categoryEdit, createCategory, fieldsOf, type KeptCategory } from './category-mutations.ts'
import { ColorPicker, IconPicker } from './icon-picker.tsx'

type AddCategoryProps = { open: boolean; userId: string; onClose: () => void; onAdded: () => Promise<void> }

export function AddCategory({ open, userId, onClose, onAdded }: AddCategoryProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t.addCategory} wide keepsDraft>
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
      toast({ title: t.categoryCreated })
      onClose()
      await onAdded()
    },
    failed: '',
    onRefused: failedTo('create category'),
  })
  const { values, change } = form
  return (
    <form {...form.props} className="space-y-4">
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.name}
          required
          maxLength={CATEGORY.name}
          {...form.field('name')}
          onChange={({ target }) => change({ name: target.value, slug: followingSlug(values, target.value) })}
        />
        <TextField
          label={t.slug}
          required
          hint={t.forums(values.slug || '…')}
          maxLength={CATEGORY.slug}
          {...form.field('slug')}
        />
      </div>
      <TextArea
        label={t.description}
        rows={2}
        placeholder={defaultDescription(values.name || 'your category')}
        maxLength={CATEGORY.description}
        {...form.field('description')}
      />
      <InHindi field={form.field} />
      <IconPicker value={values.icon} color={values.color} onChange={(icon) => change({ icon })} />
      <ColorPicker value={values.color} onChange={(color) => change({ color })} />
      <FormProblem message={form.problems.form} />
      <FormActions
        action={t.addCategory}
        busy={form.isBusy}
        onCancel={() => {
          form.forget()
          onClose()
        }}
      />
    </form>
  )
}

/** What pages in Hindi show; where it is empty, they show the English name and description. */
function InHindi({ field }: Pick<SiteForm<CategoryFields>, 'field'>) {
  return (
    <>
      <TextField label={t.nameInHindi} lang="hi" maxLength={CATEGORY.name} {...field('hindiName')} />
      <TextArea
        label={t.descriptionInHindi}
        lang="hi"
        rows={2}
        maxLength={CATEGORY.description}
        {...field('hindiDescription')}
      />
    </>
  )
}

type CategoryRowFormProps = {
  category: KeptCategory
  userId: string
  onClose: () => void
  onChanged: () => Promise<void>
}

/**
 * A row of the table of categories while it is edited (SPEC.md section 2): Enter saves it, Escape leaves it. Unsaved
 * changes are a draft in this browser.
 */
export function CategoryRowForm({ category, userId, onClose, onChanged }: CategoryRowFormProps) {
  const form = useEditForm({
    draftKey: `${userId}:category:${category.id}`,
    current: category,
    valuesOf: fieldsOf,
    schema: categorySchema,
    send: async (mine, save) => {
      if (!(await save({ mine, ...categoryEdit(await client(), category, mine) }))) return
      toast({ title: t.categoryUpdated })
      onClose()
      await onChanged()
    },
    failed: '',
    onRefused: failedTo('update category'),
  })
  const { values, change, theirs } = form
  const leaveOnEscape = (event: KeyboardEvent) => {
    // An Escape that an input method or a part of the form handled does not close the row.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!form.isBusy) onClose()
  }
  return (
    <form
      {...form.props}
      aria-label={t.edit2(category.name)}
      className="grid gap-4 p-4 lg:grid-cols-2 lg:gap-x-6"
      onKeyDown={leaveOnEscape}
    >
      {form.draft ? (
        <div className="lg:col-span-2">
          <DraftNotice {...form.draft} />
        </div>
      ) : null}
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <TextField label={t.name} autoFocus required maxLength={CATEGORY.name} {...form.field('name')} />
        <TextField label={t.slug} required maxLength={CATEGORY.slug} {...form.field('slug')} />
        <div className="sm:col-span-2">
          <TextArea
            label={t.description}
            rows={3}
            maxLength={CATEGORY.description}
            {...form.field('description')}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.ctrlKey) void form.submit()
            }}
          />
        </div>
        <div className="space-y-4 sm:col-span-2">
          <InHindi field={form.field} />
        </div>
      </div>
      <div className="space-y-4">
        <IconPicker value={values.icon} color={values.color} onChange={(icon) => change({ icon })} />
        <ColorPicker value={values.color} onChange={(color) => change({ color })} />
      </div>
      {theirs ? (
        <div className="lg:col-span-2">
          <NewerVersion {...form.decision}>
            <VersionField label={t.name}>{theirs.name}</VersionField>
            <VersionField label={t.slug}>{theirs.slug}</VersionField>
            <VersionField label={t.description}>{theirs.description}</VersionField>
            <VersionField label={t.inHindi}>
              {fieldsOf(theirs).hindiName}: {fieldsOf(theirs).hindiDescription}
            </VersionField>
            <VersionField label={t.iconAndColour}>
              {theirs.icon} {theirs.color}
            </VersionField>
          </NewerVersion>
        </div>
      ) : null}
      <div className="lg:col-span-2">
        <FormProblem message={form.problems.form} />
        <FormActions
          action={t.save}
          size="small"
          busy={form.isBusy}
          onCancel={() => {
            form.forget()
            onClose()
          }}
        />
      </div>
    </form>
  )
}
