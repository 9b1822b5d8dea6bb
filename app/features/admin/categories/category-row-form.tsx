// A row of the table of categories while it is edited (SPEC.md section 2): Enter saves it, Escape leaves it. What is typed
// and not saved is a draft of this browser.
import { type KeyboardEvent, useState } from 'react'
import {
  type CategoryFields,
  cleaned,
  hasRequired,
  isCategoryFields,
  REQUIRED,
} from '#app/domain/categories/category-rules.ts'
import { useEdit } from '#app/platform/drafts/use-edit.ts'
import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/newer-version.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CATEGORY } from '#shared/limits.ts'
import { adminRefusal, categoryEdit, type KeptCategory } from './category-mutations.ts'
import { ColorPicker, IconPicker } from './icon-picker.tsx'

type CategoryRowFormProps = {
  category: KeptCategory
  userId: string
  onClose: () => void
  onChanged: () => Promise<void>
}

export function CategoryRowForm({ category, userId, onClose, onChanged }: CategoryRowFormProps) {
  const edit = useEdit<KeptCategory, CategoryFields>({
    draftKey: `${userId}:category:${category.id}`,
    current: category,
    valuesOf: fieldsOf,
    isValues: isCategoryFields,
  })
  const { values: fields, theirs } = edit
  const [problem, setProblem] = useState<string>()
  const change = (changed: Partial<CategoryFields>) => {
    edit.change({ ...fields, ...changed })
    setProblem(undefined)
  }
  const [save, saving] = useAsyncAction(async () => {
    if (!hasRequired(fields)) return setProblem(REQUIRED)
    try {
      const mine = cleaned(fields)
      const isSaved = await edit.save({ mine, ...categoryEdit(await client(), category.id, fields) })
      if (!isSaved) return
    } catch (error) {
      return toastError('update category', adminRefusal(error))
    }
    toast({ title: 'Category updated' })
    onClose()
    await onChanged()
  })
  const leaveOnEscape = (event: KeyboardEvent) => {
    // An input method's Escape, or one that a part of the form used for itself, is not meant for the row.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!saving) onClose()
  }
  return (
    <form
      aria-label={`Edit ${category.name}`}
      noValidate
      className="grid gap-4 p-4 lg:grid-cols-2 lg:gap-x-6"
      onKeyDown={leaveOnEscape}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {edit.restored && !theirs ? (
        <div className="lg:col-span-2">
          <DraftNotice at={edit.restored.at} onDiscard={edit.discard} />
        </div>
      ) : null}
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          autoFocus
          required
          maxLength={CATEGORY.name}
          value={fields.name}
          error={problem}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Slug"
          required
          maxLength={CATEGORY.slug}
          value={fields.slug}
          onChange={(event) => change({ slug: event.target.value })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="Description"
            rows={3}
            maxLength={CATEGORY.description}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.ctrlKey) void save()
            }}
          />
        </div>
      </div>
      <div className="space-y-4">
        <IconPicker value={fields.icon} color={fields.color} onChange={(icon) => change({ icon })} />
        <ColorPicker value={fields.color} onChange={(color) => change({ color })} />
      </div>
      {theirs ? (
        <div className="lg:col-span-2">
          <NewerVersion
            busy={saving}
            onTakeTheirs={edit.takeTheirs}
            onKeepMine={() => {
              edit.keepMine()
              void save()
            }}
          >
            <VersionField label="Name">{theirs.name}</VersionField>
            <VersionField label="Slug">{theirs.slug}</VersionField>
            <VersionField label="Description">{theirs.description}</VersionField>
            <VersionField label="Icon and colour">
              {theirs.icon} {theirs.color}
            </VersionField>
          </NewerVersion>
        </div>
      ) : null}
      <div className="flex justify-end gap-2 lg:col-span-2">
        <Button
          variant="secondary"
          size="small"
          disabled={saving}
          onClick={() => {
            edit.forget()
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" size="small" disabled={saving}>
          {saving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function fieldsOf({ name, slug, description, icon, color }: KeptCategory): CategoryFields {
  return { name, slug, description: description ?? '', icon, color }
}
