// The numbers at the tabs New and Unread. Pages that guests see have the tabs too, so what asks is loaded for members only.
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'

type Counts = { new: number; unread: number } | undefined

/** @param category its id, or null for all */
export function useNewsCounts(category: string | null): Counts {
  return useMemberQuery(
    async (userId) => (await import('./own-reads.ts')).ownReadQueries.news(userId, category),
    [category],
  ).data
}

/** For a tab of this name: undefined if it has none, null until it is known. */
export function countOf(counts: Counts, tab: string | null): number | null | undefined {
  return tab === 'new' || tab === 'unread' ? (counts?.[tab] ?? null) : undefined
}
