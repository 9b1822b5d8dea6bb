// Pages of replies, and the anchors and addresses of posts.
import { PAGE_SIZE } from '#shared/paging.ts'
import { replyPath } from '#shared/slugs.ts'

/** A discussion with more replies can be read with the best ones first, and searched. */
export const LONG_FROM = 10

/** The number of pages for `total` replies; at least one. */
export function replyPages(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** The page of the reply with `earlier` replies before it. */
export function pageAfter(earlier: number): number {
  return Math.floor(earlier / PAGE_SIZE) + 1
}

/** The position of a page's first reply among all, from 1. */
export function firstOnPage(page: number): number {
  return (page - 1) * PAGE_SIZE + 1
}

/** The anchor of a reply: `#reply-1a2b3c4d`. */
export function replyAnchor(id: string): string {
  return `reply-${id.slice(0, 8)}`
}

/**
 * The address of a reply from another page, without a redirect where its page is known. Earlier replies may be deleted
 * later: app/shell/first-paint/moved-reply.ts leads on from a page that does not have it any more.
 * @param thread the path of the discussion, without a query
 * @param earlier the number of visible replies before it (`earlier_replies`); null if nobody counted so far
 */
export function replyAddress(thread: string, id: string, earlier: number | null): string {
  if (earlier === null) return replyPath(thread, id)
  const page = pageAfter(earlier)
  return `${thread}${page > 1 ? `?page=${page}` : ''}#${replyAnchor(id)}`
}
