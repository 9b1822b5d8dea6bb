// Published articles of the Learning Center, newest first.
import type { DbClient } from '#app/platform/session/session.ts'
import type { Clock } from '#shared/clock.ts'
import { memberName } from '#shared/slugs.ts'
import { type BlogAddress, literalPattern, quotedValue } from './blog-address.ts'

const AUTHOR = 'author:profiles(id,username,full_name,avatar_url)'
const CARD = `id,title,slug,excerpt,category,image,read_time,created_at,published_at,${AUTHOR}` as const

/** Cards on a page: full rows of two and of three. */
const ARTICLES_A_PAGE = 12
const TRENDING_TOPICS = 8
const RELATED = 3

export type ArticleAuthor = {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
}

/** An article on a card. `author` is null when the site's team wrote it. */
export type ArticleSummary = {
  id: string
  title: string
  slug: string
  excerpt: string
  category: string
  image: string | null
  read_time: string
  created_at: string
  published_at: string | null
  author: ArticleAuthor | null
}

/** A whole article. */
export type Article = ArticleSummary & {
  /** HTML that the server sanitised on write. */
  content: string
  updated_at: string
  reviewed_at: string | null
}

export type ArticlePage = { articles: ArticleSummary[]; total: number; pages: number }

/** The latest published articles. */
export async function latestArticles(reader: DbClient, limit = 3): Promise<ArticleSummary[]> {
  const { data } = await published(reader, CARD).limit(limit).throwOnError()
  return data
}

/** The featured article of the Learning Center. */
export async function featuredArticle(reader: DbClient): Promise<ArticleSummary | null> {
  const { data } = await published(reader, CARD).eq('featured', true).limit(1).throwOnError()
  return data[0] ?? null
}

/**
 * A page of the articles whose title or excerpt contains the text, ignoring case, and whose category contains the
 * topic.
 * @returns null for a page after the last
 */
export async function listArticles(reader: DbClient, address: BlogAddress): Promise<ArticlePage | null> {
  const { text, topic, page } = address
  const from = (page - 1) * ARTICLES_A_PAGE
  let query = reader.from('blog_posts').select(CARD, { count: 'exact' }).eq('published', true)
  if (text) {
    const pattern = quotedValue(literalPattern(text))
    query = query.or(`title.imatch.${pattern},excerpt.imatch.${pattern}`)
  }
  if (topic !== 'all') query = query.ilike('category', `%${topic}%`)
  const { data, count, error } = await query
    .order('published_at', { ascending: false, nullsFirst: false })
    .order('id')
    .range(from, from + ARTICLES_A_PAGE - 1)
  if (error?.code === 'PGRST103') return null
  if (error) throw error
  const total = count ?? data.length
  return { articles: data, total, pages: Math.max(1, Math.ceil(total / ARTICLES_A_PAGE)) }
}

/** Articles about topics that are discussed in the forum now. */
export async function trendingTopics(reader: DbClient): Promise<string[]> {
  const { data } = await reader.rpc('trending_article_topics', { max_rows: TRENDING_TOPICS }).throwOnError()
  return data.map(({ topic }) => topic)
}

/** The article with this slug, or null. */
export async function findArticle(reader: DbClient, slug: string): Promise<Article | null> {
  const { data } = await reader
    .from('blog_posts')
    .select(`${CARD},content,updated_at,reviewed_at`)
    .eq('published', true)
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The current address of an article that had this slug before; null if none had. */
export async function movedTo(reader: DbClient, slug: string): Promise<string | null> {
  const { data } = await reader
    .from('blog_post_slugs')
    .select('post:blog_posts(slug,published)')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  return data?.post.published ? data.post.slug : null
}

/** Articles to read after `article`: of its category first, then the latest. */
export async function relatedArticles(
  reader: DbClient,
  article: { id: string; category: string },
): Promise<ArticleSummary[]> {
  const others = () => published(reader, CARD).neq('id', article.id).limit(RELATED)
  const [near, latest] = await Promise.all([
    others().eq('category', article.category).throwOnError(),
    others().throwOnError(),
  ])
  const found = new Map([...near.data, ...latest.data].map((one) => [one.id, one]))
  return [...found.values()].slice(0, RELATED)
}

/** The author's name (SPEC.md section 3): full name, else username, else the site's team. */
export function authorName(
  author: Pick<ArticleAuthor, 'username' | 'full_name'> | null,
  siteName: string,
): string {
  return author?.full_name || (author && memberName(author.username)) || `Team ${siteName}`
}

/** The day of publication. */
export function publishedAt(article: { published_at: string | null; created_at: string }): string {
  return article.published_at ?? article.created_at
}

function published<Columns extends string>(reader: DbClient, columns: Columns) {
  return reader
    .from('blog_posts')
    .select(columns)
    .eq('published', true)
    .order('published_at', { ascending: false, nullsFirst: false })
    .order('id')
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** Indian time is UTC+5:30: the tip changes at midnight there. */
const IST_AHEAD_MS = 5.5 * 60 * 60 * 1_000

/** The front page's thought of the day: one of `articles`, a different one each day; undefined if there are none. */
export function tipOfDay<Article>(articles: readonly Article[], clock: Clock): Article | undefined {
  const day = clock.periodsSince(-IST_AHEAD_MS, DAY_MS)
  return articles[day % articles.length]
}
