// A member's click on an upvote, shown before the server answers. A guest's browser never loads it.
import type { QueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Acting } from '#app/platform/session/require-member.ts'
import { type OwnReactions, toggleUpvote } from './queries.ts'
import { reactionQueries } from './query-options.ts'
import { type Target, targetId } from './target.ts'

/** Stands for an upvote whose id the server has not told yet. */
const ON_ITS_WAY = 'on-its-way'

/**
 * Casts the member's upvote for `target`, or takes it back.
 * @param page the discussion and the replies whose upvotes are kept together
 * @throws what the server refused it with, after showing again what was before
 */
export async function castUpvote(
  queries: QueryClient,
  page: { threadId: string; replyIds: readonly string[] },
  member: Acting,
  target: Target,
): Promise<void> {
  const id = targetId(target)
  const options = reactionQueries.own(page.threadId, page.replyIds, member.userId)
  const show = (upvote: string | undefined) =>
    queries.setQueryData(options.queryKey, (kept) => kept && flip(kept, id, upvote))
  const { own } = await queries.ensureQueryData({ ...options, ...AT_ONCE })
  // An answer that is on its way knows nothing of this click.
  await queries.cancelQueries({ queryKey: options.queryKey })
  show(own[id] ? undefined : ON_ITS_WAY)
  try {
    const done = await toggleUpvote(member.client, member.userId, target, own[id])
    if (done.result === 'added') show(done.id)
  } catch (error) {
    show(own[id])
    throw error
  }
}

/** `kept` with the member's upvote for `id` set to `upvote`, and the figure following it. */
export function flip(kept: OwnReactions, id: string, upvote: string | undefined): OwnReactions {
  const { [id]: before, ...others } = kept.own
  const delta = (upvote ? 1 : 0) - (before ? 1 : 0)
  return {
    own: upvote ? { ...others, [id]: upvote } : others,
    counts: { ...kept.counts, [id]: (kept.counts[id] ?? 0) + delta },
  }
}
