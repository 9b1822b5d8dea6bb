// The state of a form that edits what is stored: what is typed is kept as a draft with the version that it began with,
// and saving over somebody else's newer version shows it instead.
import { useEffect, useRef, useState } from 'react'
import {
  compareAndSwap,
  type Doors,
  isSame,
  NewerVersion,
  type Versioned,
} from '#app/platform/supabase/compare-and-swap.ts'
import { useDraft } from './use-draft.ts'

export type EditOptions<Version extends Versioned, Values> = {
  draftKey: string
  /** What is stored, as the page knows it. */
  current: Version
  /** What the form shows of a version. */
  valuesOf: (version: Version) => Values
  isValues: (value: unknown) => value is Values
}

type Sent<Version extends Versioned, Values> = Doors<Version> & {
  /** What is sent, which may be trimmed; what the form holds when left out. */
  mine?: Values
}

export type Edit<Version extends Versioned, Values> = {
  values: Values
  change: (values: Values) => void
  /** The draft that the form began with. */
  restored: { at: number } | null
  /** Somebody else's newer version, while it is not decided which one stays. */
  theirs: Version | null
  /** A new number makes a new editor, which begins with what `values` are then. */
  sheet: number
  /** @returns whether it was saved; if not, `theirs` says why @throws NothingChanged, or what its queries throw */
  save: (sent: Sent<Version, Values>) => Promise<boolean>
  /** The next save goes over their version. */
  keepMine: () => void
  takeTheirs: () => void
  /** Forgets what was typed and shows what is stored. */
  discard: () => void
  /** Forgets the draft. */
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
  const [sheet, setSheet] = useState(0)

  // What was kept has been saved since, from another tab or browser.
  const isStored = draft.found !== null && began.found === null
  const { drop } = draft
  useEffect(() => {
    if (isStored) drop()
  }, [isStored, drop])

  /** Goes on from `version`, with what it says or with what was typed. */
  function begin(version: Version, shown: Values | null) {
    base.current = { updatedAt: version.updated_at, values: valuesOf(version) }
    setTheirs(null)
    setRestored(null)
    if (shown === null) return
    draft.drop()
    setValues(shown)
    setSheet((before) => before + 1)
  }

  return {
    values,
    restored,
    theirs,
    sheet,
    change: (next) => {
      setValues(next)
      if (isSame(next, base.current.values)) draft.drop()
      else draft.keep(next, base.current.updatedAt)
    },
    save: async ({ mine = values, update, load }) => {
      const { updatedAt, values: before } = base.current
      try {
        // A draft of an older release names no version, and a filter on none is no filter.
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

/** No row is of this time. */
const NEVER = '1970-01-01T00:00:00+00:00'
