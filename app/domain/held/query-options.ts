// A member's own posts that wait for a moderator. A guest's browser never loads this module.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'

const all = ['held'] as const

export const heldQueries = {
  all,
  /** Own replies to a discussion that wait. */
  inThread: (threadId: string, userId: string) =>
    clientQuery([...all, threadId, userId], (client) => repliesIn(client, threadId, userId)),
  /** When a moderator last decided on any post that waited: ISO date; null: never, or nothing of the member's waits. */
  lastLook: clientQuery([...all, 'last look'], async (client) => {
    const { data } = await client.rpc('last_look_at_held').throwOnError()
    return data
  }),
}

async function repliesIn(client: Client, threadId: string, userId: string) {
  const { data } = await client
    .from('replies')
    .select('id, content, created_at')
    .eq('thread_id', threadId)
    .eq('author_id', userId)
    .eq('state', 'held')
    .order('created_at')
    .throwOnError()
  return data
}
