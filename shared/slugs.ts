// Addresses of threads (SPEC.md section 5): the title's part, a hyphen, the first 8 characters of the id.

const TITLE_PART = 50
/** Titles without a letter a-z or a digit (Hindi, Tamil, emoji) get this instead of an empty part. */
const WORDLESS = 'discussion'

/** The lower-cased title with a-z, 0-9, spaces and hyphens kept, spaces as hyphens, cut to 50 characters. */
export function titleSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, TITLE_PART)
    .replace(/^-+|-+$/g, '')
  return slug || WORDLESS
}

/** The last part of a thread's address. */
export function threadSlug(title: string, id: string): string {
  return `${titleSlug(title)}-${id.slice(0, 8)}`
}

/** A thread's address within the site. */
export function threadPath(thread: { id: string; title: string; category: { slug: string } }): string {
  return `/forums/${thread.category.slug}/${threadSlug(thread.title, thread.id)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PREFIX = /^[0-9a-f]{8}$/i

/**
 * The ids that a thread address can mean, as an inclusive range of the primary key: one id when the slug is
 * a full id, all ids with the 8-character prefix otherwise, null when the slug ends in neither.
 */
export function threadIdRange(slug: string): { from: string; to: string } | null {
  if (UUID.test(slug)) return { from: slug.toLowerCase(), to: slug.toLowerCase() }
  const prefix = slug.split('-').at(-1)?.toLowerCase() ?? ''
  if (!PREFIX.test(prefix)) return null
  return { from: `${prefix}-0000-0000-0000-000000000000`, to: `${prefix}-ffff-ffff-ffff-ffffffffffff` }
}

/** As the database names the tombstone of a closed account; nobody else can have such a name. */
const TOMBSTONE = /^deleted-[0-9a-f]{12}$/

/** Whether a username is that of a closed account. */
export function isDeletedMember(username: string): boolean {
  return TOMBSTONE.test(username)
}

/** What a member is called on the screen. */
export function memberName(username: string): string {
  return isDeletedMember(username) ? 'Deleted member' : username
}

/** A member's page. */
export function memberPath(username: string): string {
  // An address that ends in .data asks the router for a page's data: this dot stays a letter of the name.
  return `/experts/${username.replace(/\.(?=data$)/, '%2E')}`
}

/** The spelling under which a tag is found: IPO and ipo are one (as private.tag_key in the database). */
export function tagKey(tag: string): string {
  return tag.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** A tag's page. */
export function tagPath(tag: string): string {
  return `/tags/${encodeURIComponent(tagKey(tag)).replace(/\.(?=data$)/, '%2E')}`
}

/** The header's and footer's style of slug: runs of anything but letters and digits become one hyphen. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
