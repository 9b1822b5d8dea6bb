// A feed as RSS 2.0 and as JSON Feed 1.1; feeds.ts makes what is in it.
import type { Feeds } from '../../../messages/by-language.ts'
import { inLanguage, LANGUAGES, type Language } from '../../../shared/languages.ts'
import { isSample } from '../../../shared/sample.ts'
import type { SiteInfo } from '../../../shared/site.ts'
import { type Document, xml } from './document.ts'

export type Item = {
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

export type Channel = {
  title: string
  description: string
  /** The page that the feed belongs to. The feed's address is below it. */
  path: string
  /** Where the feed is if it is not below its page. */
  base?: string
  tags: readonly string[]
  items: readonly Item[]
}

/** A site, and the language in which its feed is asked for. */
export type Asked = { site: SiteInfo; language: Language; t: Feeds }

export function rss({ site, language, t }: Asked, channel: Channel): Document {
  const address = (path: string) => xml(new URL(inLanguage(language, path), site.url).href)
  const { base = channel.path } = channel
  const newest = channel.items[0]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    `<title>${xml(channel.title)}</title>`,
    `<link>${address(channel.path)}</link>`,
    `<description>${xml(channel.description)}</description>`,
    `<language>${LANGUAGES[language].tag}</language>`,
    `<atom:link href="${address(`${base}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    `<atom:link href="${address(`${base}/feed.json`)}" rel="alternate" type="application/feed+json"/>`,
    ...(newest ? [`<lastBuildDate>${new Date(newest.at).toUTCString()}</lastBuildDate>`] : []),
    ...channel.items.flatMap((item) => [
      '<item>',
      `<title>${xml(item.title)}</title>`,
      `<link>${address(item.path)}</link>`,
      `<guid isPermaLink="false">urn:uuid:${xml(item.id)}</guid>`,
      `<pubDate>${new Date(item.at).toUTCString()}</pubDate>`,
      `<dc:creator>${xml(creditOf(t, item))}</dc:creator>`,
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

export function jsonFeed(
  { site, language, t }: Asked,
  { title, description, path, base = path, tags, items }: Channel,
): Document {
  const address = (to: string) => new URL(inLanguage(language, to), site.url).href
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: address(path),
    feed_url: address(`${base}/feed.json`),
    language: LANGUAGES[language].tag,
    items: items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: address(item.path),
      title: item.title,
      content_html: whole(item.html, site.url),
      date_published: item.at,
      authors: [{ name: creditOf(t, item) }],
      tags: [item.category],
    })),
  }
  return { type: 'application/feed+json; charset=utf-8', body: JSON.stringify(feed), tags }
}

/** The author's name, which says of the sample's members that they are invented: a feed is read far from this site. */
function creditOf(t: Feeds, { id, author }: Item): string {
  return isSample(id) ? t.ofTheSample(author) : author
}

/** Makes the site's relative links and images absolute, for feed readers. */
function whole(html: string, origin: string): string {
  return html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
}
