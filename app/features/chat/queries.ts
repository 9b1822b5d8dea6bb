// The public chat over the API: reading, writing, and authors.

import type { DbClient } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'

/** The number of messages that the chat shows (SPEC.md section 9). */
export const SHOWN = 100

/** A member's profile in the chat. */
export type ChatProfile = {
  id: string
  username: string
  avatar_url: string | null
  user_level: string
  is_staff: boolean | null
}

/** How many members reacted in which way, and whether the reader did. */
export type Reactions = readonly { kind: string; count: number; own: boolean }[]

export type ChatMessage = {
  /** Created by the client that wrote it. */
  id: string
  message: string
  /** The member's username at the time, or the chosen name of a guest or an anonymous member. */
  username: string
  /** Null for guests and anonymous members, who cannot be told apart. */
  user_id: string | null
  created_at: string
  /** The category's room; null for the common one. */
  category_id: string | null
  /** The message that it replies to. */
  reply_to: string | null
  /** When its writer changed it last; null: never. */
  edited_at?: string | null
  /** Null or absent: there is none. */
  reaction_counts?: Reactions | null
  /** Null without `user_id`, and for a message from the channel. */
  author?: ChatProfile | null
}

const PROFILE = 'id,username,avatar_url,user_level,is_staff'
const MESSAGE = 'id,message,username,user_id,created_at,category_id,reply_to,edited_at'
const LISTED = `${MESSAGE},reaction_counts,author:profiles(${PROFILE})` as const

/** The latest messages of a room, oldest first. @param categoryId null for the common room */
export async function latestMessages(
  reader: DbClient,
  limit: number,
  categoryId: string | null,
): Promise<ChatMessage[]> {
  const { data } = await reader
    .from('chat_messages')
    .select(LISTED)
    .filter('category_id', categoryId === null ? 'is' : 'eq', categoryId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data.reverse().map(listed)
}

function listed<Row extends { reaction_counts: unknown }>(row: Row) {
  return { ...row, reaction_counts: row.reaction_counts as Reactions | null }
}

/** A message of the last 12 hours; null when it is older, or was deleted. */
export async function findMessage(reader: DbClient, id: string): Promise<ChatMessage | null> {
  const { data } = await reader.from('chat_messages').select(LISTED).eq('id', id).maybeSingle().throwOnError()
  return data && listed(data)
}

/** A message in the middle of those before and after it in its room, oldest first. */
export async function messagesAround(reader: DbClient, message: ChatMessage): Promise<ChatMessage[]> {
  const { created_at: at, category_id: room } = message
  const inRoom = () =>
    reader
      .from('chat_messages')
      .select(LISTED)
      .filter('category_id', room === null ? 'is' : 'eq', room)
      .neq('id', message.id)
      .limit(SHOWN / 2)
  const [before, after] = await Promise.all([
    inRoom().lte('created_at', at).order('created_at', { ascending: false }).throwOnError(),
    inRoom().gt('created_at', at).order('created_at').throwOnError(),
  ])
  return [...before.data.reverse().map(listed), message, ...after.data.map(listed)]
}

/** The reactions to these messages. */
export async function reactionsTo(reader: DbClient, ids: readonly string[]) {
  const { data } = await reader
    .from('chat_messages')
    .select('id,reaction_counts')
    .in('id', [...ids])
    .throwOnError()
  return data.map(listed)
}

/** Reacts to a message, or takes that back. @throws the API's error */
export async function react(
  member: { client: DbClient; userId: string },
  { id, kind, on }: { id: string; kind: string; on: boolean },
): Promise<void> {
  const { client, userId } = member
  const row = { message_id: id, user_id: userId, kind }
  const reactions = client.from('chat_reactions')
  await (on
    ? reactions.upsert(row, { onConflict: 'message_id,user_id,kind', ignoreDuplicates: true })
    : reactions.delete().match(row)
  ).throwOnError()
}

/** Changes the text of an own message. @returns null if it is older than two minutes @throws the API's error */
export async function editMessage(
  reader: DbClient,
  id: string,
  message: string,
): Promise<ChatMessage | null> {
  const { data } = await reader
    .from('chat_messages')
    .update({ message })
    .eq('id', id)
    .select(MESSAGE)
    .maybeSingle()
    .throwOnError()
  return data
}

export type NewMessage = Pick<
  ChatMessage,
  'id' | 'message' | 'username' | 'user_id' | 'category_id' | 'reply_to'
>

const TAKEN = '23505'

/**
 * Writes a message, anonymously without `user_id`. Idempotent by its id.
 * @returns the stored message
 * @throws the API's error
 */
export async function sendMessage(
  reader: DbClient,
  message: NewMessage,
  signal: AbortSignal,
): Promise<ChatMessage> {
  const { data, error } = await reader
    .from('chat_messages')
    .insert({ ...message, is_anonymous: message.user_id === null })
    .abortSignal(signal)
    .select(MESSAGE)
    .single()
  if (data) return data
  if (error.code !== TAKEN) throw apiError(error)
  const { data: stored } = await reader
    .from('chat_messages')
    .select(MESSAGE)
    .eq('id', message.id)
    .single()
    .throwOnError()
  return stored
}

/** Whether the site has rooms beside the common one. @throws the API's error */
export async function hasRooms(reader: DbClient): Promise<boolean> {
  const { data } = await reader.from('site_settings').select('chat_rooms').single().throwOnError()
  return data.chat_rooms
}

/** Deletes a message permanently. @throws the API's error, or SPEC.md's when the caller may not */
export async function deleteMessage(reader: DbClient, id: string): Promise<void> {
  const { data } = await reader.from('chat_messages').delete().eq('id', id).select('id').throwOnError()
  assertChanged(data)
}

/** The latest anonymous messages of the asking member. @throws the API's error */
export async function ownAnonymousMessages(reader: DbClient): Promise<string[]> {
  const { data } = await reader
    .from('chat_messages')
    .select('id, can_delete')
    .is('user_id', null)
    .order('created_at', { ascending: false })
    .limit(SHOWN)
    .throwOnError()
  return data.filter(({ can_delete }) => can_delete === true).map(({ id }) => id)
}

/** The author of a message, anonymous or not, for administrators; null for a guest. @throws the API's error */
export async function messageAuthor(reader: DbClient, id: string): Promise<ChatProfile | null> {
  const { data: author } = await reader.rpc('chat_message_author', { message_id: id }).throwOnError()
  if (!author) return null
  const [profile] = await profilesOf(reader, [author])
  return profile ?? null
}

/** Mutes the guest who wrote a message for a day. @throws the API's error */
export async function muteGuest(reader: DbClient, id: string, reason: string): Promise<void> {
  await reader.rpc('mute_chat_guest', { message_id: id, reason }).throwOnError()
}

/** The members with these ids. */
export async function profilesOf(reader: DbClient, ids: readonly string[]): Promise<ChatProfile[]> {
  const { data } = await reader.from('profiles').select(PROFILE).in('id', ids).throwOnError()
  return data
}
