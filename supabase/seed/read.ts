// Reads the sample community from its files, strictly: an unknown key, an unknown member or a reply out of order
// stops the load with the file's name, so that a mistake in a text cannot become missing content on a page.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { marked } from 'marked'
import { z } from 'zod'
import { digest } from '../../api/crypto.ts'
import { sanitizeContent } from '../../server/content/sanitize.ts'
import { SAMPLE_ID_END } from '../../shared/sample.ts'
import { slugify } from '../../shared/slugs.ts'
import { ageOf, duration, lawAsOn } from './dates.ts'

const FOLDER = import.meta.dirname
export type SeedMember = z.infer<typeof members>[number]
type SeedReply = {
  id: string
  author: string
  content: string
  parentId: string | null
  /** Milliseconds before now. */
  age: number
  upvotes: number
}
export type SeedThread = {
  id: string
  category: string
  title: string
  author: string
  tags: string[]
  content: string
  age: number
  views: number
  upvotes: number
  sticky: boolean
  pinned: boolean
  locked: boolean
  replies: SeedReply[]
}
export type SeedArticle = {
  slug: string
  title: string
  category: string
  excerpt: string
  author: string
  content: string
  /** ISO 8601. */
  publishedAt: string
  reviewedAt: string
  language: string
  /** The slug of the article of which it is the translation. */
  translationOf: string | null
  featured: boolean
  readTime: string
}
export type SeedChatMessage = { author: string | null; name: string; age: number; message: string }

const flag = z.literal('true').optional()
const members = z.array(
  z.strictObject({
    username: z.string().regex(/^[A-Za-z0-9_.-]{3,30}$/),
    full_name: z.string().max(80),
    bio: z.string().max(500),
    user_level: z.enum(['Regular', 'Advanced', 'Expert', 'Moderator', 'Banned']),
    joined: z.string(),
    // No registration number: an invented one could be somebody's.
    expert: z.strictObject({ speciality: z.string() }).optional(),
  }),
)
const categories = z.array(
  z.strictObject({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    icon: z.string(),
    color: z.string(),
    translations: z.strictObject({ hi: z.strictObject({ name: z.string(), description: z.string() }) }),
  }),
)
const chat = z.array(
  z.strictObject({
    author: z.string().nullable(),
    name: z.string().nullable(),
    anonymous: z.boolean(),
    ago: z.string(),
    message: z.string(),
  }),
)
const threadHead = z.strictObject({
  title: z.string().min(8).max(200),
  author: z.string(),
  tags: z.string().default(''),
  // One of the two: the age at the installation, or the day for a text that names a year.
  ago: z.string().optional(),
  on: z.iso.datetime({ offset: true }).optional(),
  views: z.coerce.number().int().nonnegative(),
  upvotes: z.coerce.number().int().min(0).max(30),
  pinned: flag,
  sticky: flag,
  locked: flag,
})
const articleHead = z.strictObject({
  title: z.string(),
  category: z.string(),
  excerpt: z.string().max(200),
  author: z.string(),
  published: z.iso.datetime({ offset: true }),
  /** The day on which the text was last compared with its sources. */
  reviewed: z.iso.date(),
  /** The day whose law the text describes. */
  law_as_on: z.iso.date(),
  /** The name of the original's file. */
  translation_of: z.string().optional(),
  featured: flag,
  read_time: z.string(),
})

/** The members, those with an `expert` part first in the experts' list. */
export function readMembers(): SeedMember[] {
  return members.parse(readJson('members.json'))
}

/** The categories, in the order of the file. */
export function readCategories(): z.infer<typeof categories> {
  return categories.parse(readJson('categories.json'))
}

/**
 * All threads with their replies, as sanitised HTML.
 * @param now milliseconds since 1970; ages count back from it
 * @throws Error naming the file that is wrong
 */
export function readThreads(now: number): SeedThread[] {
  const usernames = new Set(readMembers().map((member) => member.username))
  return readdirSync(join(FOLDER, 'threads'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => named(file, () => readThread(file, usernames, now)))
}

/** All articles, as sanitised HTML. */
export function readArticles(): SeedArticle[] {
  const articles = readdirSync(join(FOLDER, 'articles'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(FOLDER, 'articles', name))
    .map((file) =>
      named(file, () => {
        const { head, body } = split(readFileSync(file, 'utf8'))
        const { published, reviewed, law_as_on, featured, read_time, translation_of, ...rest } =
          articleHead.parse(head)
        if (reviewed < published.slice(0, 10) || reviewed < law_as_on)
          throw new Error('the review comes before the text or its law')
        return {
          ...rest,
          name: basename(file, '.md'),
          original: translation_of ?? null,
          language: isInHindi(rest.title) ? 'hi' : 'en',
          slug: slugForArticle(file, rest.title),
          content: html(`**${lawAsOn(law_as_on, rest.title)}**\n\n${body}`),
          publishedAt: new Date(published).toISOString(),
          reviewedAt: `${reviewed}T00:00:00+05:30`,
          featured: featured === 'true',
          readTime: read_time,
        }
      }),
    )
  return articles.map(({ name, original, ...article }) => {
    if (original === null) return { ...article, translationOf: null }
    const found = articles.find((one) => one.name === original && one.language !== article.language)
    if (!found) throw new Error(`${name}.md: ${original} is no article in another language`)
    return { ...article, translationOf: found.slug }
  })
}

/** The chat of the last hours, oldest first. */
export function readChat(): SeedChatMessage[] {
  return chat.parse(readJson('chat.json')).map(({ author, name, anonymous, ago, message }) => {
    if (anonymous !== (author === null)) throw new Error(`chat.json: who wrote ${JSON.stringify(message)}?`)
    return { author, name: author ?? name ?? '', age: duration(ago), message }
  })
}

/**
 * An id in the form of a v4 UUID, derived from a name, so that the sample's addresses are the same on every site, with
 * the end by which pages know the sample.
 */
export function stableId(name: string): string {
  const hex = digest(`arthachowk sample ${name}`, 'hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    SAMPLE_ID_END,
  ].join('-')
}

function readThread(file: string, usernames: Set<string>, now: number): SeedThread {
  const category = basename(join(file, '..'))
  const name = `${category}/${basename(file, '.md')}`
  const { head, body } = split(readFileSync(file, 'utf8'))
  const { title, author, tags, ago, on, views, upvotes, ...flags } = threadHead.parse(head)
  const [opening = '', ...answers] = body.split(/^=== /m)
  const last = answers.at(-1)?.split('\n', 1)[0]
  const lasting = last === undefined ? 0 : readReplyHead(last).after
  const age = ageOf({ ago, on, lasting }, `${title}\n${body}`, now)
  const replies: SeedReply[] = []
  for (const [index, answer] of answers.entries()) {
    const end = answer.indexOf('\n')
    const reply = readReplyHead(answer.slice(0, end))
    const parent = reply.to === null ? null : replies[reply.to - 1]
    if (parent === undefined) throw new Error(`reply ${index + 1} answers one that does not exist`)
    const own = age - reply.after
    if (own < 0 || own >= (replies.at(-1)?.age ?? age)) throw new Error(`reply ${index + 1} is out of order`)
    const { author: writer, upvotes: votes } = reply
    replies.push({
      id: stableId(`${name}#${index + 1}`),
      author: writer,
      upvotes: votes,
      age: own,
      content: html(answer.slice(end + 1)),
      parentId: parent?.id ?? null,
    })
  }
  const unknown = [author, ...replies.map((reply) => reply.author)].find((writer) => !usernames.has(writer))
  if (unknown !== undefined) throw new Error(`${unknown} is not in members.json`)
  return {
    id: stableId(name),
    category,
    title,
    author,
    age,
    views,
    upvotes,
    replies,
    content: html(opening),
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    sticky: !!flags.sticky,
    pinned: !!flags.pinned,
    locked: !!flags.locked,
  }
}

function readReplyHead(line: string): { author: string; after: number; upvotes: number; to: number | null } {
  const [author = '', after = '', ...rest] = line.split('|').map((part) => part.trim())
  if (!after.startsWith('+')) throw new Error(`=== ${line}: the time after the start is missing`)
  const parts = { author, after: duration(after.slice(1)), upvotes: 0, to: null as number | null }
  for (const part of rest) {
    const [, key, value] = /^(upvotes|to) (\d+)$/.exec(part) ?? []
    if (key === 'upvotes') parts.upvotes = Number(value)
    else if (key === 'to') parts.to = Number(value)
    else throw new Error(`=== ${line}: what is ${JSON.stringify(part)}?`)
  }
  return parts
}

function split(text: string): { head: Record<string, string>; body: string } {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const entries = head.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  return { head: Object.fromEntries(entries), body }
}

/** A title in another script than Latin has no slug (SPEC.md): the file's name is one. */
function slugForArticle(file: string, title: string): string {
  return isInHindi(title) ? basename(file, '.md') : slugify(title)
}

function isInHindi(title: string): boolean {
  return /\p{Script=Devanagari}/u.test(title)
}

function html(markdown: string): string {
  return sanitizeContent(marked.parse(markdown.trim(), { async: false, gfm: true })).trim()
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}

function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}
