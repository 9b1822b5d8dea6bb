// What is trending, as the database ranks it (docs/trending.md).

import { type ThreadSummary, threadsByIds } from '#app/domain/threads/queries.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { TimeFrame } from './trending-address.ts'

const MOST = 100

export type TrendingThread = {
  thread: ThreadSummary
  rank: number
  /** Against the frame before, in percent; null when nothing happened then. */
  change: number | null
  /** Within the frame. */
  replies: number
  upvotes: number
  views: number
  /** Points in each slice of the frame, the latest last. */
  activity: number[]
}

export type TrendingFigures = { views: number; users: number; posts: number; trending: number }
export type TrendingCategory = { id: string; name: string; slug: string; discussions: number }

/** The ranking from its top to the end of `page`. */
export async function listTrending(
  reader: DbClient,
  { frame, categoryId, page }: { frame: TimeFrame; categoryId: string | null; page: number },
): Promise<{ rows: TrendingThread[]; hasMore: boolean }> {
  const until = page * PAGE_SIZE
  const { data: ranked } = await reader
    .rpc('trending', {
      time_frame: frame,
      // One more than is shown, which tells whether there is more.
      max_rows: Math.min(until + 1, MOST),
      ...(categoryId === null ? {} : { category_id: categoryId }),
    })
    .throwOnError()
  const shown = ranked.slice(0, until)
  const threads = new Map(
    (
      await threadsByIds(
        reader,
        shown.map(({ thread_id }) => thread_id),
      )
    ).map((thread) => [thread.id, thread]),
  )
  const rows = shown.flatMap(({ thread_id, change_percent, replies, upvotes, views, activity }, index) => {
    const thread = threads.get(thread_id)
    // Deleted between the two readings.
    if (!thread) return []
    return [{ thread, rank: index + 1, change: change_percent, replies, upvotes, views, activity }]
  })
  return { rows, hasMore: ranked.length > until }
}

/** What happened on the whole site within the frame. */
export async function trendingFigures(reader: DbClient, frame: TimeFrame): Promise<TrendingFigures> {
  const { data } = await reader.rpc('trending_figures', { time_frame: frame }).single().throwOnError()
  return data
}

/** All categories with the number of discussions that are trending in each. */
export async function trendingCategories(reader: DbClient, frame: TimeFrame): Promise<TrendingCategory[]> {
  const { data } = await reader.rpc('trending_categories', { time_frame: frame }).throwOnError()
  return data
}
