// The dashboard's own queries.
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { replyPath, threadPath } from '#shared/slugs.ts'
import type { ActivityList } from './address.ts'

const EXCERPT_LENGTH = 160

/** The member's five figures. */
async function ownFigures(client: Client) {
  const { data } = await client.rpc('my_figures').single().throwOnError()
  return data
}

/** A post of the member that others upvoted. */
export type UpvotedPost = {
  key: string
  title: string
  /** The excerpt of the reply; null if the discussion itself was upvoted. */
  excerpt: string | null
  upvotes: number
  latest: string
  path: string
}

/** One page of the member's upvoted posts, latest upvote first. */
export async function ownUpvotes(client: Client, page: number) {
  const { data } = await client
    .rpc('my_upvotes', { max_rows: PAGE_SIZE + 1, skip: (page - 1) * PAGE_SIZE })
    .throwOnError()
  const posts = data.slice(0, PAGE_SIZE).map((row): UpvotedPost => {
    // Null if the discussion itself was upvoted, which the generated type of a function does not express.
    const replyId = row.reply_id as string | null
    const path = threadPath({
      id: row.thread_id,
      title: row.thread_title,
      category: { slug: row.category_slug },
    })
    return {
      key: replyId ?? row.thread_id,
      title: row.thread_title,
      excerpt: replyId === null ? null : excerptOf(row.reply_content, EXCERPT_LENGTH),
      upvotes: row.upvotes,
      latest: row.latest,
      path: replyId === null ? path : replyPath(path, replyId),
    }
  })
  return { posts, pages: data.length > PAGE_SIZE ? page + 1 : page }
}

/** The subjects of drafts: discussions by their ids, or by the ids of their replies. */
async function draftTargets(client: Client, ids: readonly string[]) {
  const columns = 'id, title, category:forum_categories!threads_category_id_fkey(slug)' as const
  const [threads, replies] = await Promise.all([
    client.from('threads').select(columns).in('id', ids).throwOnError(),
    client.from('replies').select(`id, thread:threads!inner(${columns})`).in('id', ids).throwOnError(),
  ])
  return new Map([
    ...threads.data.map((thread) => [thread.id, { title: thread.title, path: threadPath(thread) }] as const),
    ...replies.data.map(
      ({ id, thread }) => [id, { title: thread.title, path: replyPath(threadPath(thread), id) }] as const,
    ),
  ])
}

/** Totals of the site, for administrators; the API refuses others. */
async function siteTotals(client: Client): Promise<ReadonlyMap<string, number>> {
  const { data } = await client.rpc('admin_figures').throwOnError()
  return new Map(data.map(({ figure, total }) => [figure, total]))
}

const all = ['dashboard'] as const

/** The queries of the dashboard. */
export const dashboardQueries = {
  figures: (userId: string) => clientQuery([...all, userId, 'figures'], ownFigures),
  /** The posts that drafts belong to. */
  draftTargets: (userId: string, ids: readonly string[]) =>
    clientQuery([...all, userId, 'draft targets', ids], (client) => draftTargets(client, ids)),
  activity: <Rows>(
    userId: string,
    list: ActivityList,
    page: number,
    read: (client: Client) => Promise<Rows>,
  ) => listQuery([...all, userId, 'activity', list, page], read),
  siteTotals: clientQuery([...all, 'site totals'], siteTotals),
}
