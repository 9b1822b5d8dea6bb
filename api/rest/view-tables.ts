// Which tables a query of a view reads: a view has no pages, no policies and no indexes of its own, so a rule about
// tables must look through it.

/** A table or view that a view selects from. `isStored`: a materialized view, which is read from pages of its own. */
export type ViewTable = { view: number; source: number; isStored: boolean }

/** @param owned tables with rows of members */
export function tablesOfViews(rows: readonly ViewTable[], owned: ReadonlySet<number>) {
  const sources = Map.groupBy(rows, ({ view }) => view)
  const stored = new Set(rows.filter(({ isStored }) => isStored).map(({ view }) => view))

  const below = (relation: number, isOpaque: (relation: number) => boolean) => {
    const found = new Set<number>()
    const follow = (current: number) => {
      if (found.has(current)) return
      found.add(current)
      if (isOpaque(current)) return
      for (const { source } of sources.get(current) ?? []) follow(source)
    }
    follow(relation)
    return [...found]
  }
  return {
    /** The tables whose pages are read: the relation itself, unless it is a view. */
    tablesOf: (relation: number): number[] =>
      below(relation, (current) => stored.has(current)).filter(
        (table) => stored.has(table) || !sources.has(table),
      ),
    /** Whether it is a table with rows of members, or shows rows of one. */
    isOwned: (relation: number): boolean => below(relation, () => false).some((table) => owned.has(table)),
  }
}
