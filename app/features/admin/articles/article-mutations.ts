// Writes articles: fields of the form, their validation, and saving. Policies allow this to administrators only.
import { literalPattern, TOPICS } from '#app/domain/articles/blog-address.ts'
import type { Client } from '#app/platform/session/session.ts'
import { removePicture } from '#app/platform/supabase/picture-upload.ts'
import { fromIndianField, toIndianField, tomorrowMorning } from '#shared/indian-time.ts'
import { OFFERED } from '#shared/languages.ts'
import { plainText } from '#shared/plain-text.ts'
import { type ArticleFields, PLANS, type Plan } from '#shared/schemas/articles.ts'

/** SPEC.md section 9: admin lists. */
export const ROWS = 50
const WORDS_A_MINUTE = 200
const LISTED =
  'id,title,slug,category,status,featured,published_at,updated_at,created_at,author:profiles(username,full_name)' as const
const EDITED =
  `id,title,slug,excerpt,category,content,image,author_id,status,featured,mail_subscribers,published_at,reviewed_at,reviewed_against,
  language,translation_of,updated_at,author:profiles(id,username,full_name),issue:newsletter_issues(recipients,sent_at)` as const

export type ListedArticle = Awaited<ReturnType<typeof listAllArticles>>[number]
export type EditedArticle = NonNullable<Awaited<ReturnType<typeof loadArticle>>>

/** The articles, including drafts, whose title contains the text, last changed first. */
export async function listAllArticles(client: Client, { text, plan }: { text: string; plan: Plan | 'all' }) {
  let query = client.from('blog_posts').select(LISTED)
  if (text) query = query.filter('title', 'imatch', literalPattern(text))
  if (plan !== 'all') query = query.eq('status', plan)
  const { data } = await query
    .order('updated_at', { ascending: false })
    .order('id')
    .limit(ROWS)
    .throwOnError()
  return data
}

/** An article to edit, or null. */
export async function loadArticle(client: Client, id: string) {
  const { data } = await client.from('blog_posts').select(EDITED).eq('id', id).maybeSingle().throwOnError()
  return data
}

/** The categories that an article can have: the topics of the Learning Center, and those of existing articles. */
export async function articleCategories(client: Client): Promise<string[]> {
  const { data } = await client.from('blog_posts').select('category').throwOnError()
  const topics = TOPICS.filter(({ value }) => value !== 'all').map(({ label }) => label)
  return [...new Set([...topics, ...data.map(({ category }) => category)])].sort((a, b) =>
    a.localeCompare(b, 'en'),
  )
}

/** The articles that can have translations: those that are none themselves, by title. */
export async function originalArticles(client: Client) {
  const { data } = await client
    .from('blog_posts')
    .select('id,title,language')
    .is('translation_of', null)
    .order('title')
    .throwOnError()
  return data
}

/** The initial values of the form. */
export function fieldsOf(article: EditedArticle | null, userId: string, now: number): ArticleFields {
  if (!article)
    return {
      title: '',
      slug: '',
      excerpt: '',
      category: '',
      content: '',
      image: null,
      authorId: userId,
      plan: 'draft',
      publishAt: tomorrowMorning(now),
      featured: false,
      mailSubscribers: false,
      language: 'en',
      translationOf: null,
      reviewed: false,
      reviewedAgainst: '',
      base: null,
    }
  const { title, slug, excerpt, category, content, image, featured } = article
  const plan = PLANS.find((one) => one === article.status) ?? 'draft'
  return {
    title,
    slug,
    excerpt,
    category,
    content,
    image,
    featured,
    plan,
    authorId: article.author_id,
    publishAt:
      plan === 'scheduled' && article.published_at
        ? toIndianField(article.published_at)
        : tomorrowMorning(now),
    mailSubscribers: article.mail_subscribers,
    language: OFFERED.find((one) => one === article.language) ?? 'en',
    translationOf: article.translation_of,
    reviewed: false,
    reviewedAgainst: article.reviewed_against ?? '',
    base: article.updated_at,
  }
}

/** The reading time of a text: '1 min read', '8 min read'. */
export function readTime(html: string): string {
  const text = plainText(html)
  const words = text === '' ? 0 : text.split(' ').length
  return `${Math.max(1, Math.round(words / WORDS_A_MINUTE))} min read`
}

/** Somebody else changed or deleted the article meanwhile. */
export class ArticleMoved extends Error {
  /** The current version; null if it was deleted. */
  readonly now: EditedArticle | null
  constructor(now: EditedArticle | null) {
    super('the article is not there any more as it was when it was opened')
    this.now = now
  }
}

/** Saves the fields. @returns the saved article @throws ArticleMoved, or the API's error */
export async function saveArticle(client: Client, id: string | null, fields: ArticleFields, now: number) {
  const { title, slug, excerpt, category, content, image, featured, plan } = fields
  const publishAt = plan === 'scheduled' ? fromIndianField(fields.publishAt) : null
  const row = {
    title,
    slug,
    excerpt,
    category,
    content,
    image,
    featured,
    status: plan,
    author_id: fields.authorId,
    mail_subscribers: fields.mailSubscribers,
    language: fields.language,
    translation_of: fields.translationOf,
    read_time: readTime(content),
    ...(publishAt ? { published_at: publishAt } : {}),
    ...(fields.reviewed
      ? { reviewed_at: new Date(now).toISOString(), reviewed_against: fields.reviewedAgainst }
      : {}),
  }
  const posts = client.from('blog_posts')
  const { data } = await (id === null
    ? posts.insert(row)
    : posts
        .update(row)
        .eq('id', id)
        .eq('updated_at', fields.base ?? '')
  )
    .select('id,slug,status,updated_at')
    .throwOnError()
  const [saved] = data
  if (!saved) throw new ArticleMoved(id === null ? null : await loadArticle(client, id))
  return saved
}

/** Features an article on top of the Learning Center, or stops doing so. */
export async function setFeatured(client: Client, id: string, featured: boolean): Promise<void> {
  await client.from('blog_posts').update({ featured }).eq('id', id).throwOnError()
}

/** Deletes an article and its cover. */
export async function deleteArticle(client: Client, id: string): Promise<void> {
  const { data } = await client.from('blog_posts').delete().eq('id', id).select('image').throwOnError()
  if (data.length === 0) throw new Error('the article is not there any more')
  for (const { image } of data) if (image) await removePicture('covers', image)
}
