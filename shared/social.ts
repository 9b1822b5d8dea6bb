// Pictures for whoever shares an address: each page that has one of its own has it at its own address, below /social.
// Rendered by server/pages/social; named by app/platform/seo/meta.ts.

/** As networks ask for them. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const

const THREAD = /^\/forums\/([a-z0-9-]+)\/([a-z0-9-]+)$/
const CATEGORY = /^\/forums\/([a-z0-9-]+)$/
const ARTICLE = /^\/blog\/([a-z0-9-]+)$/
const MEMBER = /^\/experts\/([A-Za-z0-9_.-]{1,30})$/

/** What a picture is of; `key` as the address has it. */
export type SocialSubject = {
  kind: 'site' | 'thread' | 'category' | 'article' | 'member'
  key: string
}

/** Whose picture a page has, told by its path alone. */
export function socialSubject(path: string): SocialSubject {
  const [, , thread] = THREAD.exec(path) ?? []
  if (thread) return { kind: 'thread', key: thread }
  const [, category] = CATEGORY.exec(path) ?? []
  if (category) return { kind: 'category', key: category }
  const [, article] = ARTICLE.exec(path) ?? []
  if (article) return { kind: 'article', key: article }
  const [, member] = MEMBER.exec(path) ?? []
  if (member) return { kind: 'member', key: member }
  return { kind: 'site', key: '' }
}

/** The picture's address within the site, for a page's path (a query is no part of it). */
export function socialImagePath(path: string): string {
  const [page = ''] = path.split('?', 1)
  return socialSubject(page).kind === 'site' ? '/social/site.png' : `/social${page}.png`
}
