// Writes to the replies table: posting, editing and deleting.

import { type Attempts, isAnswer, POST_TIMEOUT_MS, TakenId } from '#app/platform/acts/once.ts'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'
import { plainText } from '#shared/plain-text.ts'

type NewReply = { threadId: string; parentId: string | null; authorId: string; content: string }

/**
 * Posts a reply idempotently: an earlier attempt may have succeeded without its response arriving.
 * @param attempt of `postOnce`, with the plain text of what was sent
 * @returns its id, and whether it waits for a moderator
 * @throws the API's error, TakenId, or TimeoutError
 */
export async function postReply(
  client: Client,
  { id, sent }: Attempts,
  reply: NewReply,
): Promise<{ id: string; isHeld: boolean }> {
  const { data, error } = await client
    .from('replies')
    .insert({
      id,
      content: reply.content,
      thread_id: reply.threadId,
      author_id: reply.authorId,
      ...(reply.parentId ? { parent_id: reply.parentId } : {}),
    })
    .select('id, state')
    .abortSignal(AbortSignal.timeout(POST_TIMEOUT_MS))
    .single()
  if (data) return { id: data.id, isHeld: data.state === 'held' }
  // The primary key or the rate limit refused it, because an earlier attempt succeeded.
  if (isAnswer(error)) {
    const { data: posted } = await client
      .from('replies')
      .select('content, updated_at, state')
      .eq('id', id)
      .eq('author_id', reply.authorId)
      .maybeSingle()
    if (posted) {
      if (!sent.includes(plainText(posted.content))) throw new TakenId()
      // The text was changed after the attempt that succeeded.
      if (posted.content !== reply.content)
        await replyEdit(client, id, reply.content).update(posted.updated_at)
      return { id, isHeld: posted.state === 'held' }
    }
  }
  throw apiError(error)
}

/** The version that an edit starts from. */
export type TextVersion = { content: string; updated_at: string }

const VERSION = 'content, updated_at'

export const replyVersion = (client: Client, id: string) =>
  client.from('replies').select(VERSION).eq('id', id).throwOnError()

/** The queries of an edit of the reply `id`, for `compareAndSwap`. */
export function replyEdit(client: Client, id: string, content: string) {
  const rows = client.from('replies')
  return {
    update: (updatedAt: string) =>
      rows.update({ content }).eq('id', id).eq('updated_at', updatedAt).select(VERSION).throwOnError(),
    load: () => replyVersion(client, id),
  }
}

/** Deletes a reply permanently. @throws the API's error, or SPEC.md's when the caller may not */
export async function deleteReply(client: Client, id: string): Promise<void> {
  const { data } = await client.from('replies').delete().eq('id', id).select('id').throwOnError()
  assertChanged(data)
}
