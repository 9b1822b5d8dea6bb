// Pages of replies, and the anchors of posts.
import { PAGE_SIZE } from '#shared/paging.ts'

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
