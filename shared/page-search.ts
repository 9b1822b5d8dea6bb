// The query of a page's address, as its route and the page cache judge it.

/**
 * What identity adds to whichever address it leads back to (docs/contract-auth.md). It is the page's to read and the
 * browser's to tidy up: an address may carry it beside its own parameters, and is then not kept.
 */
const ANSWERS = ['code', 'error', 'error_code', 'error_description', 'message']

/** `search` (with its '?', or '') without what identity added. */
export function ownSearch(search: string): string {
  const parameters = new URLSearchParams(search)
  if (!ANSWERS.some((name) => parameters.has(name))) return search
  for (const name of ANSWERS) parameters.delete(name)
  return parameters.size > 0 ? `?${parameters}` : ''
}
