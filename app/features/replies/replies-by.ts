// What one member replied, wherever that was.
import type { Reader } from '#app/lib/reader.ts'
import { cut, plainText } from '#app/lib/text.ts'
import { PAGE_SIZE } from '#shared/limits.ts'
import { threadPath } from '#shared/slugs.ts'

const EXCERPT_LENGTH = 240

export type WrittenReply = Awaited<ReturnType<typeof repliesBy>>['replies'][number]

/**
 * One page of a member's visible replies, newest first.
 * @param author `total_replies` is the profile's own counter; it counts replies in hidden discussions too, so that
 *   the last page may be empty
 */
export async function repliesBy(reader: Reader, author: { id: string; total_replies: number }, page: number) {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await reader
    .from('replies')
    .select(
      `id, content, created_at, upvote_count,
       thread:threads!inner(id, title, category:forum_categories!threads_category_id_fkey(slug, name))`,
    )
    .eq('author_id', author.id)
    .eq('is_hidden', false)
    .eq('is_thread_hidden', false)
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    .throwOnError()
  return {
    replies: data.map(({ content, thread, ...reply }) => ({
      ...reply,
      excerpt: cut(plainText(content), EXCERPT_LENGTH),
      thread: { id: thread.id, title: thread.title, category: thread.category.name },
      // The discussion's loader knows on which of its pages the reply stands, and leads there.
      path: `${threadPath(thread)}?reply=${reply.id.slice(0, 8)}`,
    })),
    page,
    pages: Math.max(1, Math.ceil(author.total_replies / PAGE_SIZE)),
  }
}
