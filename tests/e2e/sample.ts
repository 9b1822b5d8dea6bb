// Addresses in the sample community for journeys.
import { siteUrl } from './fixtures.ts'

/** The address of the discussion with the most replies, which has several pages. */
export async function longestThread(): Promise<string> {
  const query = 'select=id,reply_count,category:forum_categories(slug)'
  const response = await fetch(`${siteUrl()}/rest/v1/threads?${query}`)
  const threads = (await response.json()) as { id: string; reply_count: number; category: { slug: string } }[]
  const [thread] = threads.sort((a, b) => b.reply_count - a.reply_count)
  if (!thread) throw new Error('the sample community has no discussion')
  return `/forums/${thread.category.slug}/${thread.id}`
}
