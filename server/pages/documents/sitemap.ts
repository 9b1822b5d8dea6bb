// The sitemap: an index, one part of pages, and as many parts of discussions and members as keep each below 50,000
// URLs. Ids are random, so equal ranges of the primary key contain about equal numbers of rows: parts need no
// counting or sorting, and are streamed page by page, whatever the community's size.

import type { SiteInfo } from '../../../shared/site.ts'
import { memberPath, threadPath } from '../../../shared/slugs.ts'
import { type Document, type GuestReader, xml } from './document.ts'

/** A target that random variation keeps well below the limit of 50,000. */
const ROWS_PER_PART = 40_000
const ROWS_PER_READ = 1_000
const MOST_OTHERS = 45_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Fixed pages. */
const STATIC = [
  ...['/', '/forums', '/latest', '/blog', '/chat', '/trending', '/experts', '/about', '/contact'],
  ...['/terms', '/privacy', '/disclaimer', '/guidelines', '/cookies'],
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
  const names = ['pages']
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

/** Fixed pages, categories and articles. */
export async function sitemapOfPages(reader: GuestReader, site: SiteInfo): Promise<Document> {
  const categories = await reader.from('forum_categories').select('slug').order('name').throwOnError()
  const lines = [
    ...STATIC.map((path) => entry(site, path)),
    ...categories.data.map(({ slug }) => entry(site, `/forums/${slug}`)),
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
  const lastmod = at ? `<lastmod>${new Date(at).toISOString().slice(0, 19)}Z</lastmod>` : ''
  return `<url><loc>${xml(new URL(path, site.url).href)}</loc>${lastmod}</url>\n`
}
