// A form that creates something: a `useSiteForm` whose values are stored as a draft until they are sent.
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { hasShapeOf } from '#shared/schemas/rules.ts'
import { type SiteFormOptions, useSiteForm } from './use-site-form.ts'

type DraftFormOptions<Values, Sent> = Omit<SiteFormOptions<Values, Sent>, 'onChange'> & {
  draftKey: string
  /** The initial values without a draft. */
  start: Values
}

export function useDraftForm<Values extends FieldValues, Sent>(options: DraftFormOptions<Values, Sent>) {
  const { draftKey, schema, start } = options
  const draft = useDraft(draftKey, hasShapeOf(schema))
  const { found, keep, drop, saved } = draft
  const [restored, setRestored] = useState(found)
  /** How often the form was reset. As the editor's `key` it creates a new one, with the current values. */
  const [resets, setResets] = useState(0)
  const form = useSiteForm({ ...options, start: found?.value ?? start, onChange: keep })
  /** Resets the form to `values`. */
  const restart = (values: Values) => {
    drop()
    form.show(values)
    setRestored(null)
    setResets((before) => before + 1)
  }
  return {
    ...form,
    resets,
    found,
    saved,
    /** For `postOnce`. */
    attempts: draft,
    restart,
    /** Deletes the draft after sending or discarding it. */
    forget: () => {
      drop()
      setRestored(null)
    },
    /** Properties of the notice that a draft was restored. */
    draft: restored ? { at: restored.at, onDiscard: () => restart(start) } : null,
  }
}
