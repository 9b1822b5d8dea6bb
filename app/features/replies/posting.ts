// Writing to the replies table: posting, changing and deleting one.
import type { Client } from '#app/lib/session.ts'

type NewReply = { threadId: string; parentId: string | null; authorId: string; content: string }

/** Posts a reply. @returns its id @throws the contract's error */
export async function postReply(client: Client, reply: NewReply): Promise<string> {
  const { data } = await client
    .from('replies')
    .insert({
      content: reply.content,
      thread_id: reply.threadId,
      author_id: reply.authorId,
      ...(reply.parentId ? { parent_id: reply.parentId } : {}),
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** What an edit of a reply begins with. */
export type ReplyVersion = { content: string; updated_at: string }

const VERSION = 'content, updated_at'

/** How an edit of the reply `id` reaches it; for `compareAndSwap`. */
export function replyEdit(client: Client, id: string, content: string) {
  return {
    update: async (updatedAt: string): Promise<ReplyVersion | null> => {
      const { data } = await client
        .from('replies')
        .update({ content })
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .select(VERSION)
        .throwOnError()
      return data[0] ?? null
    },
    load: async (): Promise<ReplyVersion | null> => {
      const { data } = await client.from('replies').select(VERSION).eq('id', id).maybeSingle().throwOnError()
      return data
    },
  }
}

/** Deletes a reply for good. @throws the contract's error, or SPEC.md's when the caller may not */
export async function deleteReply(client: Client, id: string): Promise<void> {
  const { data } = await client.from('replies').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}
