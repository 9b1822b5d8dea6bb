// The earlier versions of a post, as whoever asks may read them.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'

/** Whose history: a discussion's or a reply's. */
export type Post = { threadId: string } | { replyId: string }

export type Revision = Awaited<ReturnType<typeof loadRevisions>>[number]

/** The versions before the present one, oldest first. */
async function loadRevisions(client: Client, post: Post) {
  const revisions = client
    .from('post_revisions')
    .select(
      'id, title, content, tags, is_hidden, created_at, editor:profiles!post_revisions_editor_id_fkey(username)',
    )
  const { data } = await ('threadId' in post
    ? revisions.eq('thread_id', post.threadId)
    : revisions.eq('reply_id', post.replyId)
  )
    .order('created_at')
    .throwOnError()
  return data
}

/** Takes an earlier version of an own post out of its public history. @throws what the contract said */
export async function withdrawRevision(client: Client, id: string): Promise<void> {
  await client.rpc('withdraw_revision', { revision: id }).throwOnError()
}

/** Takes a version out of the history, or puts it back. @throws SPEC.md's error when the caller may not */
export async function hideRevision(client: Client, id: string, hidden: boolean): Promise<void> {
  const { data } = await client
    .from('post_revisions')
    .update({ is_hidden: hidden })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}

/** What is asked about the versions of a post. */
export const revisionQueries = {
  /** @param text what the post says now: with another text it has another version */
  of: (post: Post, text: string) =>
    clientQuery(['revisions', 'threadId' in post ? post.threadId : post.replyId, text], (client) =>
      loadRevisions(client, post),
    ),
}
