// Feeds, as RSS 2.0 and JSON Feed 1.1: the newest discussions of the site, of a category and of a tag, those with the
// latest reply, the replies of one discussion, what a member wrote, and the newest articles.
import { wordsOf } from '../../../messages/by-language.ts'
import { articleCategory } from '../../../shared/article-words.ts'
import { descriptionIn, nameIn } from '../../../shared/category-columns.ts'
import { inLanguage, type Language, languageOfPath, withoutLanguage } from '../../../shared/languages.ts'
import { type SiteInfo, siteIn } from '../../../shared/site.ts'
import {
  isDeletedMember,
  memberPath,
  replyPath,
  tagKey,
  tagPath,
  threadIdRange,
  threadPath,
} from '../../../shared/slugs.ts'
import { type Document, type GuestReader, type Moved, SLUG, THREAD_SLUG } from './document.ts'
import { type Asked, type Channel, type Item, jsonFeed, rss } from './feed-formats.ts'

const ITEMS = 20

/** What the lists of a feed ask for; a row has the category's name in the language as `name`. */
const threadColumns = (language: Language) =>
  `id,title,content,created_at,last_activity,author:profiles!threads_author_id_fkey(username),category:forum_categories!threads_category_id_fkey(${nameIn(language)},slug)` as const

const replyColumns = (language: Language) =>
  `id,content,created_at,author:profiles!replies_author_id_fkey(username),thread:threads!replies_thread_id_fkey!inner(id,title,category:forum_categories!threads_category_id_fkey!inner(${nameIn(language)},slug))` as const

type FeedMaker = (
  reader: GuestReader,
  asked: Asked,
  match: RegExpExecArray,
) => Promise<Channel | Moved | null>

const FEEDS: readonly [RegExp, FeedMaker][] = [
  [/^$/, (reader, asked) => threadFeed(reader, asked, null)],
  [/^\/latest$/, latestFeed],
  [/^\/blog$/, articleFeed],
  // Bounded: a fixed beginning, and slugs of at most 60 characters.
  [new RegExp(`^/forums/(${SLUG})$`), (reader, asked, [, slug = '']) => threadFeed(reader, asked, slug)],
  // Bounded: as above, and at most 620.
  [new RegExp(`^(/forums/${SLUG}/(${THREAD_SLUG}))$`), replyFeed],
  [/^\/tags\/([^/]{1,300})$/, tagFeed],
  [/^\/experts\/([A-Za-z0-9_.-]{3,30})$/, memberFeed],
]
const ADDRESS = /^(.*)\/feed\.(xml|json)$/

/** The generator of the feed at `path`, in the language of it; null if no feed has such an address. */
export function feedAt(
  path: string,
): ((reader: GuestReader, site: SiteInfo) => Promise<Document | Moved | null>) | null {
  const language = languageOfPath(path)
  const [, base = '', format] = ADDRESS.exec(withoutLanguage(path)) ?? []
  if (format === undefined) return null
  for (const [pattern, make] of FEEDS) {
    const match = pattern.exec(base)
    if (!match) continue
    return async (reader, site) => {
      const asked = { site: siteIn(language, site), language, t: wordsOf(language).feeds }
      const feed = await make(reader, asked, match)
      if (!feed) return null
      if ('location' in feed) return { location: inLanguage(language, `${feed.location}/feed.${format}`) }
      return format === 'xml' ? rss(asked, feed) : jsonFeed(asked, feed)
    }
  }
  return null
}

/** The newest discussions, optionally of one category. @returns null when the category does not exist */
async function threadFeed(
  reader: GuestReader,
  { site, language, t }: Asked,
  slug: string | null,
): Promise<Channel | null> {
  let category: { id: string; name: string; description: string | null } | null = null
  let query = reader.from('threads').select(threadColumns(language))
  if (slug !== null) {
    const found = await reader
      .from('forum_categories')
      .select(`id,${nameIn(language)},${descriptionIn(language)}`)
      .eq('slug', slug)
      .maybeSingle()
      .throwOnError()
    category = found.data
    if (!category) return null
    query = query.eq('category_id', category.id)
  }
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: category ? `${category.name} · ${site.name}` : t.newDiscussionsOf(site.name),
    description: category?.description ?? site.description,
    path: category ? `/forums/${slug}` : '/forums',
    base: category ? `/forums/${slug}` : '',
    tags: category ? [`category:${category.id}`] : ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.created_at)),
  }
}

/** The discussions with the latest activity, the opening posts as the text. */
async function latestFeed(reader: GuestReader, { site, language, t }: Asked): Promise<Channel> {
  const { data } = await reader
    .from('threads')
    .select(threadColumns(language))
    .order('last_activity', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: t.latestDiscussionsOf(site.name),
    description: site.description,
    path: '/latest',
    tags: ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.last_activity)),
  }
}

/** The newest discussions with one tag. @returns null when no discussion has it */
async function tagFeed(
  reader: GuestReader,
  { site, language, t }: Asked,
  [, segment = '']: RegExpExecArray,
): Promise<Channel | Moved | null> {
  const tag = tagKey(decodeURIComponent(segment))
  const path = tagPath(tag)
  if (path !== `/tags/${segment}`) return { location: path }
  const { data } = await reader
    .rpc('tagged_threads', { tag, max_rows: ITEMS }, { get: true })
    .select(threadColumns(language))
    .order('last_activity', { ascending: false })
    .order('id')
    .throwOnError()
  if (data.length === 0) return null
  return {
    title: `#${tag} · ${site.name}`,
    description: t.discussionsTagged(tag),
    path,
    tags: ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.created_at)),
  }
}

/** The newest replies of one discussion. @returns null when there is no such discussion */
async function replyFeed(
  reader: GuestReader,
  { site, language, t }: Asked,
  [, path = '', segment = '']: RegExpExecArray,
): Promise<Channel | Moved | null> {
  const range = threadIdRange(segment)
  if (!range) return null
  const { data: thread } = await reader
    .from('threads')
    .select('id,title,category:forum_categories!threads_category_id_fkey(slug)')
    .gte('id', range.from)
    .lte('id', range.to)
    .limit(1)
    .maybeSingle()
    .throwOnError()
  if (!thread) return null
  if (threadPath(thread) !== path) return { location: threadPath(thread) }
  const { data } = await reader
    .from('replies')
    .select(replyColumns(language))
    .eq('thread_id', thread.id)
    .eq('is_hidden', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: `${thread.title} · ${site.name}`,
    description: t.newRepliesIn(thread.title),
    path,
    tags: [`thread:${thread.id}`, 'categories'],
    items: data.map(replyItemOf),
  }
}

/** What a member wrote last, discussions and replies. @returns null when there is no such member */
async function memberFeed(
  reader: GuestReader,
  { site, language, t }: Asked,
  [, name = '']: RegExpExecArray,
): Promise<Channel | Moved | null> {
  const { data: member } = await reader
    .from('profiles')
    .select('id,username')
    // `_` and `%` of a name are letters here, not wildcards.
    .ilike(
      'username',
      name.replace(/[\\%_*]/g, (sign) => `\\${sign}`),
    )
    .maybeSingle()
    .throwOnError()
  if (!member || isDeletedMember(member.username)) return null
  if (member.username !== name) return { location: memberPath(member.username) }
  const latest = { ascending: false } as const
  const [threads, replies] = await Promise.all([
    reader
      .from('threads')
      .select(threadColumns(language))
      .eq('author_id', member.id)
      .order('created_at', latest)
      .order('id')
      .limit(ITEMS)
      .throwOnError(),
    reader
      .from('replies')
      .select(replyColumns(language))
      .eq('author_id', member.id)
      .eq('is_hidden', false)
      .eq('is_thread_hidden', false)
      .order('created_at', latest)
      .order('id')
      .limit(ITEMS)
      .throwOnError(),
  ])
  const items = [
    ...threads.data.map((thread) => itemOf(thread, thread.created_at)),
    ...replies.data.map(replyItemOf),
  ]
  return {
    title: `${member.username} · ${site.name}`,
    description: t.whatAMemberWrote(member.username, site.name),
    path: memberPath(member.username),
    tags: [
      ...[`profile:${member.id}`, `posts:${member.id}`, 'categories'],
      ...threads.data.map(({ id }) => `thread:${id}`),
      ...replies.data.map(({ thread }) => `thread:${thread.id}`),
    ],
    items: items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, ITEMS),
  }
}

type ReplyRow = {
  id: string
  content: string
  created_at: string
  author: { username: string }
  thread: { id: string; title: string; category: { name: string; slug: string } }
}

function replyItemOf(reply: ReplyRow): Item {
  return {
    id: reply.id,
    title: `Re: ${reply.thread.title}`,
    path: replyPath(threadPath(reply.thread), reply.id),
    at: reply.created_at,
    author: reply.author.username,
    category: reply.thread.category.name,
    html: reply.content,
  }
}

function itemOf(
  thread: {
    id: string
    title: string
    content: string
    author: { username: string }
    category: { name: string; slug: string }
  },
  at: string,
): Item {
  return {
    id: thread.id,
    title: thread.title,
    at,
    html: thread.content,
    path: threadPath(thread),
    author: thread.author.username,
    category: thread.category.name,
  }
}

/** The newest articles of the Learning Center. */
async function articleFeed(reader: GuestReader, { site, language, t }: Asked): Promise<Channel> {
  const articles = reader
    .from('blog_posts')
    .select('id,title,slug,content,category,published_at,created_at,author:profiles(username,full_name)')
    .eq('published', true)
  // The feed of the site's own language has all, as its page does.
  const { data } = await (language === 'en' ? articles : articles.eq('language', language))
    .order('published_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: t.learningCenterOf(site.name),
    description: t.articlesOnMoney(site.name),
    path: '/blog',
    tags: ['articles'],
    items: data.map((article) => ({
      id: article.id,
      title: article.title,
      path: `/blog/${article.slug}`,
      html: article.content,
      at: article.published_at ?? article.created_at,
      author: article.author?.full_name ?? article.author?.username ?? t.teamOf(site.name),
      category: articleCategory(article.category, wordsOf(language).articles),
    })),
  }
}
