// A form that edits stored content: a `useSiteForm` with a draft, which shows somebody else's newer version instead of
// overwriting it.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type EditOptions, useEdit } from '#app/platform/drafts/use-edit.ts'
import type { Versioned } from '#app/platform/supabase/compare-and-swap.ts'
import { hasShapeOf } from '#shared/schemas/rules.ts'
import { type SiteFormOptions, useSiteForm } from './use-site-form.ts'

type Save<Version extends Versioned, Values> = ReturnType<typeof useEdit<Version, Values>>['save']

type EditFormOptions<Version extends Versioned, Values, Sent> = Omit<
  EditOptions<Version, Values>,
  'isValues'
> &
  Omit<SiteFormOptions<Values, Sent>, 'start' | 'onChange' | 'send'> & {
    /** Sends with `save`, which resolves to false if there is a newer version to decide about. */
    send: (sent: Sent, save: Save<Version, Values>) => ReturnType<SiteFormOptions<Values, Sent>['send']>
  }

export function useEditForm<Version extends Versioned, Values extends FieldValues, Sent>(
  options: EditFormOptions<Version, Values, Sent>,
) {
  const edit = useEdit({ ...options, isValues: hasShapeOf(options.schema) })
  const form = useSiteForm({
    ...options,
    start: edit.values,
    onChange: edit.change,
    send: (sent: Sent) => options.send(sent, edit.save),
  })
  // The form library owns the values: a version that is taken over is copied into them.
  const showValues = useEffectEvent(() => form.show(edit.values))
  useEffect(() => {
    if (edit.resets > 0) showValues()
  }, [edit.resets])
  return {
    ...form,
    theirs: edit.theirs,
    resets: edit.resets,
    forget: edit.forget,
    /**
     * Properties of the notice that a draft was restored; null without a draft, or while a newer version is undecided.
     */
    draft: edit.restored && !edit.theirs ? { at: edit.restored.at, onDiscard: edit.discard } : null,
    /** Properties of the notice of a newer version. */
    decision: {
      busy: form.isBusy,
      onTakeTheirs: edit.takeTheirs,
      onKeepMine: () => {
        edit.keepMine()
        void form.submit()
      },
    },
  }
}
