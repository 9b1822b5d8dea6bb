// Social images: a page with its own image has it at its own address below /social. server/pages/social renders them;
// app/platform/seo/meta.ts links to them.

/** The size that social networks expect. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const

const THREAD = /^\/forums\/([a-z0-9-]+)\/([\w%-]+)$/
const CATEGORY = /^\/forums\/([a-z0-9-]+)$/
const ARTICLE = /^\/blog\/([a-z0-9-]+)$/
const MEMBER = /^\/experts\/([A-Za-z0-9_.-]{1,30})$/

/** The subject of an image; `key` as in the address. */
export type SocialSubject = {
  kind: 'site' | 'thread' | 'category' | 'article' | 'member'
  key: string
}

/** The subject of a page's image, derived from its path. */
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

/** The image's address within the site, for a page's path (without query). */
export function socialImagePath(path: string): string {
  const [page = ''] = path.split('?', 1)
  return socialSubject(page).kind === 'site' ? '/social/site.png' : `/social${page}.png`
}
