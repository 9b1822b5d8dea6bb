// A member's own bookmarks: whether there is one, and setting it.
import type { Client } from '#app/platform/session/session.ts'

export async function isBookmarked(client: Client, userId: string, threadId: string): Promise<boolean> {
  const { data } = await client
    .from('bookmarks')
    .select('thread_id')
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .maybeSingle()
    .throwOnError()
  return data !== null
}

export async function setBookmark(
  client: Client,
  userId: string,
  threadId: string,
  wanted: boolean,
): Promise<void> {
  if (wanted) {
    await client
      .from('bookmarks')
      .upsert({ user_id: userId, thread_id: threadId }, { ignoreDuplicates: true })
      .throwOnError()
  } else {
    await client.from('bookmarks').delete().eq('user_id', userId).eq('thread_id', threadId).throwOnError()
  }
}
