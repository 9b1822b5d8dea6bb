// Addresses of threads (SPEC.md section 5): the title's slug, a hyphen, the first 8 characters of the id.

import * as t from '#words/shared.ts'
import { trimBoth } from './trim.ts'

/** The slug of titles without a letter or a digit, such as emoji. */
const WORDLESS = 'discussion'
/** Latin letters beyond a-z, punctuation and marks that no script owns; and whatever is no letter of a word. */
const LEFT_OUT = /(?![a-z0-9\s-])(?:[\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}]|[^\p{L}\p{M}\p{Nd}])/gu

/**
 * The slug of a title: lower case, a-z, 0-9, the letters of other scripts, and hyphens for spaces, cut to 50 characters.
 * In addresses it is percent-encoded (`threadSlug`).
 */
export function titleSlug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .trim()
    .replace(/[\s-]+/g, '-')
  // By characters: half of one could not be encoded.
  return trimBoth(/^.{0,50}/u.exec(words)?.[0] ?? '', '-') || WORDLESS
}

/** The last segment of a thread's address, as it is written in addresses. */
export function threadSlug(title: string, id: string): string {
  return `${encodeURIComponent(titleSlug(title))}-${id.slice(0, 8)}`
}

/** A thread's address within the site. */
export function threadPath(thread: { id: string; title: string; category: { slug: string } }): string {
  return `/forums/${thread.category.slug}/${threadSlug(thread.title, thread.id)}`
}

/**
 * A reply's address within the site. The loader of the discussion finds the page that it is on, and redirects there.
 * @param thread its path, without a query
 */
export function replyPath(thread: string, replyId: string): string {
  return `${thread}?reply=${replyId.slice(0, 8)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PREFIX = /^[0-9a-f]{8}$/i

/**
 * The ids that a thread's address can mean, as an inclusive range of the primary key: one id if the slug is a full id,
 * all ids with the 8-character prefix otherwise, null if the slug ends in neither.
 */
export function threadIdRange(slug: string): { from: string; to: string } | null {
  if (UUID.test(slug)) return { from: slug.toLowerCase(), to: slug.toLowerCase() }
  const prefix = slug.split('-').at(-1)?.toLowerCase() ?? ''
  if (!PREFIX.test(prefix)) return null
  return { from: `${prefix}-0000-0000-0000-000000000000`, to: `${prefix}-ffff-ffff-ffff-ffffffffffff` }
}

/** The database's name of a closed account; members cannot choose such a name. */
const TOMBSTONE = /^deleted-[0-9a-f]{12}$/

/** Whether a username is that of a closed account. */
export function isDeletedMember(username: string): boolean {
  return TOMBSTONE.test(username)
}

/** The displayed name of a member. */
export function memberName(username: string): string {
  return isDeletedMember(username) ? t.deletedMember : username
}

/** A message of the chat, among those around it. */
export function messagePath(id: string): string {
  return `/chat?id=${id}`
}

/** A member's page. */
export function memberPath(username: string): string {
  // Escapes the dot, because an address that ends in .data requests a page's data from the router.
  return `/experts/${username.replace(/\.(?=data$)/, '%2E')}`
}

/** The key of a tag: IPO, ipo and #ipo are one (private.tag_key in the database). */
export function tagKey(tag: string): string {
  return tag
    .replace(/^[\s#＃]+/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

/** The list of a tag with fewer discussions says nothing that they do not: search engines are not led to it. */
export const TAG_LISTED_FROM = 3

/** A tag's page. */
export function tagPath(tag: string): string {
  return `/tags/${encodeURIComponent(tagKey(tag)).replace(/\.(?=data$)/, '%2E')}`
}

/** The slug of categories in header and footer: runs of anything but letters and digits become one hyphen. */
export function slugify(text: string): string {
  return trimBoth(text.toLowerCase().replace(/[^a-z0-9]+/g, '-'), '-')
}
