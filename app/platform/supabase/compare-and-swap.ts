// Saves an edit only over the version that it started from: the update filters by `updated_at`, and matches no row if
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

/** The row was deleted, or the caller may not change it: a policy hides the row from an update without an error. */
export class NothingChanged extends Error {}

/** Retries: counters and other columns may change `updated_at` several times, another person's edit once. */
const TRIES = 3

/** The rows of a query of the client, which throws when it is refused. */
type Rows<Version> = PromiseLike<{ data: Version[] }>

/** The queries of an edit of one row. */
export type RowQueries<Version> = {
  /** Updates the row if it has this `updated_at`. */
  update: (updatedAt: string) => Rows<Version>
  /** The current row. */
  load: () => Rows<Version>
}

type Save<Version extends Versioned, Values> = {
  /** The `updated_at` of the version that the edit started from. */
  base: string
  /** The values of that version; null if unknown. */
  before: Values | null
  mine: Values
  valuesOf: (version: Version) => Values
} & RowQueries<Version>

/** @returns the saved version @throws NewerVersion, NothingChanged, or an error of `update` or `load` */
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
    // An earlier attempt of the same save succeeded, and its response was lost.
    if (isSame(valuesOf(now), mine)) return now
    if (before === null || !isSame(valuesOf(now), before)) throw new NewerVersion(now)
    base = now.updated_at
  }
  throw new NothingChanged('it changes too often to be saved')
}

/** Whether two forms have equal plain values, in any order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
