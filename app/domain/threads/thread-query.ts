// Reads one discussion. Its address has the first 8 characters of the id, which are a range of the primary key: one
// index lookup, however many discussions there are.
import { NAME } from '#app/domain/categories/names.ts'
import { firstOnPage } from '#app/domain/replies/paging.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { slugify, threadIdRange, threadPath } from '#shared/slugs.ts'
import { type Writer, writerFacts } from './writer-facts.ts'

const RELATED = 5
const EXPERT = 'expert:expert_profiles(speciality, verified_at, registration_number, is_sample)'
const REPLY = `id, parent_id, content, upvote_count, created_at, updated_at,
  wiki:wiki_posts(editor:profiles!wiki_posts_edited_by_fkey(id, username)),
  author:profiles!replies_author_id_fkey(id, username, full_name, user_level, avatar_url, is_staff,
    ${EXPERT})` as const

type ThreadPage = NonNullable<Awaited<ReturnType<typeof loadThread>>>
/**
 * With what its text links to, as HTML (app/features/discussion/own-links.ts), and the number of replies before an answer
 * on another page (`replyAddress`).
 */
export type FullThread = ThreadPage['thread'] & { links?: string; beforeAnswer?: number | null }
export type ReplyRow = ThreadPage['replies'][number]
export type RelatedThread = ThreadPage['related'][number]

/**
 * The discussion whose id is in `range` (shared/slugs.ts), with author, category, a page of replies, oldest first, and
 * the category's latest other discussions; null if none is visible. All in one request, because each request is a tenth
 * of the time of an uncached page.
 */
export async function loadThread(reader: DbClient, range: { from: string; to: string }, page: number) {
  const first = firstOnPage(page) - 1
  const { data, error } = await reader
    .from('threads')
    .select(
      `id, title, content, tags, is_sticky, is_pinned, is_locked, is_hidden, state, is_deleted, answer_id, answered_by, reply_count, view_count, upvote_count,
       last_activity, created_at, updated_at,
       poll:polls(question, options, votes, closes_at),
       wiki:wiki_posts(editor:profiles!wiki_posts_edited_by_fkey(id, username)),
       author:profiles!threads_author_id_fkey(id, username, full_name, user_level, avatar_url, is_staff, total_posts, joined_at,
         ${EXPERT}),
       category:forum_categories!threads_category_id_fkey(id, ${NAME}, slug, color,
         related:threads!threads_category_id_fkey(id, title, reply_count, created_at)),
       replies:replies!replies_thread_id_fkey(${REPLY})`,
    )
    .gte('id', range.from)
    .lte('id', range.to)
    // Hidden replies, which their author can see, would shift the pages against the counter.
    .eq('replies.is_hidden', false)
    .order('created_at', { referencedTable: 'replies' })
    .order('id', { referencedTable: 'replies' })
    .range(first, first + PAGE_SIZE - 1, { referencedTable: 'replies' })
    .eq('category.related.is_hidden', false)
    .order('last_activity', { referencedTable: 'category.related', ascending: false })
    .order('id', { referencedTable: 'category.related' })
    // The discussion itself may be among them.
    .limit(RELATED + 1, { referencedTable: 'category.related' })
    .limit(1)
    .maybeSingle()
  if (error) throw new Error(`the discussion could not be read: ${error.message}`, { cause: error })
  if (!data) return null
  const { replies, category, state, ...thread } = data
  const { related, ...ownCategory } = category
  return {
    thread: {
      ...sayWhatIs({ ...thread, category: ownCategory }),
      // Only its author and administrators get one that waits.
      ...(state === 'held' ? { isHeld: true as const } : {}),
    },
    replies: replies.map(sayWhatIs),
    related: related.filter(({ id }) => id !== thread.id).slice(0, RELATED),
  }
}

export type Wiki = { editor: { id: string; username: string } | null }

type Author = Writer & { is_staff: boolean | null }
type Known<One extends Author> = Omit<One, 'is_staff' | 'full_name' | 'expert'> & {
  is_staff?: true
} & ReturnType<typeof writerFacts>

/**
 * Most posts are no wiki, and of most writers there is nothing to say: such a post has no such properties, so that they
 * cost the page nothing.
 */
function sayWhatIs<One extends Author, Post extends { wiki: Wiki | null; author: One }>(
  row: Post,
): Omit<Post, 'wiki' | 'author'> & { wiki?: Wiki; author: Known<Post['author']> } {
  const { wiki, author, ...post } = row
  const { is_staff, full_name: _, expert: __, ...writer } = author
  return {
    ...post,
    ...(wiki ? { wiki } : {}),
    author: { ...writer, ...(is_staff ? { is_staff } : {}), ...writerFacts(author) },
  }
}

/**
 * A page of the replies of a discussion, best first: the accepted answer, then by upvotes, and of equal ones the oldest.
 * Upvotes are in no index, because every vote would then write each index of the reply. Sorting 10,000 replies takes
 * 12 ms.
 */
export async function loadBestReplies(
  reader: DbClient,
  thread: { id: string; answer_id: string | null },
  page: number,
): Promise<ReplyRow[]> {
  const { answer_id } = thread
  const visible = () => reader.from('replies').select(REPLY).eq('thread_id', thread.id).eq('is_hidden', false)
  // The answer takes the first place of all, so that every other reply is one place later.
  const first = firstOnPage(page) - (answer_id ? 2 : 1)
  const rest = answer_id ? visible().neq('id', answer_id) : visible()
  const [answer, others] = await Promise.all([
    answer_id && page === 1 ? visible().eq('id', answer_id).throwOnError() : { data: [] },
    rest
      .order('upvote_count', { ascending: false })
      .order('created_at')
      .order('id')
      .range(Math.max(first, 0), first + PAGE_SIZE - 1)
      .throwOnError(),
  ])
  return [...answer.data, ...others.data].map(sayWhatIs)
}

/**
 * The status of an address without a visible discussion.
 * @returns 410 if a discussion with such an id was deleted, else 404
 */
export async function missingStatus(reader: DbClient, range: { from: string; to: string } | null) {
  if (!range) return 404
  const prefix = range.from.slice(0, 8)
  const { data } = await reader.rpc('was_thread_deleted', { prefix }, { get: true }).throwOnError()
  return data ? 410 : 404
}

const ADDRESSED = 'id, title, category:forum_categories!threads_category_id_fkey(slug)'

/** Id, title and category of the discussion whose id is in `range`; null if none is visible. */
export async function findThread(reader: DbClient, range: { from: string; to: string }) {
  const { data } = await reader
    .from('threads')
    .select(ADDRESSED)
    .gte('id', range.from)
    .lte('id', range.to)
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The address of the discussion that `reference` means; null if there is none, or if several have that title. */
export async function findThreadPath(reader: DbClient, reference: string): Promise<string | null> {
  const range = threadIdRange(reference)
  if (range) {
    const thread = await findThread(reader, range)
    if (thread) return threadPath(thread)
  }
  // A title may end in something that looks like an id.
  const slug = slugify(reference)
  if (slug === '') return null
  const { data } = await reader.rpc('threads_by_title_slug', { slug }).select(ADDRESSED).throwOnError()
  const [thread] = data
  return thread && data.length === 1 ? threadPath(thread) : null
}
