// Administrators' mutations of discussions, replies, messages and members. Each returns the rows that it changed, for
// undo, and throws SPEC.md's error when the caller may not.

import type { Client } from '#app/platform/session/session.ts'
import { compareAndSwap, NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { UNAUTHORIZED } from '#app/platform/supabase/unauthorized.ts'
import type { Database } from '#shared/database.types.ts'
import * as t from '#words/moderation.ts'

export const NOT_FOUND_FOR_EDITING = t.threadNotFoundForEditing

export type Flags = Pick<
  Database['public']['Tables']['threads']['Update'],
  'is_sticky' | 'is_pinned' | 'is_locked' | 'is_hidden' | 'category_id'
>
export type Flag = 'is_sticky' | 'is_pinned' | 'is_locked' | 'is_hidden'

/** Sets flags of discussions, or moves them. @returns the ids of the changed ones */
export async function changeThreads(client: Client, ids: readonly string[], flags: Flags): Promise<string[]> {
  const { data } = await client.from('threads').update(flags).in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.map(({ id }) => id)
}

/** The version that an administrator's edit starts from. */
export type ThreadVersion = { title: string; content: string; updated_at: string }

const VERSION = 'title, content, updated_at'

/**
 * Saves a discussion's title and text, unless there is a newer version.
 * @throws NewerVersion; Error if the caller may not or it was deleted; the API's error for an invalid text
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

/** Deletes discussions with all their replies, permanently. @returns how many */
export async function deleteThreads(client: Client, ids: readonly string[]): Promise<number> {
  const { data } = await client.from('threads').delete().in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.length
}

/** Hides or shows replies. @returns the ids of the changed ones */
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

/** Deletes replies permanently. @returns how many */
export async function deleteReplies(client: Client, ids: readonly string[]): Promise<number> {
  const { data } = await client.from('replies').delete().in('id', ids).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
  return data.length
}

/** Deletes a chat message permanently. */
export async function deleteMessage(client: Client, id: string): Promise<void> {
  const { data } = await client.from('chat_messages').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) await refuse(client)
}

/** Bans a member, with a reason for the log. @throws the API's error when the caller may not */
export async function banMember(client: Client, member: string, reason: string): Promise<void> {
  await client.rpc('ban_member', { member, reason }).throwOnError()
}

/**
 * A policy does not refuse an update or deletion, it hides the row: this finds out whether it was that or a missing
 * row.
 */
async function refuse(client: Client, gone = t.itIsNotThereAny): Promise<never> {
  const { data: isAdmin } = await client.rpc('is_admin').throwOnError()
  throw new Error(isAdmin ? gone : UNAUTHORIZED)
}
