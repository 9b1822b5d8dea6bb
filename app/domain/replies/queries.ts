// Reading the replies of a discussion, a page at a time, oldest first. How many there are comes from the
// discussion's counter, so that a page of 2,000 replies costs what one of 20 does.
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { firstOnPage, pageAfter } from './paging.ts'
import { type Quotable, type Quote, quoteOf } from './quote.tsx'

export type Reply = Awaited<ReturnType<typeof loadReplies>>[number]

/** The replies on `page` (from 1), each with its author and a line of what it answers. */
export async function loadReplies(reader: DbClient, threadId: string, page: number) {
  const first = firstOnPage(page) - 1
  const { data, error } = await reader
    .from('replies')
    .select(
      `id, parent_id, content, upvote_count, created_at, updated_at,
       author:profiles!replies_author_id_fkey(id, username, user_level, avatar_url, total_posts, joined_at)`,
    )
    .eq('thread_id', threadId)
    // Hidden ones, which an author may see, would shift the pages against the counter.
    .eq('is_hidden', false)
    .order('created_at')
    .order('id')
    .range(first, first + PAGE_SIZE - 1)
  if (error) throw new Error(`the replies could not be read: ${error.message}`, { cause: error })
  const quotes = await loadQuotes(reader, data)
  return data.map((reply) => ({
    ...reply,
    answers: reply.parent_id ? (quotes.get(reply.parent_id) ?? null) : null,
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
    .select('id, content, author:profiles!replies_author_id_fkey(username)')
    .in('id', elsewhere)
    .eq('is_hidden', false)
  if (error) throw new Error(`quoted replies could not be read: ${error.message}`, { cause: error })
  for (const reply of data) quotes.set(reply.id, quoteOf(reply))
  return quotes
}

/**
 * Where a reply stands now.
 * @param prefix the id's first 8 characters, as in `?reply=1a2b3c4d`
 * @returns its id and page, or null when the discussion has no such reply
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
  return { id, page: pageAfter(count ?? 0) }
}
