// The state of a form that edits stored content: the draft includes the version that it started from, and a newer
// version of somebody else is shown instead of being overwritten.
import { useEffect, useRef, useState } from 'react'
import {
  compareAndSwap,
  isSame,
  NewerVersion,
  type RowQueries,
  type Versioned,
} from '#app/platform/supabase/compare-and-swap.ts'
import { useDraft } from './use-draft.ts'

export type EditOptions<Version extends Versioned, Values> = {
  draftKey: string
  /** The stored content, as the page has it. */
  current: Version
  /** The form's values of a version. */
  valuesOf: (version: Version) => Values
  isValues: (value: unknown) => value is Values
}

type Sent<Version extends Versioned, Values> = RowQueries<Version> & {
  /** The values to send, which may be trimmed; the default is the form's values. */
  mine?: Values
}

export type Edit<Version extends Versioned, Values> = {
  values: Values
  change: (values: Values) => void
  /** The draft that the form started with. */
  restored: { at: number } | null
  /** Somebody else's newer version, until the writer decides which one to keep. */
  theirs: Version | null
  /** How often the values were replaced. As the editor's `key` it creates a new one, with the current `values`. */
  resets: number
  /**
   * @returns whether it was saved; if not, `theirs` has the newer version
   * @throws NothingChanged, or an error of its queries
   */
  save: (sent: Sent<Version, Values>) => Promise<boolean>
  /** Lets the next save overwrite the newer version. */
  keepMine: () => void
  takeTheirs: () => void
  /** Discards changes and shows the stored content. */
  discard: () => void
  /** Deletes the draft. */
  forget: () => void
}

export function useEdit<Version extends Versioned, Values>({
  draftKey,
  current,
  valuesOf,
  isValues,
}: EditOptions<Version, Values>): Edit<Version, Values> {
  const draft = useDraft(draftKey, isValues)
  const [began] = useState(() => {
    const found = draft.found && !isSame(draft.found.value, valuesOf(current)) ? draft.found : null
    const isOld = found !== null && found.base !== current.updated_at
    return { found, isOld }
  })
  const base = useRef<{ updatedAt: string; values: Values | null }>(
    began.isOld
      ? { updatedAt: began.found?.base ?? '', values: null }
      : { updatedAt: current.updated_at, values: valuesOf(current) },
  )
  const [values, setValues] = useState<Values>(() => began.found?.value ?? valuesOf(current))
  const [restored, setRestored] = useState<{ at: number } | null>(began.found)
  const [theirs, setTheirs] = useState<Version | null>(began.isOld ? current : null)
  const [resets, setResets] = useState(0)

  // The draft was saved meanwhile, from another tab or browser.
  const isStored = draft.found !== null && began.found === null
  const { drop } = draft
  useEffect(() => {
    if (isStored) drop()
  }, [isStored, drop])

  /** Continues from `version`, with its values or with the typed ones. */
  function begin(version: Version, shown: Values | null) {
    base.current = { updatedAt: version.updated_at, values: valuesOf(version) }
    setTheirs(null)
    setRestored(null)
    if (shown === null) return
    draft.drop()
    setValues(shown)
    setResets((before) => before + 1)
  }

  return {
    values,
    restored,
    theirs,
    resets,
    change: (next) => {
      setValues(next)
      if (isSame(next, base.current.values)) draft.drop()
      else draft.keep(next, base.current.updatedAt)
    },
    save: async ({ mine = values, update, load }) => {
      const { updatedAt, values: before } = base.current
      try {
        // A draft of an older release has no version, and without one the filter would match every row.
        const saved = await compareAndSwap({
          base: updatedAt || NEVER,
          before,
          mine,
          valuesOf,
          update,
          load,
        })
        draft.drop()
        base.current = { updatedAt: saved.updated_at, values: valuesOf(saved) }
        setRestored(null)
        return true
      } catch (error) {
        if (!(error instanceof NewerVersion)) throw error
        setTheirs(error.version)
        return false
      }
    },
    keepMine: () => {
      if (theirs) begin(theirs, null)
    },
    takeTheirs: () => {
      if (theirs) begin(theirs, valuesOf(theirs))
    },
    discard: () => begin(current, valuesOf(current)),
    forget: draft.drop,
  }
}

/** A time that no row has. */
const NEVER = '1970-01-01T00:00:00+00:00'
