// Data of a page of replies, and the position of a reply.
import type { ReplyRow } from '#app/domain/threads/thread-query.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { pageAfter } from './paging.ts'
import type { Quotable, Quote } from './quote.tsx'
import { quoteOf } from './quote-of.ts'

/** With what its text links to, as HTML (app/features/discussion/own-links.ts). */
export type Reply = Awaited<ReturnType<typeof withQuotes>>[number] & { links?: string }

/** The replies of a page, each with a line of the reply that it answers. */
export async function withQuotes(reader: DbClient, replies: readonly ReplyRow[]) {
  const quotes = await loadQuotes(reader, replies)
  // One object for all replies of a writer, so that the page's data contain each writer once.
  const authors = new Map(replies.map(({ author }) => [author.id, author]))
  return replies.map(({ parent_id, author, ...reply }) => ({
    ...reply,
    author: authors.get(author.id) ?? author,
    answers: parent_id ? (quotes.get(parent_id) ?? null) : null,
  }))
}

async function loadQuotes(
  reader: DbClient,
  replies: readonly (Quotable & { parent_id: string | null })[],
): Promise<Map<string, Quote>> {
  const here = new Map(replies.map((reply) => [reply.id, reply]))
  const wanted = new Set(replies.flatMap(({ parent_id }) => (parent_id ? [parent_id] : [])))
  const quotes = new Map<string, Quote>()
  for (const id of wanted) {
    const reply = here.get(id)
    if (reply) quotes.set(id, quoteOf(reply))
  }
  const elsewhere = [...wanted].filter((id) => !here.has(id))
  if (elsewhere.length === 0) return quotes
  const { data, error } = await reader
    .from('replies')
    .select('id, content, earlier_replies, author:profiles!replies_author_id_fkey(username)')
    .in('id', elsewhere)
    .eq('is_hidden', false)
  if (error) throw new Error(`quoted replies could not be read: ${error.message}`, { cause: error })
  for (const reply of data) quotes.set(reply.id, { ...quoteOf(reply), earlier: reply.earlier_replies })
  return quotes
}

/** The number of visible replies before this one; null if it cannot be seen, or nobody counts so far. */
export async function earlierThan(reader: DbClient, id: string): Promise<number | null> {
  const { data } = await reader
    .from('replies')
    .select('earlier_replies')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data?.earlier_replies ?? null
}

/**
 * The current position of a reply.
 * @param prefix the first 8 characters of the id, as in `?reply=1a2b3c4d`
 * @returns its id, number from 1, and page, or null if the discussion has no such reply
 */
export async function findReply(reader: DbClient, threadId: string, prefix: string) {
  if (!/^[0-9a-f]{8}$/.test(prefix)) return null
  const { data: reply, error } = await reader
    .from('replies')
    .select('id, created_at')
    .gte('id', `${prefix}-0000-0000-0000-000000000000`)
    .lte('id', `${prefix}-ffff-ffff-ffff-ffffffffffff`)
    .eq('thread_id', threadId)
    .limit(1)
    .maybeSingle()
  if (error) throw new Error(`the reply could not be read: ${error.message}`, { cause: error })
  if (!reply) return null
  const { id, created_at: at } = reply
  const { count, error: countError } = await reader
    .from('replies')
    .select('id', { count: 'exact', head: true })
    .eq('thread_id', threadId)
    .eq('is_hidden', false)
    .or(`created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${id})`)
  if (countError)
    throw new Error(`the reply's place could not be read: ${countError.message}`, { cause: countError })
  const earlier = count ?? 0
  return { id, number: earlier + 1, page: pageAfter(earlier) }
}
