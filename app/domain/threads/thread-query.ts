// Reading one discussion. The address carries 8 characters of the id, which are a range of the primary key:
// one index lookup, however many discussions there are.
import type { DbClient } from '#app/platform/session/session.ts'
import { slugify, threadIdRange, threadPath } from '#shared/slugs.ts'

const RELATED = 5

export type FullThread = NonNullable<Awaited<ReturnType<typeof loadThread>>>
export type RelatedThread = Awaited<ReturnType<typeof relatedThreads>>[number]

/** The discussion whose id lies in `range` (shared/slugs.ts), with author and category; null when none is visible. */
export async function loadThread(reader: DbClient, range: { from: string; to: string }) {
  const { data, error } = await reader
    .from('threads')
    .select(
      `id, title, content, tags, is_sticky, is_pinned, is_locked, is_hidden, is_deleted, reply_count, view_count, upvote_count,
       last_activity, created_at, updated_at,
       author:profiles!threads_author_id_fkey(id, username, user_level, avatar_url, total_posts, joined_at),
       category:forum_categories!threads_category_id_fkey(id, name, slug, color)`,
    )
    .gte('id', range.from)
    .lte('id', range.to)
    .limit(1)
    .maybeSingle()
  if (error) throw new Error(`the discussion could not be read: ${error.message}`, { cause: error })
  return data
}

/**
 * The status of an address at which no discussion is visible.
 * @returns 410 when one with such an id was deleted (a 404 may yet come to be something), else 404
 */
export async function missingStatus(reader: DbClient, range: { from: string; to: string } | null) {
  if (!range) return 404
  const { data } = await reader
    .from('deleted_threads')
    .select('id')
    .gte('id', range.from)
    .lte('id', range.to)
    .limit(1)
    .throwOnError()
  return data.length > 0 ? 410 : 404
}

/** The category's latest other discussions. */
export async function relatedThreads(reader: DbClient, thread: { id: string; category: { id: string } }) {
  const { data, error } = await reader
    .from('threads')
    .select('id, title, reply_count, last_activity')
    .eq('category_id', thread.category.id)
    .eq('is_hidden', false)
    .neq('id', thread.id)
    .order('last_activity', { ascending: false })
    .order('id')
    .limit(RELATED)
  if (error) throw new Error(`related discussions could not be read: ${error.message}`, { cause: error })
  return data
}

const ADDRESSED = 'id, title, category:forum_categories!threads_category_id_fkey(slug)'

/** The address of the discussion that `reference` means; null when there is none, or several have that title. */
export async function findThreadPath(reader: DbClient, reference: string): Promise<string | null> {
  const range = threadIdRange(reference)
  if (range) {
    const { data } = await reader
      .from('threads')
      .select(ADDRESSED)
      .gte('id', range.from)
      .lte('id', range.to)
      .limit(1)
      .maybeSingle()
      .throwOnError()
    if (data) return threadPath(data)
  }
  // A title may end in what looks like an id.
  const slug = slugify(reference)
  if (slug === '') return null
  const { data } = await reader.rpc('threads_by_title_slug', { slug }).select(ADDRESSED).throwOnError()
  const [thread] = data
  return thread && data.length === 1 ? threadPath(thread) : null
}
