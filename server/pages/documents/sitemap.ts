// The sitemap: an index, one part of pages, one of news, and as many parts of discussions and members as keep each below 50,000
// URLs. Ids are random, so equal ranges of the primary key contain about equal numbers of rows: parts need no
// counting or sorting, and are streamed page by page, whatever the community's size.

import type { SiteInfo } from '../../../shared/site.ts'
import { memberPath, TAG_LISTED_FROM, tagPath, threadPath } from '../../../shared/slugs.ts'
import { type Document, type GuestReader, xml } from './document.ts'

/** A target that random variation keeps well below the limit of 50,000. */
const ROWS_PER_PART = 40_000
const ROWS_PER_READ = 1_000
const MOST_OTHERS = 45_000
const MOST_TAGS = 1_000
const NEWS_MS = 2 * 24 * 60 * 60_000
const MOST_NEWS = 1_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Fixed pages. */
const STATIC = [
  ...['/', '/forums', '/latest', '/tags', '/blog', '/chat', '/trending', '/experts', '/about', '/contact'],
  ...['/terms', '/privacy', '/disclaimer', '/guidelines', '/cookies', '/scams'],
] as const

type Kind = 'threads' | 'members'
export type PartName = { kind: Kind; parts: number; part: number }

/** The number of parts for `rows`: a power of two, so that it changes only when the community doubles. */
export function partsFor(rows: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(rows / ROWS_PER_PART)))
}

/** The ids of part `part` (from 1) of `parts`, as an inclusive range of the primary key. */
export function idRange({ parts, part }: { parts: number; part: number }): { from: string; to: string } {
  const step = 2 ** 32 / parts
  const digits = (value: number) => value.toString(16).padStart(8, '0')
  return {
    from: `${digits((part - 1) * step)}-0000-0000-0000-000000000000`,
    to: `${digits(part * step - 1)}-ffff-ffff-ffff-ffffffffffff`,
  }
}

/** The index of all parts. */
export async function sitemapIndex(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const rows = await countRows(reader)
  const names = ['pages', 'news']
  for (const kind of ['threads', 'members'] as const) {
    const parts = partsFor(rows[kind])
    for (let part = 1; part <= parts; part += 1) names.push(`${kind}-${parts}-${part}`)
  }
  const body = names.map(
    (name) => `<sitemap><loc>${xml(new URL(`/sitemaps/${name}.xml`, site.url).href)}</loc></sitemap>`,
  )
  return {
    type: 'application/xml; charset=utf-8',
    tags: ['threads', 'categories', 'articles', 'static'],
    body: `${HEAD}<sitemapindex ${NAMESPACE}>\n${body.join('\n')}\n</sitemapindex>\n`,
  }
}

/** Fixed pages, categories, tags and articles. */
export async function sitemapOfPages(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const categories = await reader
    .from('forum_categories')
    .select('slug, latest:threads!threads_category_id_fkey(last_activity)')
    .order('name')
    .order('last_activity', { referencedTable: 'latest', ascending: false })
    .limit(1, { referencedTable: 'latest' })
    .throwOnError()
  const tags = await reader
    .from('tags')
    .select('tag')
    .gte('thread_count', TAG_LISTED_FROM)
    .order('thread_count', { ascending: false })
    .order('tag')
    .limit(MOST_TAGS)
    .throwOnError()
  const lines = [
    ...STATIC.map((path) => entry(site, path)),
    ...categories.data.map(({ slug, latest }) => entry(site, `/forums/${slug}`, latest[0]?.last_activity)),
    ...tags.data.map(({ tag }) => entry(site, tagPath(tag))),
  ]
  for (let from = 0; from < MOST_OTHERS; from += ROWS_PER_READ) {
    const { data } = await reader
      .from('blog_posts')
      .select('slug,updated_at')
      .eq('published', true)
      .order('id')
      .range(from, from + ROWS_PER_READ - 1)
      .throwOnError()
    lines.push(...data.map(({ slug, updated_at }) => entry(site, `/blog/${slug}`, updated_at)))
    if (data.length < ROWS_PER_READ) break
  }
  return {
    type: 'application/xml; charset=utf-8',
    tags: ['categories', 'articles', 'static'],
    body: `${HEAD}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`,
  }
}

/** Discussions and articles of the last two days, newest first, as news: the oldest and the most that such a part may have. */
export async function sitemapOfNews(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const since = new Date(Date.now() - NEWS_MS).toISOString()
  const latest = { ascending: false } as const
  const [threads, articles] = await Promise.all([
    reader
      .from('threads')
      .select('id,title,created_at,category:forum_categories!threads_category_id_fkey(slug)')
      .gte('created_at', since)
      .order('created_at', latest)
      .limit(MOST_NEWS / 2)
      .throwOnError(),
    reader
      .from('blog_posts')
      .select('slug,title,published_at')
      .eq('published', true)
      .gte('published_at', since)
      .order('published_at', latest)
      .limit(MOST_NEWS / 2)
      .throwOnError(),
  ])
  const news = [
    ...articles.data.map(({ slug, title, published_at }) => ({
      path: `/blog/${slug}`,
      title,
      at: published_at ?? '',
    })),
    ...threads.data.map((thread) => ({
      path: threadPath(thread),
      title: thread.title,
      at: thread.created_at,
    })),
  ]
  const lines = news.map(({ path, title, at }) => {
    const language = /\p{sc=Deva}/u.test(title) ? 'hi' : 'en'
    const publication = `<news:publication><news:name>${xml(site.name)}</news:name><news:language>${language}</news:language></news:publication>`
    const date = `<news:publication_date>${moment(at)}</news:publication_date>`
    return `<url><loc>${xml(new URL(path, site.url).href)}</loc><news:news>${publication}${date}<news:title>${xml(title)}</news:title></news:news></url>\n`
  })
  return {
    type: 'application/xml; charset=utf-8',
    tags: ['threads', 'categories', 'articles', 'static'],
    body: `${HEAD}<urlset ${NAMESPACE} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n${lines.join('')}</urlset>\n`,
  }
}

/** Whether the index currently lists this part. */
export async function isPart(reader: GuestReader, { kind, parts, part }: PartName): Promise<boolean> {
  return part >= 1 && part <= parts && parts === partsFor((await countRows(reader))[kind])
}

/** One part, streamed in pages of a thousand rows. */
export async function* sitemapPart(reader: GuestReader, site: SiteInfo, name: PartName) {
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  const read = name.kind === 'threads' ? readThreads : readMembers
  const { from, to } = idRange(name)
  let after: string | null = null
  for (;;) {
    const rows: Row[] = await read(reader, { from, to, after })
    yield rows.map(({ path, at }) => entry(site, path, at)).join('')
    after = rows.at(-1)?.id ?? null
    if (rows.length < ROWS_PER_READ) break
  }
  yield '</urlset>\n'
}

type Row = { id: string; path: string; at: string }
type Range = { from: string; to: string; after: string | null }

/** Row security hides deleted and hidden threads from guests. */
async function readThreads(reader: GuestReader, { from, to, after }: Range): Promise<Row[]> {
  const query = reader
    .from('threads')
    .select('id,title,updated_at,last_activity,category:forum_categories!threads_category_id_fkey(slug)')
  const { data } = await (after === null ? query.gte('id', from) : query.gt('id', after))
    .lte('id', to)
    .order('id')
    .limit(ROWS_PER_READ)
    .throwOnError()
  return data.map((thread) => {
    const { id, updated_at, last_activity } = thread
    return { id, path: threadPath(thread), at: updated_at > last_activity ? updated_at : last_activity }
  })
}

/** Members with public posts. */
async function readMembers(reader: GuestReader, { from, to, after }: Range): Promise<Row[]> {
  const query = reader.from('profiles').select('id,username,updated_at')
  const { data } = await (after === null ? query.gte('id', from) : query.gt('id', after))
    .lte('id', to)
    .neq('user_level', 'Banned')
    .or('total_posts.gt.0,total_replies.gt.0')
    .order('id')
    .limit(ROWS_PER_READ)
    .throwOnError()
  return data.map(({ id, username, updated_at }) => ({
    id,
    at: updated_at,
    path: memberPath(username),
  }))
}

/** From the database's counters: counting a million rows is expensive. */
async function countRows(reader: GuestReader): Promise<Record<Kind, number>> {
  const { data } = await reader.rpc('site_counters').single().throwOnError()
  return { threads: data.discussions, members: data.members }
}

function entry(site: SiteInfo, path: string, at?: string): string {
  const lastmod = at ? `<lastmod>${moment(at)}</lastmod>` : ''
  return `<url><loc>${xml(new URL(path, site.url).href)}</loc>${lastmod}</url>\n`
}

function moment(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
