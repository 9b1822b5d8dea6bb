// The lists of the Content tab: the latest 50 discussions and replies (SPEC.md section 9).
import type { Client } from '#app/platform/session/session.ts'
import * as t from '#words/moderation.ts'

/** The maximum number of rows. */
export const ROWS = 50

export const FILTERS = [
  { value: 'all', label: t.allContent },
  { value: 'reported', label: t.reported },
  { value: 'flagged', label: t.flagged },
] as const

type Filter = (typeof FILTERS)[number]['value']
/** Reported: has open reports. Flagged: hidden, by an administrator or by three reports. */
export type Search = { text: string; filter: Filter }

export type ListedThread = Awaited<ReturnType<typeof listContentThreads>>[number]
export type ListedReply = Awaited<ReturnType<typeof listContentReplies>>[number]

const THREAD_COLUMNS =
  `id, title, content, created_at, updated_at, is_sticky, is_pinned, is_locked, is_hidden,
  reply_count, view_count, upvote_count,
  author:profiles!threads_author_id_fkey(id, username),
  category:forum_categories!threads_category_id_fkey(id, name, slug),
  reports!reports_thread_id_fkey(id)` as const

const REPLY_COLUMNS = `id, content, created_at, is_hidden, upvote_count,
  author:profiles!replies_author_id_fkey(id, username),
  thread:threads!replies_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug)),
  reports!reports_reply_id_fkey(id)` as const

/**
 * The latest discussions whose title contains the text, with their open reports. A function searches titles, because
 * their index is on a separate table: rows of `threads` change with every reply.
 */
export async function listContentThreads(client: Client, { text, filter }: Search) {
  let query = (text ? client.rpc('threads_with_title', { words: text }) : client.from('threads'))
    .select(withReports(THREAD_COLUMNS, filter))
    .eq('reports.state', 'open')
  if (filter === 'flagged') query = query.eq('is_hidden', true)
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .limit(ROWS)
    .throwOnError()
  return data
}

/**
 * The latest replies that contain the text, with their open reports. Among all replies the text is searched by words,
 * because no index finds parts of words in ten million replies.
 */
export async function listContentReplies(client: Client, { text, filter }: Search) {
  const columns = withReports(REPLY_COLUMNS, filter)
  const byWords = text !== '' && filter === 'all'
  let query = (byWords ? client.rpc('replies_with_words', { words: text }) : client.from('replies'))
    .select(columns)
    .eq('reports.state', 'open')
  if (text && !byWords) query = query.ilike('content', containing(text))
  if (filter === 'flagged') query = query.eq('is_hidden', true)
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .limit(ROWS)
    .throwOnError()
  return data
}

/** The same columns; with the filter 'reported', an inner join. */
function withReports<Columns extends string>(columns: Columns, filter: Filter): Columns {
  return (filter === 'reported' ? columns.replace(/(reports!\w+)\(/, '$1!inner(') : columns) as Columns
}

/** A pattern for `ilike` with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
