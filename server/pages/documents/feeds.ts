// Feeds, as RSS 2.0 and JSON Feed 1.1: the newest discussions of the site, of a category and of a tag, those with the
// latest reply, the replies of one discussion, what a member wrote, and the newest articles.

import { isSample } from '../../../shared/sample.ts'
import type { SiteInfo } from '../../../shared/site.ts'
import {
  isDeletedMember,
  memberPath,
  tagKey,
  tagPath,
  threadIdRange,
  threadPath,
} from '../../../shared/slugs.ts'
import { type Document, type GuestReader, type Moved, xml } from './document.ts'

const ITEMS = 20
const THREAD =
  'id,title,content,created_at,last_activity,author:profiles!threads_author_id_fkey(username),category:forum_categories!threads_category_id_fkey(name,slug)'

const REPLY = `id,content,created_at,author:profiles!replies_author_id_fkey(username),thread:threads!replies_thread_id_fkey!inner(id,title,category:forum_categories!threads_category_id_fkey!inner(name,slug))`

type Item = {
  /** Stable when title and URL change. */
  id: string
  title: string
  path: string
  at: string
  author: string
  category: string
  /** Sanitised when written. */
  html: string
}

type Channel = {
  title: string
  description: string
  /** The page that the feed belongs to. The feed's address is below it. */
  path: string
  /** Where the feed is if it is not below its page. */
  base?: string
  tags: readonly string[]
  items: readonly Item[]
}

type FeedMaker = (
  reader: GuestReader,
  site: SiteInfo,
  match: RegExpExecArray,
) => Promise<Channel | Moved | null>

const SLUG = '[a-z0-9-]{1,60}'
const FEEDS: readonly [RegExp, FeedMaker][] = [
  [/^$/, (reader, site) => threadFeed(reader, site, null)],
  [/^\/latest$/, latestFeed],
  [/^\/blog$/, articleFeed],
  // Bounded: a fixed beginning, and slugs of at most 60 characters.
  [new RegExp(`^/forums/(${SLUG})$`), (reader, site, [, slug = '']) => threadFeed(reader, site, slug)],
  // Bounded: as above.
  [new RegExp(`^(/forums/${SLUG}/(${SLUG}))$`), replyFeed],
  [/^\/tags\/([^/]{1,300})$/, tagFeed],
  [/^\/experts\/([A-Za-z0-9_.-]{3,30})$/, memberFeed],
]
const ADDRESS = /^(.*)\/feed\.(xml|json)$/

/** The generator of the feed at `path`; null if no feed has such an address. */
export function feedAt(
  path: string,
): ((reader: GuestReader, site: SiteInfo) => Promise<Document | Moved | null>) | null {
  const [, base = '', format] = ADDRESS.exec(path) ?? []
  if (format === undefined) return null
  for (const [pattern, make] of FEEDS) {
    const match = pattern.exec(base)
    if (!match) continue
    return async (reader, site) => {
      const feed = await make(reader, site, match)
      if (!feed) return null
      if ('location' in feed) return { location: `${feed.location}/feed.${format}` }
      return format === 'xml' ? rss(site, feed) : jsonFeed(site, feed)
    }
  }
  return null
}

/** The newest discussions, optionally of one category. @returns null when the category does not exist */
async function threadFeed(reader: GuestReader, site: SiteInfo, slug: string | null): Promise<Channel | null> {
  let category: { id: string; name: string; description: string | null } | null = null
  let query = reader.from('threads').select(THREAD)
  if (slug !== null) {
    const found = await reader
      .from('forum_categories')
      .select('id,name,description')
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
    title: category ? `${category.name} · ${site.name}` : `${site.name}: new discussions`,
    description: category?.description ?? site.description,
    path: category ? `/forums/${slug}` : '/forums',
    base: category ? `/forums/${slug}` : '',
    tags: category ? [`category:${category.id}`] : ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.created_at)),
  }
}

/** The discussions with the latest activity, the opening posts as the text. */
async function latestFeed(reader: GuestReader, site: SiteInfo): Promise<Channel> {
  const { data } = await reader
    .from('threads')
    .select(THREAD)
    .order('last_activity', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: `${site.name}: latest discussions`,
    description: site.description,
    path: '/latest',
    tags: ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.last_activity)),
  }
}

/** The newest discussions with one tag. @returns null when no discussion has it */
async function tagFeed(
  reader: GuestReader,
  site: SiteInfo,
  [, segment = '']: RegExpExecArray,
): Promise<Channel | Moved | null> {
  const tag = tagKey(decodeURIComponent(segment))
  const path = tagPath(tag)
  if (path !== `/tags/${segment}`) return { location: path }
  const { data } = await reader
    .rpc('tagged_threads', { tag, max_rows: ITEMS }, { get: true })
    .select(THREAD)
    .order('last_activity', { ascending: false })
    .order('id')
    .throwOnError()
  if (data.length === 0) return null
  return {
    title: `#${tag} · ${site.name}`,
    description: `Discussions tagged ${tag}.`,
    path,
    tags: ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.created_at)),
  }
}

/** The newest replies of one discussion. @returns null when there is no such discussion */
async function replyFeed(
  reader: GuestReader,
  site: SiteInfo,
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
    .select(REPLY)
    .eq('thread_id', thread.id)
    .eq('is_hidden', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: `${thread.title} · ${site.name}`,
    description: `New replies in the discussion “${thread.title}”.`,
    path,
    tags: [`thread:${thread.id}`, 'categories'],
    items: data.map(replyItemOf),
  }
}

/** What a member wrote last, discussions and replies. @returns null when there is no such member */
async function memberFeed(
  reader: GuestReader,
  site: SiteInfo,
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
      .select(THREAD)
      .eq('author_id', member.id)
      .order('created_at', latest)
      .order('id')
      .limit(ITEMS)
      .throwOnError(),
    reader
      .from('replies')
      .select(REPLY)
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
    description: `What ${member.username} wrote on ${site.name}.`,
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
    path: `${threadPath(reply.thread)}?reply=${reply.id.slice(0, 8)}`,
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

/** The author's name, which says of the sample's members that they are invented: a feed is read far from this site. */
function creditOf({ id, author }: Item): string {
  return isSample(id) ? `${author} (sample)` : author
}

/** The newest articles of the Learning Center. */
async function articleFeed(reader: GuestReader, site: SiteInfo): Promise<Channel> {
  const { data } = await reader
    .from('blog_posts')
    .select('id,title,slug,content,category,published_at,created_at,author:profiles(username,full_name)')
    .eq('published', true)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return {
    title: `${site.name}: Learning Center`,
    description: `Articles on money in India, from ${site.name}.`,
    path: '/blog',
    tags: ['articles'],
    items: data.map((article) => ({
      id: article.id,
      title: article.title,
      path: `/blog/${article.slug}`,
      html: article.content,
      at: article.published_at ?? article.created_at,
      author: article.author?.full_name ?? article.author?.username ?? `Team ${site.name}`,
      category: article.category,
    })),
  }
}

function rss(site: SiteInfo, channel: Channel): Document {
  const address = (path: string) => xml(new URL(path, site.url).href)
  const { base = channel.path } = channel
  const newest = channel.items[0]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    `<title>${xml(channel.title)}</title>`,
    `<link>${address(channel.path)}</link>`,
    `<description>${xml(channel.description)}</description>`,
    '<language>en-IN</language>',
    `<atom:link href="${address(`${base}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    `<atom:link href="${address(`${base}/feed.json`)}" rel="alternate" type="application/feed+json"/>`,
    ...(newest ? [`<lastBuildDate>${new Date(newest.at).toUTCString()}</lastBuildDate>`] : []),
    ...channel.items.flatMap((item) => [
      '<item>',
      `<title>${xml(item.title)}</title>`,
      `<link>${address(item.path)}</link>`,
      `<guid isPermaLink="false">urn:uuid:${xml(item.id)}</guid>`,
      `<pubDate>${new Date(item.at).toUTCString()}</pubDate>`,
      `<dc:creator>${xml(creditOf(item))}</dc:creator>`,
      `<category>${xml(item.category)}</category>`,
      `<description>${xml(whole(item.html, site.url))}</description>`,
      '</item>',
    ]),
    '</channel>',
    '</rss>',
    '',
  ]
  return { type: 'application/rss+xml; charset=utf-8', body: lines.join('\n'), tags: channel.tags }
}

function jsonFeed(site: SiteInfo, { title, description, path, base = path, tags, items }: Channel): Document {
  const address = (to: string) => new URL(to, site.url).href
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: address(path),
    feed_url: address(`${base}/feed.json`),
    language: 'en-IN',
    items: items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: address(item.path),
      title: item.title,
      content_html: whole(item.html, site.url),
      date_published: item.at,
      authors: [{ name: creditOf(item) }],
      tags: [item.category],
    })),
  }
  return { type: 'application/feed+json; charset=utf-8', body: JSON.stringify(feed), tags }
}

/** Makes the site's relative links and images absolute, for feed readers. */
function whole(html: string, origin: string): string {
  return html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
}
