// Social images: finds the content of a page's card. Drawn images are cached by content, so that unrelated changes do
// not redraw them.
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { digest } from '../../../api/crypto.ts'
import { wordsOf } from '../../../messages/by-language.ts'
import { articleCategory } from '../../../shared/article-words.ts'
import { descriptionIn, nameIn } from '../../../shared/category-columns.ts'
import { LANGUAGES, type Language } from '../../../shared/languages.ts'
import type { SiteInfo } from '../../../shared/site.ts'
import { threadIdRange } from '../../../shared/slugs.ts'
import { type SocialSubject, socialSubject } from '../../../shared/social.ts'
import type { Document, GuestReader } from '../documents/document.ts'
import { type Card, draw } from './draw.ts'

const MOST_BYTES = 24 * 1024 * 1024
/** Made where it is needed: it takes as long as a hundred modules. */
const istMonth = (language: Language) =>
  new Intl.DateTimeFormat(LANGUAGES[language].tag, {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })

type Described = { card: Card; tags: string[] }

export class SocialImages {
  readonly #drawn = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  /** Images are drawn one at a time: only crawlers wait for them. */
  readonly #oneAtATime = pLimit(1)

  /** @param path of the image's page @returns null when a guest cannot see the page */
  async document(
    reader: GuestReader,
    site: SiteInfo,
    path: string,
    language: Language,
  ): Promise<Document | null> {
    const described = await describe(reader, site, socialSubject(path), language)
    if (!described) return null
    const key = digest(JSON.stringify(described.card))
    const body = this.#drawn.get(key) ?? (await this.#oneAtATime(() => this.#draw(key, described.card)))
    return { type: 'image/png', body, tags: described.tags }
  }

  async #draw(key: string, card: Card): Promise<Buffer> {
    // An earlier request may have drawn the same image meanwhile.
    const picture = this.#drawn.get(key) ?? (await draw(card))
    this.#drawn.set(key, picture)
    return picture
  }
}

async function describe(
  reader: GuestReader,
  site: SiteInfo,
  { kind, key }: SocialSubject,
  language: Language,
): Promise<Described | null> {
  const card: Card = {
    eyebrow: '',
    text: '',
    by: '',
    colour: '',
    title: site.tagline,
    site: site.name,
  }
  switch (kind) {
    case 'thread':
      return describeThread(reader, card, key, language)
    case 'category':
      return describeCategory(reader, card, key, language)
    case 'article':
      return describeArticle(reader, card, key, language)
    case 'member':
      return describeMember(reader, card, key, language)
    case 'site':
      return { card: { ...card, text: site.description }, tags: ['static'] }
  }
}

async function describeThread(
  reader: GuestReader,
  card: Card,
  key: string,
  language: Language,
): Promise<Described | null> {
  const range = threadIdRange(key)
  if (!range) return null
  const { data } = await reader
    .from('threads')
    .select(
      `id,title,author:profiles!threads_author_id_fkey(username),category:forum_categories!threads_category_id_fkey(${nameIn(language)},color)`,
    )
    .gte('id', range.from)
    .lte('id', range.to)
    .limit(1)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { title, author, category } = data
  return {
    card: { ...card, eyebrow: category.name, title, by: author.username, colour: category.color },
    tags: [`thread:${data.id}`],
  }
}

async function describeCategory(
  reader: GuestReader,
  card: Card,
  slug: string,
  language: Language,
): Promise<Described | null> {
  const { data } = await reader
    .from('forum_categories')
    .select(`id,${nameIn(language)},${descriptionIn(language)},color`)
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { id, name, description, color } = data
  return {
    card: {
      ...card,
      eyebrow: wordsOf(language).feeds.forum,
      title: name,
      text: description ?? '',
      colour: color,
    },
    tags: [`category:${id}`],
  }
}

async function describeArticle(
  reader: GuestReader,
  card: Card,
  slug: string,
  language: Language,
): Promise<Described | null> {
  const { data } = await reader
    .from('blog_posts')
    .select('id,title,excerpt,category,author:profiles(username,full_name)')
    .eq('slug', slug)
    .eq('published', true)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { id, title, excerpt, category, author } = data
  const by = author?.full_name ?? author?.username ?? wordsOf(language).feeds.teamOf(card.site)
  return {
    card: {
      ...card,
      eyebrow: articleCategory(category, wordsOf(language).articles),
      title,
      text: excerpt,
      by,
    },
    tags: [`article:${id}`],
  }
}

async function describeMember(
  reader: GuestReader,
  card: Card,
  username: string,
  language: Language,
): Promise<Described | null> {
  const { feeds: t, notifications } = wordsOf(language)
  const { data } = await reader
    .from('profiles')
    .select('id,username,full_name,bio,user_level,joined_at')
    .eq('username', username)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const since = t.memberSince(istMonth(language).format(new Date(data.joined_at)))
  return {
    card: {
      ...card,
      eyebrow: data.user_level === 'Regular' ? t.member : notifications.levelName(data.user_level),
      title: data.full_name ?? data.username,
      text: data.bio ?? since,
      by: data.full_name ? `@${data.username}` : '',
    },
    tags: [`profile:${data.id}`],
  }
}
