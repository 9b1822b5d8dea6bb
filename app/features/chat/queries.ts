// The public chat over the contract: reading it, writing to it, who wrote.
import type { DbClient } from '#app/platform/session/session.ts'

/** The messages that the chat shows (SPEC.md section 9). */
export const SHOWN = 100

/** A member as the chat shows them. */
export type Face = { id: string; username: string; avatar_url: string | null; user_level: string }

export type ChatMessage = {
  /** Made by the client that wrote it. */
  id: string
  message: string
  /** The member's own at the time, or the name that a guest or an anonymous member chose. */
  username: string
  /** Null for guests and for members who write anonymously: the two cannot be told apart. */
  user_id: string | null
  created_at: string
  /** Null where `user_id` is, and for a message that a channel brought. */
  author?: Face | null
}

const FACE = 'id,username,avatar_url,user_level'
const MESSAGE = 'id,message,username,user_id,created_at'

/** The latest messages, oldest first. */
export async function latestMessages(reader: DbClient, limit: number): Promise<ChatMessage[]> {
  const { data } = await reader
    .from('chat_messages')
    .select(`${MESSAGE},author:profiles(${FACE})`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data.reverse()
}

export type NewMessage = Pick<ChatMessage, 'id' | 'message' | 'username' | 'user_id'>

const TAKEN = '23505'

/**
 * Writes a message; anonymously when it has no `user_id`. Sending one again is harmless: its id is there already.
 * @returns the message as it is stored
 * @throws the contract's error
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
  if (error.code !== TAKEN) throw error
  const { data: stored } = await reader
    .from('chat_messages')
    .select(MESSAGE)
    .eq('id', message.id)
    .single()
    .throwOnError()
  return stored
}

/** Deletes a message for good. @throws the contract's error, or SPEC.md's when the caller may not */
export async function deleteMessage(reader: DbClient, id: string): Promise<void> {
  const { data } = await reader.from('chat_messages').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}

/** The latest anonymous messages that the asking member wrote. @throws the contract's error */
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

/** Who wrote a message, anonymous or not, for admins; null when it was a guest. @throws the contract's error */
export async function messageAuthor(reader: DbClient, id: string): Promise<Face | null> {
  const { data: author } = await reader.rpc('chat_message_author', { message_id: id }).throwOnError()
  if (!author) return null
  const [face] = await facesOf(reader, [author])
  return face ?? null
}

/** Keeps the guest who wrote a message from writing for a day. @throws the contract's error */
export async function muteGuest(reader: DbClient, id: string, reason: string): Promise<void> {
  await reader.rpc('mute_chat_guest', { message_id: id, reason }).throwOnError()
}

/** The members with these ids. */
export async function facesOf(reader: DbClient, ids: readonly string[]): Promise<Face[]> {
  const { data } = await reader.from('profiles').select(FACE).in('id', ids).throwOnError()
  return data
}
