// The query of a page's address, as its route and the page cache compare it.

/**
 * Parameters that the auth API adds to the address that it redirects to (docs/contract-auth.md). The page reads them
 * and the browser removes them: an address may have them besides its own parameters, and is not cached then.
 */
const ANSWERS = ['code', 'error', 'error_code', 'error_description', 'message']

/** `search` (with its '?', or '') without these parameters. */
export function ownSearch(search: string): string {
  const parameters = new URLSearchParams(search)
  if (!ANSWERS.some((name) => parameters.has(name))) return search
  for (const name of ANSWERS) parameters.delete(name)
  return parameters.size > 0 ? `?${parameters}` : ''
}
