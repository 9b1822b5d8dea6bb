// Writing to the replies table: posting, changing and deleting one.
import type { Client } from '#app/platform/session/session.ts'
import { isAnswer, POST_TIMEOUT_MS } from '#app/platform/supabase/post-id.ts'

type NewReply = { id: string; threadId: string; parentId: string | null; authorId: string; content: string }

/**
 * Posts a reply, however often it is called with it: an earlier try may have arrived without its answer coming back.
 * @param reply its `id` is made by the form and stays the same for all tries
 * @returns its id @throws the contract's error, or TimeoutError
 */
export async function postReply(client: Client, reply: NewReply): Promise<string> {
  const { data, error } = await client
    .from('replies')
    .insert({
      id: reply.id,
      content: reply.content,
      thread_id: reply.threadId,
      author_id: reply.authorId,
      ...(reply.parentId ? { parent_id: reply.parentId } : {}),
    })
    .select('id')
    .abortSignal(AbortSignal.timeout(POST_TIMEOUT_MS))
    .single()
  if (data) return data.id
  // Refused by its key, or for coming so soon after the try that arrived.
  if (isAnswer(error)) {
    const { data: posted } = await client
      .from('replies')
      .select('content, updated_at')
      .eq('id', reply.id)
      .eq('author_id', reply.authorId)
      .maybeSingle()
    if (posted) {
      // Typed on since the try that arrived.
      if (posted.content !== reply.content)
        await replyEdit(client, reply.id, reply.content).update(posted.updated_at)
      return reply.id
    }
  }
  throw error
}

/** What an edit of a reply begins with. */
export type ReplyVersion = { content: string; updated_at: string }

const VERSION = 'content, updated_at'

/** How an edit of the reply `id` reaches it; for `compareAndSwap`. */
export function replyEdit(client: Client, id: string, content: string) {
  const rows = client.from('replies')
  return {
    update: (updatedAt: string) =>
      rows.update({ content }).eq('id', id).eq('updated_at', updatedAt).select(VERSION).throwOnError(),
    load: () => rows.select(VERSION).eq('id', id).throwOnError(),
  }
}

/** Deletes a reply for good. @throws the contract's error, or SPEC.md's when the caller may not */
export async function deleteReply(client: Client, id: string): Promise<void> {
  const { data } = await client.from('replies').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}
