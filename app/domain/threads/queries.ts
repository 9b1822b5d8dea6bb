// Lists of discussions, as the pages show them. What a list doesn't show doesn't travel: of each text only the
// beginning, as the database's `excerpt(threads)` cuts it.
import type { DbClient } from '#app/platform/session/session.ts'
import { cut, plainText } from '#app/platform/text/plain-text.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { type Filter, pageCount } from './list-address.ts'

const AUTHOR = 'author:profiles(id,username,user_level,avatar_url)'
const CATEGORY = 'category:forum_categories(id,name,slug)'
const ROW =
  `id,title,excerpt,tags,is_sticky,is_pinned,is_locked,is_hidden,reply_count,view_count,upvote_count,last_activity,created_at,${AUTHOR},${CATEGORY}` as const

/** A discussion in a list. */
export type ThreadSummary = {
  id: string
  title: string
  excerpt: string
  tags: string[]
  is_sticky: boolean
  is_pinned: boolean
  is_locked: boolean
  /** Taken from view: only its author and admins get it at all. */
  is_hidden: boolean
  /** See `isHot`. */
  is_hot: boolean
  reply_count: number
  view_count: number
  upvote_count: number
  last_activity: string
  author: { id: string; username: string; user_level: string; avatar_url: string | null }
  category: { id: string; name: string; slug: string }
}

export type ThreadPage = { threads: ThreadSummary[]; page: number; pages: number }

type Wanted = {
  /** `thread_count` is the category's own counter: nobody counts a million rows for a page number. */
  category: { id: string; thread_count: number }
  filter: Filter
  page: number
  /** Whose, for the filter `mine`. */
  authorId?: string
}

/**
 * One page of a category's discussions; sticky first, then pinned, then the latest activity.
 * @throws Error with the contract's message
 */
export async function listThreads(reader: DbClient, wanted: Wanted): Promise<ThreadPage> {
  const { category, filter, page, authorId } = wanted
  const total = filter === 'latest' || filter === 'top' ? category.thread_count : null
  const from = (page - 1) * PAGE_SIZE
  let query = reader.from('threads').select(ROW).eq('category_id', category.id)
  if (filter === 'latest') {
    query = query
      .order('is_sticky', { ascending: false })
      .order('is_pinned', { ascending: false })
      .order('last_activity', { ascending: false })
  } else if (filter === 'top') {
    query = query.order('upvote_count', { ascending: false })
  } else {
    if (filter === 'unanswered') query = query.eq('reply_count', 0)
    if (filter === 'mine') query = query.eq('author_id', authorId ?? '')
    query = query.order('created_at', { ascending: false })
  }
  // The id last: rows of the same moment must not change places between two pages.
  const { data } = await query
    .order('id')
    // One more than is shown, which tells whether there is a next page.
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE))
  return { threads, page, pages: pageCount(total, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

/**
 * One page of a member's visible discussions, newest first.
 * @param author `total_posts` is the profile's own counter
 */
export async function threadsBy(
  reader: DbClient,
  author: { id: string; total_posts: number },
  page: number,
): Promise<ThreadPage> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await written(reader, author.id)
    .eq('is_hidden', false)
    .range(from, from + PAGE_SIZE - 1)
    .throwOnError()
  return { threads: summaries(data), page, pages: pageCount(author.total_posts, PAGE_SIZE, page, false) }
}

/** One page of the asking member's own discussions, newest first, those that were hidden among them. */
export async function ownThreads(reader: DbClient, userId: string, page: number): Promise<ThreadPage> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await written(reader, userId)
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE))
  return { threads, page, pages: pageCount(null, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

function written(reader: DbClient, authorId: string) {
  return reader
    .from('threads')
    .select(ROW)
    .eq('author_id', authorId)
    .order('created_at', { ascending: false })
    .order('id')
}

/**
 * One page of the discussions that carry a tag, the latest activity first.
 * @param tag `thread_count` is the tag's own counter
 */
export async function taggedThreads(
  reader: DbClient,
  tag: { tag: string; thread_count: number },
  page: number,
): Promise<ThreadPage> {
  const { data } = await reader
    .rpc('tagged_threads', { tag: tag.tag, max_rows: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE }, { get: true })
    .select(ROW)
    .order('last_activity', { ascending: false })
    .order('id')
    .throwOnError()
  return { threads: summaries(data), page, pages: pageCount(tag.thread_count, PAGE_SIZE, page, false) }
}

/** Discussions whose titles are like `title`, the likest first. */
export async function similarThreads(reader: DbClient, title: string, signal: AbortSignal) {
  const { data } = await reader
    .rpc('similar_threads', { title }, { get: true })
    .select(`id,title,reply_count,last_activity,${CATEGORY}`)
    .abortSignal(signal)
    .throwOnError()
  return data
}

/** The discussions with the latest activity, over all categories. */
export async function latestThreads(reader: DbClient, limit: number): Promise<ThreadSummary[]> {
  const { data } = await reader
    .from('threads')
    .select(ROW)
    .order('last_activity', { ascending: false })
    .order('id')
    .limit(limit)
    .throwOnError()
  return summaries(data)
}

/** One page of what a member bookmarked, the newest bookmark first; what was hidden since is left out. */
export async function bookmarkedThreads(reader: DbClient, userId: string, page: number): Promise<ThreadPage> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await reader
    .from('bookmarks')
    .select(`created_at, thread:threads!inner(${ROW})`)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('thread_id')
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE).map(({ thread }) => thread))
  return { threads, page, pages: pageCount(null, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

/** The most talked about of this week, best first; of this year, while a week brings too few. */
export async function trendingThreads(reader: DbClient, limit: number): Promise<ThreadSummary[]> {
  const ofWeek = await trendingIds(reader, 'week', limit)
  const ids = ofWeek.length < limit ? await trendingIds(reader, 'year', limit) : ofWeek
  return threadsByIds(reader, ids)
}

/** These discussions, in this order; those that are not visible are left out. */
export async function threadsByIds(reader: DbClient, ids: readonly string[]): Promise<ThreadSummary[]> {
  if (ids.length === 0) return []
  const { data } = await reader.from('threads').select(ROW).in('id', ids).throwOnError()
  return summaries(data.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
}

/** Only the ids: once authors are joined to a function's rows, nothing promises that they keep their order. */
async function trendingIds(reader: DbClient, timeFrame: 'week' | 'year', limit: number): Promise<string[]> {
  const { data } = await reader
    .rpc('trending_threads', { time_frame: timeFrame, max_rows: limit })
    .select('id')
    .throwOnError()
  return data.map(({ id }) => id)
}

type Row = Omit<ThreadSummary, 'excerpt' | 'is_hot'> & { excerpt: string | null; created_at: string }

function summaries(rows: readonly Row[]): ThreadSummary[] {
  const now = Date.now()
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    excerpt: excerpt(row.excerpt ?? ''),
    is_hot: isHot({ ...row, created_at }, now),
  }))
}

const LENGTH = 150

/** The excerpt of a post's `beginning`, which comes without its markup (public.excerpt) and with its entities. */
export function excerpt(beginning: string): string {
  return cut(plainText(beginning), LENGTH)
}

const DAY_MS = 24 * 60 * 60 * 1_000
const QUIET_AFTER_MS = 3 * DAY_MS
const POINTS_A_DAY = 20
const REPLY_POINTS = 2

export type Heat = { reply_count: number; upvote_count: number; created_at: string; last_activity: string }

/**
 * Whether a discussion wears the HOT badge at `now` (milliseconds): people spoke in it during the last three days, and
 * over its whole life it earned at least twenty points a day, a reply counting two and an upvote one (the first day
 * counts as a full day). So a lively new question is hot within hours, and an old favourite of hundreds of replies is
 * not hot again because of a single new one.
 */
export function isHot(thread: Heat, now: number): boolean {
  if (now - Date.parse(thread.last_activity) > QUIET_AFTER_MS) return false
  const days = Math.max(1, (now - Date.parse(thread.created_at)) / DAY_MS)
  return (REPLY_POINTS * thread.reply_count + thread.upvote_count) / days >= POINTS_A_DAY
}
