// Where in the sample community a journey can begin.
import { siteUrl } from './fixtures.ts'

/** The address of the discussion with the most replies: it has more than one page of them. */
export async function longestThread(): Promise<string> {
  const query = 'select=id,category:forum_categories(slug)&order=reply_count.desc&limit=1'
  const response = await fetch(`${siteUrl()}/rest/v1/threads?${query}`)
  const [thread] = (await response.json()) as { id: string; category: { slug: string } }[]
  if (!thread) throw new Error('the sample community has no discussion')
  return `/forums/${thread.category.slug}/${thread.id}`
}
