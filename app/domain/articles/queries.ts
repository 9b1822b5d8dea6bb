// Published articles of the Learning Center, newest first; on pages in Hindi, those in Hindi before the others.

import type { DbClient } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import type { Clock } from '#shared/clock.ts'
import { type Language, OFFERED } from '#shared/languages.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/articles-more.ts'
import { LANGUAGE } from '#words/language.ts'
import { type BlogAddress, literalPattern, quotedValue } from './blog-address.ts'

const AUTHOR = 'author:profiles(id,username,full_name,avatar_url)'
const CARD =
  `id,title,slug,excerpt,category,image,read_time,language,created_at,published_at,${AUTHOR}` as const

/** Cards on a page: full rows of two and of three. */
const ARTICLES_A_PAGE = 12
const TRENDING_TOPICS = 8
const RELATED = 3
/** Among which the translation of the featured article is looked for. */
const MOST_OF_LANGUAGE = 50

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
  language: string
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
  /** The sources of the facts. */
  reviewed_against: string | null
  translation_of: string | null
}

/** The same article in another language. */
export type Translation = { slug: string; language: Language }

export type ArticlePage = { articles: ArticleSummary[]; total: number; pages: number }

/** The latest published articles. */
export async function latestArticles(reader: DbClient, limit = 3): Promise<ArticleSummary[]> {
  const { data } = await published(reader, CARD).limit(limit).throwOnError()
  return data
}

/** The featured article of the Learning Center; on pages in Hindi its translation, or else the newest article in Hindi. */
export async function featuredArticle(reader: DbClient): Promise<ArticleSummary | null> {
  const { data } = await published(reader, CARD).eq('featured', true).limit(1).throwOnError()
  const featured = data[0] ?? null
  if (LANGUAGE === 'en' || featured?.language === LANGUAGE) return featured
  const { data: own } = await published(reader, `${CARD},translation_of`)
    .eq('language', LANGUAGE)
    .limit(MOST_OF_LANGUAGE)
    .throwOnError()
  return own.find(({ translation_of }) => translation_of === featured?.id) ?? own[0] ?? featured
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
  const { data, count, error } = await newestFirst(query).range(from, from + ARTICLES_A_PAGE - 1)
  if (error?.code === 'PGRST103') return null
  if (error) throw apiError(error)
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
    .select(`${CARD},content,updated_at,reviewed_at,reviewed_against,translation_of`)
    .eq('published', true)
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The published translations of an article, and the article of which it is one. */
export async function translationsOf(
  reader: DbClient,
  { id, translation_of }: { id: string; translation_of: string | null },
): Promise<Translation[]> {
  const original = translation_of ?? id
  const { data } = await reader
    .from('blog_posts')
    .select('slug,language')
    .eq('published', true)
    .neq('id', id)
    .or(`id.eq.${original},translation_of.eq.${original}`)
    .throwOnError()
  return data.flatMap(({ slug, language }) => {
    const offered = OFFERED.find((one) => one === language)
    return offered ? [{ slug, language: offered }] : []
  })
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
  return author?.full_name || (author && memberName(author.username)) || t.teamOf(siteName)
}

/** The value of `lang` for the text of an article; undefined in the language of the page. */
export function langOf({ language }: { language: string }): string | undefined {
  return language === LANGUAGE ? undefined : language
}

/** The day of publication. */
export function publishedAt(article: { published_at: string | null; created_at: string }): string {
  return article.published_at ?? article.created_at
}

function published<Columns extends string>(reader: DbClient, columns: Columns) {
  return newestFirst(reader.from('blog_posts').select(columns).eq('published', true))
}

type Sortable = { order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): Sortable }

/**
 * By the day of publication; on pages in Hindi after the language, backwards, so that articles in Hindi are before those
 * in English.
 */
function newestFirst<Query extends Sortable>(query: Query): Query {
  const own = LANGUAGE === 'en' ? query : query.order('language', { ascending: false })
  return own.order('published_at', { ascending: false, nullsFirst: false }).order('id') as Query
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** Indian time is UTC+5:30: the tip changes at midnight there. */
const IST_AHEAD_MS = 5.5 * 60 * 60 * 1_000

/** The front page's thought of the day: one of `articles`, a different one each day; undefined if there are none. */
export function tipOfDay<Article>(articles: readonly Article[], clock: Clock): Article | undefined {
  const day = clock.periodsSince(-IST_AHEAD_MS, DAY_MS)
  return articles[day % articles.length]
}
