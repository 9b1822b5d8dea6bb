// Trending discussions, as the database ranks them (docs/trending.md), and their addresses: period, category and page.
import { namesHere } from '#app/domain/categories/names.ts'
import { type ThreadSummary, threadsByIds } from '#app/domain/threads/queries.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import * as t from '#words/trending.ts'

const MOST = 100

export type TrendingThread = {
  thread: Omit<ThreadSummary, 'last_writer'>
  rank: number
  /** Change from the period before, in percent; null if nothing happened then. */
  change: number | null
  /** Within the period. */
  replies: number
  upvotes: number
  views: number
  /** Points in each slice of the period, the latest last. */
  activity: number[]
}

export type TrendingFigures = { views: number; users: number; posts: number; trending: number }
export type TrendingCategory = { id: string; name: string; slug: string; discussions: number }

/** A page of the ranking. */
export async function listTrending(
  reader: DbClient,
  { frame, categoryId, page }: { frame: TimeFrame; categoryId: string | null; page: number },
): Promise<{ rows: TrendingThread[]; hasMore: boolean }> {
  const until = page * PAGE_SIZE
  const from = until - PAGE_SIZE
  const { data: ranked } = await reader
    .rpc('trending', {
      time_frame: frame,
      // One more than is shown tells whether there are more.
      max_rows: Math.min(until + 1, MOST),
      ...(categoryId === null ? {} : { category_id: categoryId }),
    })
    .throwOnError()
  const shown = ranked.slice(from, until)
  const threads = new Map(
    (
      await threadsByIds(
        reader,
        shown.map(({ thread_id }) => thread_id),
      )
    ).map((thread) => [thread.id, thread]),
  )
  const rows = shown.flatMap(({ thread_id, change_percent, replies, upvotes, views, activity }, index) => {
    const found = threads.get(thread_id)
    // Deleted between the two requests.
    if (!found) return []
    // What the rows do not show would be in the page's data.
    const { last_writer: _writer, ...thread } = found
    return [{ thread, rank: from + index + 1, change: change_percent, replies, upvotes, views, activity }]
  })
  return { rows, hasMore: ranked.length > until }
}

/** Activity of the whole site in the period. */
export async function trendingFigures(reader: DbClient, frame: TimeFrame): Promise<TrendingFigures> {
  const { data } = await reader.rpc('trending_figures', { time_frame: frame }).single().throwOnError()
  return data
}

/** All categories with their numbers of trending discussions. */
export async function trendingCategories(reader: DbClient, frame: TimeFrame): Promise<TrendingCategory[]> {
  const [{ data }, named] = await Promise.all([
    reader.rpc('trending_categories', { time_frame: frame }).throwOnError(),
    namesHere(reader),
  ])
  return data.map(named)
}

export type TimeFrame = 'today' | 'week' | 'month' | 'year'

export type FrameWords = {
  frame: TimeFrame
  label: string
  /** The text after 'in' or 'over'. */
  span: string
}

/** Addresses of the trending page: period, category and page. */
export const FRAMES: readonly [FrameWords, ...FrameWords[]] = [
  { frame: 'today', label: t.today, span: t.inADay },
  { frame: 'week', label: t.week, span: t.inAWeek },
  { frame: 'month', label: t.month, span: t.inAMonth },
  { frame: 'year', label: t.year, span: t.inAYear },
]

export const DEFAULT_FRAME: TimeFrame = 'today'

/** The ranking ends at 100 (docs/trending.md). */
const LAST_PAGE = 5

/** `category`: a slug, or null for all. */
export type TrendingAddress = { frame: TimeFrame; category: string | null; page: number }

/** Reads `?frame=`, `?category=` and `?page=`; invalid values become the defaults. */
export function readTrendingAddress(search: URLSearchParams): TrendingAddress {
  const page = Number(search.get('page') ?? '1')
  return {
    frame: FRAMES.find(({ frame }) => frame === search.get('frame'))?.frame ?? DEFAULT_FRAME,
    category: search.get('category') || null,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** The address of a list, without default values. */
export function trendingPath({ frame, category, page }: TrendingAddress): string {
  const search = new URLSearchParams()
  if (frame !== DEFAULT_FRAME) search.set('frame', frame)
  if (category !== null) search.set('category', category)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/trending?${query}` : '/trending'
}

/** The next page; null at the end of the list. */
export function nextTrendingPage({ page }: TrendingAddress, hasMore: boolean): number | null {
  return hasMore && page < LAST_PAGE ? page + 1 : null
}

/** The label of a period. */
export function frameWords(frame: TimeFrame): FrameWords {
  return FRAMES.find((one) => one.frame === frame) ?? FRAMES[0]
}

/** The next longer period; null after the longest. */
export function longerFrame(frame: TimeFrame): FrameWords | null {
  return FRAMES[FRAMES.findIndex((one) => one.frame === frame) + 1] ?? null
}
