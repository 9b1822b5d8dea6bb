// What the asking member may do with replies, from the predicates that the policies use.
import type { Client } from '#app/platform/session/session.ts'

/** By the reply's id. */
export type ReplyAbilities = Readonly<Record<string, { can_edit: boolean; can_delete: boolean }>>

export async function loadReplyAbilities(client: Client, ids: readonly string[]): Promise<ReplyAbilities> {
  if (ids.length === 0) return {}
  const { data, error } = await client.from('replies').select('id, can_edit, can_delete').in('id', ids)
  if (error) throw new Error(`abilities could not be read: ${error.message}`, { cause: error })
  return Object.fromEntries(
    data.map(({ id, can_edit, can_delete }) => [
      id,
      { can_edit: can_edit === true, can_delete: can_delete === true },
    ]),
  )
}
