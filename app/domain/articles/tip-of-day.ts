// Which article the front page takes its thought of the day from.

const DAY_MS = 24 * 60 * 60 * 1_000
/** Indian time is 5:30 ahead: the tip changes at midnight there. */
const IST_AHEAD_MS = 5.5 * 60 * 60 * 1_000

/** One of `articles`, another each day; undefined when there are none. */
export function tipOfDay<Article>(articles: readonly Article[], now: number): Article | undefined {
  const day = Math.floor((now + IST_AHEAD_MS) / DAY_MS)
  return articles[day % articles.length]
}
