// Published articles of the Learning Center, newest first.
import type { Reader } from '#app/lib/reader.ts'

/** An article on a card. `author` is null when the site's own team wrote it. */
export type ArticleSummary = {
  id: string
  title: string
  slug: string
  excerpt: string
  category: string
  image: string | null
  read_time: string
  created_at: string
  author: { username: string; full_name: string | null } | null
}

/** The latest published articles. */
export async function latestArticles(reader: Reader, limit = 3): Promise<ArticleSummary[]> {
  const { data } = await reader
    .from('blog_posts')
    .select('id,title,slug,excerpt,category,image,read_time,created_at,author:profiles(username,full_name)')
    .eq('published', true)
    .order('created_at', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data
}
