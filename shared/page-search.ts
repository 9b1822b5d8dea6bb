// The query of a page's address, as its route and the page cache compare it.

/**
 * Parameters that the auth API adds to the address that it redirects to (docs/contract-auth.md). The page reads them
 * and the browser removes them: an address may have them besides its own parameters, and is not cached then.
 */
const ANSWERS = /^(?:code|error(?:_code|_description)?|message)$/
/** Parameters that newsletters, advertisers and social networks add to links. No page reads them. */
const TRACKING =
  /^(?:utm_.*|mc_[ce]id|(?:fb|g|d|ms|tw|tt|y)clk?id|[gw]braid|igsh(?:id)?|li_fat_id|srsltid|_g[al])$/

/** `search` (with its '?', or '') without the parameters that say where a visitor came from. */
export function withoutTracking(search: string): string {
  return without(search, TRACKING)
}

/** `search` without parameters that are not the page's own. */
export function ownSearch(search: string): string {
  return without(withoutTracking(search), ANSWERS)
}

function without(search: string, names: RegExp): string {
  const parameters = new URLSearchParams(search)
  const left = [...parameters].filter(([name]) => !names.test(name))
  // Untouched, it keeps its spelling.
  if (left.length === parameters.size) return search
  return left.length > 0 ? `?${new URLSearchParams(left)}` : ''
}
