// Replies outside of their discussions: those of one member, and chosen ones.
import { NAME } from '#app/domain/categories/names.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import { replyAddress } from './paging.ts'

const EXCERPT_LENGTH = 240

/** A reply outside of its discussion. */
export type WrittenReply = {
  id: string
  excerpt: string
  created_at: string
  upvote_count: number
  is_hidden: boolean
  state: string
  thread: { id: string; title: string; category: string }
  path: string
}

export type WrittenReplies = { replies: WrittenReply[]; page: number; pages: number }

/**
 * One page of a member's visible replies, newest first.
 * @param author `total_replies` is the profile's counter of them
 */
export async function repliesBy(
  reader: DbClient,
  author: { id: string; total_replies: number },
  page: number,
): Promise<WrittenReplies> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await rowsBy(reader, author.id)
    .eq('is_hidden', false)
    .eq('is_thread_hidden', false)
    .range(from, from + PAGE_SIZE - 1)
    .throwOnError()
  return {
    replies: data.map(summary),
    page,
    pages: Math.max(1, Math.ceil(author.total_replies / PAGE_SIZE)),
  }
}

/** One page of the asking member's own replies, newest first, including hidden ones. */
export async function ownReplies(reader: DbClient, userId: string, page: number): Promise<WrittenReplies> {
  const from = (page - 1) * PAGE_SIZE
  const { data } = await rowsBy(reader, userId)
    .range(from, from + PAGE_SIZE)
    .throwOnError()
  return {
    replies: data.slice(0, PAGE_SIZE).map(summary),
    page,
    pages: data.length > PAGE_SIZE ? page + 1 : page,
  }
}

/** These replies, in any order; invisible ones are left out. */
export async function repliesByIds(
  reader: DbClient,
  ids: readonly string[],
): Promise<(WrittenReply & { author: string })[]> {
  if (ids.length === 0) return []
  const { data } = await reader
    .from('replies')
    .select(`${ROW}, author:profiles!replies_author_id_fkey(username)`)
    .in('id', ids)
    .throwOnError()
  return data.map(({ author, ...row }) => ({ ...summary(row), author: memberName(author.username) }))
}

const ROW =
  `id, content, created_at, upvote_count, is_hidden, state, earlier_replies, thread:threads!inner(id, title, category:forum_categories!threads_category_id_fkey(slug, ${NAME}))` as const

function rowsBy(reader: DbClient, authorId: string) {
  return reader
    .from('replies')
    .select(ROW)
    .eq('author_id', authorId)
    .order('created_at', { ascending: false })
    .order('id')
}

type Row = Awaited<ReturnType<typeof rowsBy>>['data'] extends (infer One)[] | null ? One : never

function summary({ content, thread, earlier_replies, ...reply }: Row): WrittenReply {
  return {
    ...reply,
    excerpt: excerptOf(content, EXCERPT_LENGTH),
    thread: { id: thread.id, title: thread.title, category: thread.category.name },
    path: replyAddress(threadPath(thread), reply.id, earlier_replies),
  }
}
