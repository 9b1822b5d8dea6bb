// RSS 2.0: the newest discussions of the site or of one category, those with the latest reply, and the newest articles.

import type { SiteInfo } from '../../../shared/site.ts'
import { threadPath } from '../../../shared/slugs.ts'
import { type Document, type GuestReader, xml } from './document.ts'

const ITEMS = 20
const THREAD =
  'id,title,content,created_at,last_activity,author:profiles!threads_author_id_fkey(username),category:forum_categories!threads_category_id_fkey(name,slug)'

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

/** The newest discussions, optionally of one category. @returns null when the category does not exist */
export async function threadFeed(
  reader: GuestReader,
  site: SiteInfo,
  slug: string | null,
): Promise<Document | null> {
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
  return rss(site, {
    title: category ? `${category.name} · ${site.name}` : `${site.name}: new discussions`,
    description: category?.description ?? site.description,
    path: category ? `/forums/${slug}` : '/forums',
    self: category ? `/forums/${slug}/feed.xml` : '/feed.xml',
    tags: category ? [`category:${category.id}`] : ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.created_at)),
  })
}

/** The discussions with the latest activity, the opening posts as the text. */
export async function latestFeed(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const { data } = await reader
    .from('threads')
    .select(THREAD)
    .order('last_activity', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return rss(site, {
    title: `${site.name}: latest discussions`,
    description: site.description,
    path: '/latest',
    self: '/latest/feed.xml',
    tags: ['threads', 'categories'],
    items: data.map((thread) => itemOf(thread, thread.last_activity)),
  })
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
export async function articleFeed(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const { data } = await reader
    .from('blog_posts')
    .select('id,title,slug,content,category,published_at,created_at,author:profiles(username,full_name)')
    .eq('published', true)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(ITEMS)
    .throwOnError()
  return rss(site, {
    title: `${site.name}: Learning Center`,
    description: `Articles on money in India, from ${site.name}.`,
    path: '/blog',
    self: '/blog/feed.xml',
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
  })
}

type Channel = {
  title: string
  description: string
  path: string
  self: string
  tags: readonly string[]
  items: readonly Item[]
}

function rss(site: SiteInfo, channel: Channel): Document {
  const address = (path: string) => xml(new URL(path, site.url).href)
  const newest = channel.items[0]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    `<title>${xml(channel.title)}</title>`,
    `<link>${address(channel.path)}</link>`,
    `<description>${xml(channel.description)}</description>`,
    '<language>en-IN</language>',
    `<atom:link href="${address(channel.self)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`<lastBuildDate>${new Date(newest.at).toUTCString()}</lastBuildDate>`] : []),
    ...channel.items.flatMap((item) => [
      '<item>',
      `<title>${xml(item.title)}</title>`,
      `<link>${address(item.path)}</link>`,
      `<guid isPermaLink="false">urn:uuid:${xml(item.id)}</guid>`,
      `<pubDate>${new Date(item.at).toUTCString()}</pubDate>`,
      `<dc:creator>${xml(item.author)}</dc:creator>`,
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

/** Makes the site's relative links and images absolute, for feed readers. */
function whole(html: string, origin: string): string {
  return html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
}
