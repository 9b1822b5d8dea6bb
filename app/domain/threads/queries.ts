// Lists of discussions. A list transfers only what it shows: within a category or a tag the beginning of each text, which
// the database's `excerpt(threads)` cuts, elsewhere nothing of it.
import { NAME, namesHere } from '#app/domain/categories/names.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { cutExcerpt } from '#shared/plain-text.ts'
import { type Filter, pageCount } from './list-address.ts'

const AUTHOR = 'author:profiles(id,username,user_level,avatar_url)'
const CATEGORY = `category:forum_categories(id,${NAME},slug)` as const
const ROW =
  `id,title,tags,is_sticky,is_pinned,is_locked,is_hidden,answer_id,reply_count,view_count,upvote_count,last_activity,created_at,${AUTHOR},category:forum_categories(id,${NAME},slug,color),last:replies!replies_thread_id_fkey(author:profiles!replies_author_id_fkey(id,username,avatar_url))` as const
/** Of a list within a category or a tag. */
const ROW_WITH_TEXT = `excerpt,${ROW}` as const

/** A discussion in a list. */
export type ThreadSummary = {
  id: string
  title: string
  /** The beginning of the text, in lists that show it. */
  excerpt?: string
  tags: string[]
  is_sticky: boolean
  is_pinned: boolean
  is_locked: boolean
  /** Hidden by moderators: only its author and administrators receive it. */
  is_hidden: boolean
  /** The accepted answer. */
  answer_id: string | null
  reply_count: number
  view_count: number
  upvote_count: number
  last_activity: string
  created_at: string
  author: { id: string; username: string; user_level: string; avatar_url: string | null }
  category: { id: string; name: string; slug: string; color: string }
  /** Who wrote the latest reply; null without replies. */
  last_writer: { id: string; username: string; avatar_url: string | null } | null
}

export type ThreadPage = { threads: ThreadSummary[]; page: number; pages: number }

type Wanted = {
  /** `thread_count` is the category's counter: counting a million rows for a page number would be slow. */
  category: { id: string; thread_count: number }
  filter: Filter
  page: number
  /** The author, for the filter `mine`. */
  authorId?: string
}

/**
 * One page of a category's discussions: sticky first, then pinned, then by latest activity.
 * @throws Error with the API's message
 */
export async function listThreads(reader: DbClient, wanted: Wanted): Promise<ThreadPage> {
  const { category, filter, page, authorId } = wanted
  const total = filter === 'latest' || filter === 'top' ? category.thread_count : null
  const from = (page - 1) * PAGE_SIZE
  let query = withLastReply(reader.from('threads').select(ROW_WITH_TEXT)).eq('category_id', category.id)
  if (filter === 'latest') {
    query = query
      .order('is_sticky', { ascending: false })
      .order('is_pinned', { ascending: false })
      .order('last_activity', { ascending: false })
  } else if (filter === 'top') {
    query = query.order('upvote_count', { ascending: false })
  } else {
    if (filter === 'unsolved') query = query.is('answer_id', null)
    if (filter === 'mine') query = query.eq('author_id', authorId ?? '')
    query = query.order('created_at', { ascending: false })
  }
  // The id last, so that rows with the same time do not swap between two pages.
  const { data } = await query
    .order('id')
    // One more than is shown tells whether there is a next page.
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE))
  return { threads, page, pages: pageCount(total, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

/** One page of a member's visible discussions, newest first. @param author `total_posts` is the profile's counter */
export async function threadsBy(
  reader: DbClient,
  author: { id: string; total_posts: number },
  page: number,
): Promise<ThreadPage> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await rowsBy(reader, author.id)
    .eq('is_hidden', false)
    .range(from, from + PAGE_SIZE - 1)
    .throwOnError()
  return { threads: summaries(data), page, pages: pageCount(author.total_posts, PAGE_SIZE, page, false) }
}

/** One page of the asking member's own discussions, newest first, including hidden ones. */
export async function ownThreads(reader: DbClient, userId: string, page: number): Promise<ThreadPage> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await rowsBy(reader, userId)
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE))
  return { threads, page, pages: pageCount(null, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

function rowsBy(reader: DbClient, authorId: string) {
  return withLastReply(reader.from('threads').select(ROW))
    .eq('author_id', authorId)
    .order('created_at', { ascending: false })
    .order('id')
}

/** One page of the discussions with a tag, by latest activity. @param tag `thread_count` is the tag's counter */
export async function taggedThreads(
  reader: DbClient,
  tag: { tag: string; thread_count: number },
  page: number,
): Promise<ThreadPage> {
  const skip = (page - 1) * PAGE_SIZE
  const { data } = await withLastReply(
    reader
      .rpc('tagged_threads', { tag: tag.tag, max_rows: PAGE_SIZE, skip }, { get: true })
      .select(ROW_WITH_TEXT),
  )
    .order('last_activity', { ascending: false })
    .order('id')
    .throwOnError()
  return { threads: summaries(data), page, pages: pageCount(tag.thread_count, PAGE_SIZE, page, false) }
}

/** Discussions with titles similar to `title`: those with an accepted answer first, then the most similar. */
export async function similarThreads(reader: DbClient, title: string, signal: AbortSignal) {
  const { data } = await reader
    .rpc('similar_threads', { title }, { get: true })
    .select(`id,title,answer_id,reply_count,last_activity,${CATEGORY}`)
    .abortSignal(signal)
    .throwOnError()
  return data
}

/** The discussions with the latest activity in all categories. */
export async function latestThreads(reader: DbClient, limit: number, from = 0): Promise<ThreadSummary[]> {
  const { data } = await withLastReply(reader.from('threads').select(ROW))
    .order('last_activity', { ascending: false })
    .order('id')
    .range(from, from + limit - 1)
    .throwOnError()
  return summaries(data)
}

/** A page far back would count its way through the whole table; older discussions are in their categories. */
const MOST_LATEST_PAGES = 500

/** One page of the discussions of all categories, by latest activity. */
export async function latestPage(reader: DbClient, page: number): Promise<ThreadPage> {
  const [{ data: categories }, threads] = await Promise.all([
    reader.from('forum_categories').select('thread_count').throwOnError(),
    latestThreads(reader, PAGE_SIZE, (Math.min(page, MOST_LATEST_PAGES) - 1) * PAGE_SIZE),
  ])
  const total = categories.reduce((sum, { thread_count }) => sum + thread_count, 0)
  return { threads, page, pages: Math.min(pageCount(total, PAGE_SIZE, page, false), MOST_LATEST_PAGES) }
}

/** One page of what is new to the member, or unread (own-reads.ts). @param category its id, or null for all */
export async function newsPage(
  reader: DbClient,
  news: 'new' | 'unread',
  page: number,
  category: string | null,
): Promise<ThreadPage> {
  const isNew = news === 'new'
  const { data } = await withLastReply(
    reader
      .rpc(
        isNew ? 'new_threads' : 'unread_threads',
        {
          max_rows: PAGE_SIZE + 1,
          skip: (page - 1) * PAGE_SIZE,
          ...(category === null ? {} : { category }),
        },
        { get: true },
      )
      .select((category === null ? ROW : ROW_WITH_TEXT) as typeof ROW),
  )
    .order(isNew ? 'created_at' : 'last_activity', { ascending: false })
    .order('id')
    .throwOnError()
  const threads = summaries(data.slice(0, PAGE_SIZE))
  return { threads, page, pages: pageCount(null, PAGE_SIZE, page, data.length > PAGE_SIZE) }
}

/** The discussion that the member may read after the one with this id; null if nothing is left. */
export async function nextUnread(reader: DbClient, threadId: string) {
  const { data: next } = await reader
    .rpc('next_unread', { after: threadId }, { get: true })
    .maybeSingle()
    .throwOnError()
  if (!next) return null
  const { data } = await reader
    .from('threads')
    .select(`id,title,${CATEGORY}`)
    .eq('id', next.thread_id)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, isNew: next.is_new }
}

const MOST_FOR_YOU = 20

/** What the member may want to read next (public.for_you). */
export async function threadsForYou(reader: DbClient): Promise<ThreadSummary[]> {
  const [{ data }, named] = await Promise.all([
    reader.rpc('for_you', { max_rows: MOST_FOR_YOU }, { get: true }).throwOnError(),
    namesHere(reader),
  ])
  return (data as unknown as ThreadSummary[]).map((thread) => ({
    ...thread,
    category: named(thread.category),
  }))
}

export type TrendingTab = { threads: ThreadSummary[]; frame: 'today' | 'week' | 'year' }

/** The beginning of what /trending lists: of today; on a day without any of the week, or else of the year. */
export async function trendingThreads(reader: DbClient, limit: number): Promise<TrendingTab> {
  for (const frame of ['today', 'week'] as const) {
    const ids = await trendingIds(reader, frame, limit)
    if (ids.length > 0) return { threads: await threadsByIds(reader, ids), frame }
  }
  return { threads: await threadsByIds(reader, await trendingIds(reader, 'year', limit)), frame: 'year' }
}

/** These discussions, in this order; invisible ones are left out. */
export async function threadsByIds(reader: DbClient, ids: readonly string[]): Promise<ThreadSummary[]> {
  if (ids.length === 0) return []
  const { data } = await withLastReply(reader.from('threads').select(ROW)).in('id', ids).throwOnError()
  return summaries(data.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
}

/** Only the ids: after a join, the order of a function's rows is not guaranteed. */
async function trendingIds(reader: DbClient, timeFrame: TrendingTab['frame'], limit: number) {
  const { data } = await reader
    .rpc('trending_threads', { time_frame: timeFrame, max_rows: limit })
    .select('id')
    .throwOnError()
  return data.map(({ id }) => id)
}

type Row = Omit<ThreadSummary, 'excerpt' | 'last_writer'> & {
  excerpt?: string | null
  last: { author: NonNullable<ThreadSummary['last_writer']> }[]
}

type Narrowing<Query> = {
  eq: (column: string, value: boolean) => Query
  order: (column: string, options: { referencedTable: string; ascending?: boolean }) => Query
  limit: (count: number, options: { referencedTable: string }) => Query
}

/** Of the replies in `ROW` only the latest that everybody can see. */
function withLastReply<Query extends Narrowing<Query>>(query: Query): Query {
  return query
    .eq('last.is_hidden', false)
    .order('created_at', { referencedTable: 'last', ascending: false })
    .order('id', { referencedTable: 'last', ascending: false })
    .limit(1, { referencedTable: 'last' })
}

/** The members whose names or faces the rows show. */
export function shownMembers(threads: readonly ThreadSummary[]): string[] {
  return threads.flatMap(({ author, last_writer }) =>
    last_writer ? [author.id, last_writer.id] : [author.id],
  )
}

const LENGTH = 150

function summaries(rows: readonly Row[]): ThreadSummary[] {
  return rows.map(({ last, excerpt, ...row }) => ({
    ...row,
    ...(excerpt === undefined ? {} : { excerpt: cutExcerpt(excerpt ?? '', LENGTH) }),
    last_writer: last[0]?.author ?? null,
  }))
}
