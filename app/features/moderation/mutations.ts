// What admins do to discussions, replies, messages and members. Each act names the rows that it changed, so that it
// can be taken back, and says SPEC.md's words when the caller may not.
import type { Client } from '#app/platform/session/session.ts'
import { compareAndSwap, NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import type { Database } from '#shared/database.types.ts'

const UNAUTHORIZED = 'Unauthorized: Admin access required'
export const NOT_FOUND_FOR_EDITING = 'Thread not found for editing.'

export type Flags = Pick<
  Database['public']['Tables']['threads']['Update'],
  'is_sticky' | 'is_pinned' | 'is_locked' | 'is_hidden' | 'category_id'
>
export type Flag = 'is_sticky' | 'is_pinned' | 'is_locked' | 'is_hidden'

/** Sets flags of discussions, or moves them. @returns the ids of those that were changed */
export async function changeThreads(client: Client, ids: readonly string[], flags: Flags): Promise<string[]> {
  const { data } = await client.from('threads').update(flags).in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.map(({ id }) => id)
}

/** What an edit of a discussion by an admin begins with. */
export type ThreadVersion = { title: string; content: string; updated_at: string }

const VERSION = 'title, content, updated_at'

/**
 * Saves a discussion's title and text over the version that it began with.
 * @throws NewerVersion; Error that says who may not, or that it is gone; the contract's error for a text out of bounds
 */
export async function editThread(
  client: Client,
  id: string,
  began: ThreadVersion,
  mine: { title: string; content: string },
) {
  const rows = client.from('threads')
  try {
    await compareAndSwap<ThreadVersion, { title: string; content: string }>({
      base: began.updated_at,
      before: { title: began.title, content: began.content },
      mine,
      valuesOf: ({ title, content }) => ({ title, content }),
      update: (updatedAt) =>
        rows.update(mine).eq('id', id).eq('updated_at', updatedAt).select(VERSION).throwOnError(),
      load: () => rows.select(VERSION).eq('id', id).throwOnError(),
    })
  } catch (error) {
    if (error instanceof NothingChanged) await refuse(client, NOT_FOUND_FOR_EDITING)
    throw error
  }
}

/** Deletes discussions with all their replies, for good. @returns how many */
export async function deleteThreads(client: Client, ids: readonly string[]): Promise<number> {
  const { data } = await client.from('threads').delete().in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.length
}

/** Takes replies from view, or shows them again. @returns the ids of those that were changed */
export async function hideReplies(
  client: Client,
  ids: readonly string[],
  hidden: boolean,
): Promise<string[]> {
  const { data } = await client
    .from('replies')
    .update({ is_hidden: hidden })
    .in('id', ids)
    .select('id')
    .throwOnError()
  if (data.length === 0) await refuse(client)
  return data.map(({ id }) => id)
}

/** Deletes replies for good. @returns how many */
export async function deleteReplies(client: Client, ids: readonly string[]): Promise<number> {
  const { data } = await client.from('replies').delete().in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.length
}

/** Deletes a chat message for good. */
export async function deleteMessage(client: Client, id: string): Promise<void> {
  const { data } = await client.from('chat_messages').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
}

/** Bans a member, with a reason for the log. @throws the contract's words when the caller may not */
export async function banMember(client: Client, member: string, reason: string): Promise<void> {
  await client.rpc('ban_member', { member, reason }).throwOnError()
}

/** A policy doesn't refuse an act, it shows no row to act on: this finds out which of the two it was. */
async function refuse(client: Client, gone = 'It is not there any more.'): Promise<never> {
  const { data: isAdmin } = await client.rpc('is_admin').throwOnError()
  throw new Error(isAdmin ? gone : UNAUTHORIZED)
}
