// What the asking member may do with a discussion, from the predicates that the policies use.
import type { Client } from '#app/platform/session/session.ts'

/** Null when the discussion is not there for them. */
export async function loadThreadAbilities(client: Client, threadId: string) {
  const { data, error } = await client
    .from('threads')
    .select('can_edit, can_delete, can_withdraw, can_reply')
    .eq('id', threadId)
    // It may have been hidden since the page was made.
    .maybeSingle()
  if (error) throw new Error(`abilities could not be read: ${error.message}`, { cause: error })
  return data
}
