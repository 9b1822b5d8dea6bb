// How replies are cut into pages, and what a reply is called in an address.
import { PAGE_SIZE } from '#shared/paging.ts'

/** How many pages `total` replies fill; a discussion without replies has one. */
export function replyPages(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** The page that shows the reply before which `earlier` others stand. */
export function pageAfter(earlier: number): number {
  return Math.floor(earlier / PAGE_SIZE) + 1
}

/** The place of a page's first reply among all, counted from 1. */
export function firstOnPage(page: number): number {
  return (page - 1) * PAGE_SIZE + 1
}

/** The name of the place of the post that began the discussion. */
export const OPENING_ANCHOR = 'opening-post'

/** The name of a reply's place on its page: `#reply-1a2b3c4d`. */
export function replyAnchor(id: string): string {
  return `reply-${id.slice(0, 8)}`
}
