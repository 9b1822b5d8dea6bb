// A form that makes something new: a `useSiteForm` whose fields are kept in the browser until they are sent.
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { hasShapeOf } from '#shared/schemas/rules.ts'
import { type SiteFormOptions, useSiteForm } from './use-site-form.ts'

type DraftFormOptions<Values, Sent> = Omit<SiteFormOptions<Values, Sent>, 'onChange'> & {
  draftKey: string
  /** What the form begins with where there is no draft. */
  start: Values
}

export function useDraftForm<Values extends FieldValues, Sent>(options: DraftFormOptions<Values, Sent>) {
  const { draftKey, schema, start } = options
  const { found, keep, drop } = useDraft(draftKey, hasShapeOf(schema))
  const [restored, setRestored] = useState(found)
  /** A new number makes a new editor, which begins with what the fields are then. */
  const [sheet, setSheet] = useState(0)
  const form = useSiteForm({ ...options, start: found?.value ?? start, onChange: keep })
  /** Begins again, with `values`. */
  const restart = (values: Values) => {
    drop()
    form.show(values)
    setRestored(null)
    setSheet((before) => before + 1)
  }
  return {
    ...form,
    sheet,
    found,
    restart,
    /** Forgets the draft: it was sent, or is not wanted. */
    forget: () => {
      drop()
      setRestored(null)
    },
    /** Of the notice that a draft is back. */
    draft: restored ? { at: restored.at, onDiscard: () => restart(start) } : null,
  }
}
