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

/** Changes a reply's text. @throws the contract's error, or one that says that nothing was changed */
export async function updateReply(client: Client, id: string, content: string): Promise<void> {
  const { data } = await client.from('replies').update({ content }).eq('id', id).select('id').throwOnError()
  // A policy doesn't refuse a change, it shows no row to change.
  if (data.length === 0) throw new Error('the reply is not there or not yours to change')
}

/** Deletes a reply for good. @throws the contract's error, or SPEC.md's when the caller may not */
export async function deleteReply(client: Client, id: string): Promise<void> {
  const { data } = await client.from('replies').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}
