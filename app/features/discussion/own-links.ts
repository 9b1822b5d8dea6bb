// Posts link to other pages of this site, often by nothing but an address. A line below the post says what each is:
// a discussion, a reply in one, or an article, as far as the reader may see it.
import { NAME } from '#app/domain/categories/names.ts'
import { replyAddress } from '#app/domain/replies/paging.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { count } from '#shared/format.ts'
import { inLanguage, withoutLanguage } from '#shared/languages.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName, threadIdRange, threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'
import { LANGUAGE } from '#words/language.ts'

const MOST_OF_POST = 4
const MOST_OF_PAGE = 20
const EXCERPT_LENGTH = 110

type Post = { id: string; content: string }
/** What a link leads to: a discussion by the last segment of its address, and a reply by its first 8 digits. */
type Target = { thread: string; reply?: string } | { article: string }
type Line = { path: string; title: string; note: string }

/** The lines of a page's posts, and the discussions and articles that they name. */
export type LinkLines = {
  /** Items of a list, as escaped HTML, by the post's id. */
  html: ReadonlyMap<string, string>
  threads: readonly string[]
  articles: readonly string[]
  /** Whether some name the writer of a reply. */
  namesMembers: boolean
}

/** A quotation names its source itself. */
const QUOTATION = /<blockquote>.*?<\/blockquote>/gs

/** @param origin of this site; links with another are not looked at */
export function targetsIn(html: string, origin: string): Target[] {
  const targets = new Map<string, Target>()
  for (const [, href = ''] of html.replace(QUOTATION, '').matchAll(/<a href="([^"]+)"/g)) {
    const target = targetOf(href.replaceAll('&amp;', '&'), origin)
    if (target) targets.set(keyOf(target), target)
    if (targets.size === MOST_OF_POST) break
  }
  return [...targets.values()]
}

function targetOf(href: string, origin: string): Target | null {
  if (!URL.canParse(href, origin)) return null
  const url = new URL(href, origin)
  if (url.origin !== origin) return null
  const path = withoutLanguage(url.pathname)
  const [, thread] = /^\/forums\/[^/]+\/([^/]+)$/.exec(path) ?? []
  if (thread && threadIdRange(thread)) {
    const [reply] =
      /^[0-9a-f]{8}$/.exec(url.searchParams.get('reply') ?? url.hash.replace('#reply-', '')) ?? []
    return reply ? { thread, reply } : { thread }
  }
  const [, article] = /^\/blog\/([a-z0-9-]+)$/.exec(path) ?? []
  return article ? { article } : null
}

function keyOf(target: Target): string {
  return 'article' in target ? target.article : `${target.thread.slice(-8)} ${target.reply ?? ''}`
}

/** @throws the API's error */
export async function loadLinkLines(
  reader: DbClient,
  posts: readonly Post[],
  origin: string,
): Promise<LinkLines> {
  const wanted = posts.map(({ id, content }) => ({ id, targets: targetsIn(content, origin) }))
  const targets = wanted.flatMap((post) => post.targets).slice(0, MOST_OF_PAGE)
  const [threads, replies, articles] = await Promise.all([
    readThreads(reader, targets),
    readReplies(reader, targets),
    readArticles(reader, targets),
  ])
  const lineOf = (target: Target): Line | null => {
    if ('article' in target) {
      const article = articles.find(({ slug }) => slug === target.article)
      return article ? { path: `/blog/${article.slug}`, title: article.title, note: t.article } : null
    }
    const thread = threads.find(({ id }) => isIn(id, target.thread))
    if (!thread) return null
    const path = threadPath(thread)
    const reply = replies.find(
      ({ id, thread_id }) => thread_id === thread.id && id.slice(0, 8) === target.reply,
    )
    return reply
      ? {
          path: replyAddress(path, reply.id, reply.earlier_replies),
          title: thread.title,
          note: `${memberName(reply.author.username)}: ${excerptOf(reply.content, EXCERPT_LENGTH)}`,
        }
      : {
          path,
          title: thread.title,
          note: `${thread.category.name} · ${count(thread.reply_count, t.reply2, t.replies2)}`,
        }
  }
  const html = wanted.flatMap(({ id, targets: ofPost }) => {
    const lines = ofPost.flatMap((target) => lineOf(target) ?? []).map(itemOf)
    return lines.length > 0 ? [[id, lines.join('')] as const] : []
  })
  return {
    html: new Map(html),
    threads: threads.map(({ id }) => id),
    articles: articles.map(({ id }) => id),
    namesMembers: replies.length > 0,
  }
}

function itemOf({ path, title, note }: Line): string {
  return `<li><a href="${escapeHtml(inLanguage(LANGUAGE, path))}">${escapeHtml(title)}</a> <span>${escapeHtml(note)}</span></li>`
}

function isIn(id: string, slug: string): boolean {
  const range = threadIdRange(slug)
  return range !== null && id >= range.from && id <= range.to
}

async function readThreads(reader: DbClient, targets: readonly Target[]) {
  const ranges = targets.flatMap((target) => ('thread' in target ? (threadIdRange(target.thread) ?? []) : []))
  if (ranges.length === 0) return []
  const { data } = await reader
    .from('threads')
    .select(`id, title, reply_count, category:forum_categories!threads_category_id_fkey(${NAME}, slug)`)
    .or(ranges.map(inRange).join())
    .limit(MOST_OF_PAGE)
    .throwOnError()
  return data
}

async function readReplies(reader: DbClient, targets: readonly Target[]) {
  const prefixes = targets.flatMap((target) => ('thread' in target && target.reply ? [target.reply] : []))
  const ranges = prefixes.flatMap((prefix) => threadIdRange(prefix) ?? [])
  if (ranges.length === 0) return []
  const { data } = await reader
    .from('replies')
    .select('id, thread_id, content, earlier_replies, author:profiles!replies_author_id_fkey(username)')
    .eq('is_hidden', false)
    .or(ranges.map(inRange).join())
    .limit(MOST_OF_PAGE)
    .throwOnError()
  return data
}

async function readArticles(reader: DbClient, targets: readonly Target[]) {
  const slugs = targets.flatMap((target) => ('article' in target ? [target.article] : []))
  if (slugs.length === 0) return []
  const { data } = await reader
    .from('blog_posts')
    .select('id, slug, title')
    .in('slug', slugs)
    .eq('published', true)
    .throwOnError()
  return data
}

function inRange({ from, to }: { from: string; to: string }): string {
  return `and(id.gte.${from},id.lte.${to})`
}
