// Saving an edit over exactly the version that it began with: the update names its `updated_at`, and finds no row when
// somebody else saved meanwhile.

export type Versioned = { updated_at: string }

/** Somebody else saved another version meanwhile. */
export class NewerVersion<Version extends Versioned> extends Error {
  readonly version: Version
  constructor(version: Version) {
    super('somebody else changed this meanwhile')
    this.version = version
  }
}

/** The row is gone, or not theirs to change: a policy refuses no update, it shows no row. */
export class NothingChanged extends Error {}

/** Counters and other columns may move `updated_at` again and again; a person's edit does so once. */
const TRIES = 3

/** The rows that a query of the client finds; it throws when it is refused. */
type Rows<Version> = PromiseLike<{ data: Version[] }>

/** How an edit of one row reaches it. */
export type Doors<Version> = {
  /** Updates the row whose `updated_at` is this, if there is one. */
  update: (updatedAt: string) => Rows<Version>
  /** The row as it is now. */
  load: () => Rows<Version>
}

type Save<Version extends Versioned, Values> = {
  /** The `updated_at` of the version that the edit began with. */
  base: string
  /** What it said; null when nobody remembers. */
  before: Values | null
  mine: Values
  valuesOf: (version: Version) => Values
} & Doors<Version>

/**
 * @returns the saved version
 * @throws NewerVersion, NothingChanged, or what `update` and `load` throw
 */
export async function compareAndSwap<Version extends Versioned, Values>(
  save: Save<Version, Values>,
): Promise<Version> {
  const { before, mine, valuesOf, update, load } = save
  let base = save.base
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [saved] = (await update(base)).data
    if (saved) return saved
    const [now] = (await load()).data
    if (!now || now.updated_at === base) throw new NothingChanged('it is not there or not yours to change')
    // An earlier try of the same save arrived, and its answer was lost.
    if (isSame(valuesOf(now), mine)) return now
    if (before === null || !isSame(valuesOf(now), before)) throw new NewerVersion(now)
    base = now.updated_at
  }
  throw new NothingChanged('it changes too often to be saved')
}

/** Whether two forms hold the same, in whatever order; their values are plain. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
