// Not in limits.ts, which only forms load: every page with a list loads this.

/** Rows of a list page, and replies of a thread page. */
export const PAGE_SIZE = 20
