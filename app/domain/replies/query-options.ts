// Queries about replies for the member.
import { takeOwnThread } from '#app/domain/threads/own-thread.ts'
import { listQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'

export const replyQueries = {
  /** What the member may do with replies, by id, from the predicates of the policies. */
  abilities: (ids: readonly string[], userId: string) =>
    listQuery(['replies', 'abilities', userId, ids], async (client) => {
      if (ids.length === 0) return {}
      const page = await takeOwnThread('replyAbilities', userId, { replyIds: ids })
      const replies = page?.replies ?? (await readAbilities(client, ids))
      return Object.fromEntries(
        replies.map(({ id, can_edit, can_delete, can_make_wiki }) => [
          id,
          { can_edit, can_delete, can_make_wiki },
        ]),
      )
    }),
}

async function readAbilities(client: Client, ids: readonly string[]) {
  const { data } = await client
    .from('replies')
    .select('id, can_edit, can_delete, can_make_wiki')
    .in('id', [...ids])
    .throwOnError()
  return data
}
