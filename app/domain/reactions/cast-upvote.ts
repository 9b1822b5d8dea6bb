// A member's click on an upvote, shown before the server answers. A guest's browser never loads it.
import type { QueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.ts'
import type { MemberQuery } from '#app/platform/query/use-member-query.ts'
import type { Acting } from '#app/platform/session/require-member.ts'
import { toggleUpvote } from './queries.ts'
import { type Target, targetId } from './target.ts'
import { flip, type Kept } from './upvote-figures.ts'

/** Stands for an upvote whose id the server has not told yet. */
const ON_ITS_WAY = 'on-its-way'

/**
 * Casts the member's upvote for `target`, or takes it back.
 * @param reading how the own upvotes of the page are asked for
 * @throws what the server refused it with, after showing again what was before
 */
export async function castUpvote(
  queries: QueryClient,
  reading: MemberQuery<Kept>,
  member: Acting,
  target: Target,
): Promise<void> {
  const id = targetId(target)
  const change = (by: (kept: Kept) => Kept) =>
    queries.setQueryData<Kept>(reading.queryKey, (kept) => by(kept ?? { own: {}, counts: {}, shift: {} }))
  const { own } = await queries.ensureQueryData({ ...reading, ...AT_ONCE })
  change((kept) => flip(kept, id, own[id] ? undefined : ON_ITS_WAY))
  try {
    const done = await toggleUpvote(member.client, member.userId, target, own[id])
    if (done.result === 'added') change((kept) => ({ ...kept, own: { ...kept.own, [id]: done.id } }))
  } catch (error) {
    change((kept) => flip(kept, id, own[id]))
    throw error
  }
}
