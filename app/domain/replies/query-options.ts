// Queries about replies for the member.
import { listQuery } from '#app/platform/query/client-query.ts'

export const replyQueries = {
  /** What the member may do with replies, by id, from the predicates of the policies. */
  abilities: (ids: readonly string[], userId: string) =>
    listQuery(['replies', 'abilities', userId, ids], async (client) => {
      if (ids.length === 0) return {}
      const { data } = await client
        .from('replies')
        .select('id, can_edit, can_delete, can_make_wiki')
        .in('id', [...ids])
        .throwOnError()
      return Object.fromEntries(data.map(({ id, ...abilities }) => [id, abilities]))
    }),
}
