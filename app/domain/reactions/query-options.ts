// The member's upvotes: queries, and casting or removing one as an optimistic update. A guest's browser never loads
// this module.

import type { QueryClient } from '@tanstack/react-query'
import { openOwnThread, takeOwnThread } from '#app/domain/threads/own-thread.ts'
import type { Acting } from '#app/platform/acts/guest.ts'
import { listQuery } from '#app/platform/query/client-query.ts'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { type Target, targetId } from './use-upvotes.ts'

export const reactionQueries = {
  /** Prefix of all keys of a discussion: a page with a new reply is a new key beside the old one. */
  of: (threadId: string, userId: string) => ['reactions', threadId, userId],
  /** The member's upvotes on one page of a discussion, with the counts of its posts. */
  own: (threadId: string, replyIds: readonly string[], userId: string) =>
    listQuery([...reactionQueries.of(threadId, userId), replyIds], async (client) => {
      openOwnThread(client, userId, threadId, replyIds)
      const page = await takeOwnThread('upvotes', userId, { threadId })
      return page ? reactionsOf(page) : loadOwnReactions(client, userId, threadId, replyIds)
    }),
}

/** The member's upvotes: id of the discussion or reply → id of the upvote. */
type OwnUpvotes = Readonly<Record<string, string>>

const UNIQUE_VIOLATION = '23505'
const UNAUTHENTICATED = 401

/** The member's upvotes on a page, with current counts: a cached page may be older than both. */
export type OwnReactions = { own: OwnUpvotes; counts: Readonly<Record<string, number>> }

/** The upvotes and counts of a discussion and the replies of a page, for this member. */
export async function loadOwnReactions(
  client: Client,
  userId: string,
  threadId: string,
  replyIds: readonly string[],
): Promise<OwnReactions> {
  const { data, error } = await client
    .from('threads')
    .select(
      `id, upvote_count, reactions!reactions_thread_id_fkey(id),
       replies!replies_thread_id_fkey(id, upvote_count, reactions!reactions_reply_id_fkey(id))`,
    )
    .eq('id', threadId)
    .eq('reactions.user_id', userId)
    .in('replies.id', [...replyIds])
    .eq('replies.reactions.user_id', userId)
    .maybeSingle()
  if (error) throw new Error(`upvotes could not be read: ${error.message}`, { cause: error })
  return data ? reactionsOf(data) : { own: {}, counts: {} }
}

type Counted = { id: string; upvote_count: number; reactions: readonly { id: string }[] }

function reactionsOf(thread: Counted & { replies: readonly Counted[] }): OwnReactions {
  const posts = [thread, ...thread.replies]
  return {
    own: Object.fromEntries(
      posts.flatMap(({ id, reactions }) => (reactions[0] ? [[id, reactions[0].id]] : [])),
    ),
    counts: Object.fromEntries(posts.map(({ id, upvote_count }) => [id, upvote_count])),
  }
}

/**
 * Casts an upvote, or removes the existing one (SPEC.md section 4).
 * @param existing the id of the member's upvote, if there is one
 * @returns what happened, with the id of a new upvote
 * @throws the API's error, or SPEC.md's when the session has ended
 */
export async function toggleUpvote(
  client: Client,
  userId: string,
  target: Target,
  existing: string | undefined,
): Promise<{ result: 'added'; id: string } | { result: 'removed' }> {
  if (existing) {
    const { error, status } = await client.from('reactions').delete().eq('id', existing)
    if (error) throw refused(error, status)
    return { result: 'removed' }
  }
  const column = 'threadId' in target ? { thread_id: target.threadId } : { reply_id: target.replyId }
  const { data, error, status } = await client
    .from('reactions')
    .insert({ user_id: userId, reaction_type: 'upvote', ...column })
    .select('id')
    .single()
  if (!error) return { result: 'added', id: data.id }
  if (error.code !== UNIQUE_VIOLATION) throw refused(error, status)
  // Another tab was faster, with the same result.
  return { result: 'added', id: await ownUpvote(client, userId, target) }
}

function refused(error: { message: string }, status: number): Error {
  return status === UNAUTHENTICATED ? new Error('Must be authenticated', { cause: error }) : apiError(error)
}

async function ownUpvote(client: Client, userId: string, target: Target): Promise<string> {
  const { data } = await client
    .from('reactions')
    .select('id')
    .eq('user_id', userId)
    .eq('threadId' in target ? 'thread_id' : 'reply_id', targetId(target))
    .single()
    .throwOnError()
  return data.id
}

/** Placeholder until the server returns the id. */
const ON_ITS_WAY = 'on-its-way'

/**
 * Casts or removes the member's upvote for `target`.
 * @param page the discussion and the replies whose upvotes share a query
 * @throws the server's error, after rolling back
 */
export async function castUpvote(
  queries: QueryClient,
  page: { threadId: string; replyIds: readonly string[] },
  member: Acting,
  target: Target,
): Promise<void> {
  const id = targetId(target)
  const options = reactionQueries.own(page.threadId, page.replyIds, member.userId)
  const pages = { queryKey: reactionQueries.of(page.threadId, member.userId) }
  const show = (upvote: string | undefined) =>
    queries.setQueriesData<OwnReactions>(pages, (kept) =>
      kept?.counts[id] === undefined ? kept : flip(kept, id, upvote),
    )
  const { own } = await queries.ensureQueryData({ ...options, ...AT_ONCE })
  // A response that is on its way does not include this click.
  await queries.cancelQueries({ queryKey: options.queryKey })
  show(own[id] ? undefined : ON_ITS_WAY)
  try {
    const done = await toggleUpvote(member.client, member.userId, target, own[id])
    show(done.result === 'added' ? done.id : undefined)
  } catch (error) {
    show(own[id])
    throw error
  } finally {
    // Neither does a response to a later request, as when a new reply reloads the page.
    if (queries.isFetching(pages) > 0) await queries.invalidateQueries(pages)
  }
}

/** `kept` with the member's upvote for `id` set to `upvote`, and the count adjusted. */
export function flip(kept: OwnReactions, id: string, upvote: string | undefined): OwnReactions {
  const { [id]: before, ...others } = kept.own
  const delta = (upvote ? 1 : 0) - (before ? 1 : 0)
  return {
    own: upvote ? { ...others, [id]: upvote } : others,
    counts: { ...kept.counts, [id]: (kept.counts[id] ?? 0) + delta },
  }
}
