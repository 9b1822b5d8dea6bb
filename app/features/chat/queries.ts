// The public chat, read.
import type { Reader } from '#app/lib/reader.ts'

export type ChatMessage = {
  id: string
  message: string
  username: string
  is_anonymous: boolean
  created_at: string
}

/** The latest messages, oldest first. */
export async function latestMessages(reader: Reader, limit: number): Promise<ChatMessage[]> {
  const { data } = await reader
    .from('chat_messages')
    .select('id,message,username,is_anonymous,created_at')
    .order('created_at', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data.reverse()
}
