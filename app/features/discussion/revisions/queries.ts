// The earlier versions of a post that the viewer may read.

import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'

/** The history of a discussion or a reply. */
export type Post = { threadId: string } | { replyId: string }

export type Revision = Awaited<ReturnType<typeof loadRevisions>>[number]

/** The versions before the current one, oldest first. */
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

/** Removes an earlier version of one's own post from its public history. @throws the API's error */
export async function withdrawRevision(client: Client, id: string): Promise<void> {
  await client.rpc('withdraw_revision', { revision: id }).throwOnError()
}

/** Removes a version from the history, or restores it. @throws SPEC.md's error when the caller may not */
export async function hideRevision(client: Client, id: string, hidden: boolean): Promise<void> {
  const { data } = await client
    .from('post_revisions')
    .update({ is_hidden: hidden })
    .eq('id', id)
    .select('id')
    .throwOnError()
  assertChanged(data)
}

/** The row of a post, and what the viewer may do with it; null if it is gone. */
async function loadRow(client: Client, post: Post) {
  const rows = 'threadId' in post ? client.from('threads') : client.from('replies')
  const { data } = await rows
    .select('updated_at, can_edit')
    .eq('id', 'threadId' in post ? post.threadId : post.replyId)
    .maybeSingle()
    .throwOnError()
  return data
}

/**
 * Makes an earlier version the current one; what it replaces is kept as a version.
 * @param updatedAt of the row that the viewer saw: a version that somebody saved since is not overwritten
 * @returns whether it was restored
 * @throws the API's error
 */
export async function restoreRevision(
  client: Client,
  post: Post,
  { title, content, tags }: Revision,
  updatedAt: string,
): Promise<boolean> {
  const update =
    'threadId' in post
      ? client
          .from('threads')
          .update({ content, ...(title === null ? {} : { title }), tags: tags ?? [] })
          .eq('id', post.threadId)
      : client.from('replies').update({ content }).eq('id', post.replyId)
  const { data } = await update.eq('updated_at', updatedAt).select('id').throwOnError()
  return data.length > 0
}

/** Queries about the versions of a post. */
export const revisionQueries = {
  /** @param text the post's current text, which is part of the key */
  of: (post: Post, text: string) =>
    clientQuery(['revisions', 'threadId' in post ? post.threadId : post.replyId, text], (client) =>
      loadRevisions(client, post),
    ),
  /** @param text as for `of` */
  row: (post: Post, text: string) =>
    clientQuery(['revised post', 'threadId' in post ? post.threadId : post.replyId, text], (client) =>
      loadRow(client, post),
    ),
}
