// The addresses of what is trending: over which time, in which category, and how far down.

export type TimeFrame = 'today' | 'week' | 'month' | 'year'

export type FrameWords = {
  frame: TimeFrame
  label: string
  /** After 'in' or 'over'. */
  span: string
}

export const FRAMES: readonly [FrameWords, ...FrameWords[]] = [
  { frame: 'today', label: 'Today', span: 'the last 24 hours' },
  { frame: 'week', label: 'Week', span: 'the last 7 days' },
  { frame: 'month', label: 'Month', span: 'the last 30 days' },
  { frame: 'year', label: 'Year', span: 'the last 365 days' },
]

/** The ranking ends at 100 (docs/trending.md). */
const LAST_PAGE = 5

/** `category`: a slug, or null for all. `page`: the list shows everything up to its end. */
export type TrendingAddress = { frame: TimeFrame; category: string | null; page: number }

/** Reads `?frame=`, `?category=` and `?page=`; what makes no sense is the usual. */
export function readTrendingAddress(search: URLSearchParams): TrendingAddress {
  const page = Number(search.get('page') ?? '1')
  return {
    frame: FRAMES.find(({ frame }) => frame === search.get('frame'))?.frame ?? 'today',
    category: search.get('category') || null,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** The address of a list; the usual things are left out of it. */
export function trendingPath({ frame, category, page }: TrendingAddress): string {
  const search = new URLSearchParams()
  if (frame !== 'today') search.set('frame', frame)
  if (category !== null) search.set('category', category)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/trending?${query}` : '/trending'
}

/** The page after this one; null where the list ends. */
export function nextTrendingPage({ page }: TrendingAddress, hasMore: boolean): number | null {
  return hasMore && page < LAST_PAGE ? page + 1 : null
}

/** What a frame is called. */
export function frameWords(frame: TimeFrame): FrameWords {
  return FRAMES.find((one) => one.frame === frame) ?? FRAMES[0]
}

/** The next longer frame; null after the longest. */
export function longerFrame(frame: TimeFrame): FrameWords | null {
  return FRAMES[FRAMES.findIndex((one) => one.frame === frame) + 1] ?? null
}
