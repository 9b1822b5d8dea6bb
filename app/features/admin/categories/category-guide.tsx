// A category's note and template for new discussions.
import { useQuery } from '@tanstack/react-query'
import { EditorOnDemand } from '#app/editor/editor-on-demand.ts'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { client } from '#app/platform/session/session.ts'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { FormActions, FormProblem, NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { CATEGORY_GUIDE } from '#shared/limits.ts'
import { type CategoryGuideFields, categoryGuideSchema } from '#shared/schemas/categories.ts'
import * as t from '#words/admin.ts'
import { categoryGuideEdit } from './category-mutations.ts'

type CategoryGuideProps = {
  category: { id: string; name: string }
  userId: string
  onClose: () => void
}

export function CategoryGuide({ category, userId, onClose }: CategoryGuideProps) {
  const { data, isError, refetch } = useQuery(adminQueries.categoryGuide(category.id))
  return (
    <Dialog open onClose={onClose} title={t.newDiscussionsIn(category.name)} wide keepsDraft>
      {isError ? (
        <Failed message={t.itsTextsCouldNotBe} onRetry={() => void refetch()} />
      ) : data ? (
        <GuideForm category={category} userId={userId} onClose={onClose} guide={data} />
      ) : (
        <Skeleton label={t.loadingTheTexts} />
      )}
    </Dialog>
  )
}

type Version = CategoryGuideFields & { updated_at: string }

function GuideForm({ category, userId, onClose, guide }: CategoryGuideProps & { guide: Version }) {
  const form = useEditForm<Version, CategoryGuideFields, CategoryGuideFields>({
    draftKey: `${userId}:category-guide:${category.id}`,
    current: guide,
    valuesOf: ({ note, template }) => ({ note: browserSpelling(note), template: browserSpelling(template) }),
    schema: categoryGuideSchema,
    send: async (mine, save) => {
      if (!(await save({ mine, ...categoryGuideEdit(await client(), category.id, mine) }))) return
      toast({ title: t.categoryUpdated })
      onClose()
    },
    failed: '',
    onRefused: failedTo('update category'),
  })
  const { values, problems, change, theirs } = form
  return (
    <form {...form.props} className="space-y-4">
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <EditorOnDemand
        key={`note ${form.resets}`}
        label={t.noteAboveTheForm}
        hint={t.whatBelongsHereAndWhat}
        initial={values.note}
        max={CATEGORY_GUIDE.note}
        error={problems.note}
        onChange={(note) => change({ note })}
      />
      <EditorOnDemand
        key={`template ${form.resets}`}
        label={t.templateOfTheText}
        hint={t.theTextBeginsWithIt}
        initial={values.template}
        max={CATEGORY_GUIDE.template}
        error={problems.template}
        onChange={(template) => change({ template })}
      />
      {theirs ? (
        <NewerVersion {...form.decision}>
          <VersionField label={t.note}>
            <SanitizedHtml html={theirs.note} />
          </VersionField>
          <VersionField label={t.template}>
            <SanitizedHtml html={theirs.template} />
          </VersionField>
        </NewerVersion>
      ) : null}
      <FormProblem message={problems.form} />
      <FormActions
        action={t.save}
        busy={form.isBusy}
        onCancel={() => {
          form.forget()
          onClose()
        }}
      />
    </form>
  )
}
