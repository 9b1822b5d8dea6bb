// Addresses that say the same page in other words.

/**
 * Whether `search` says something of `names` that `path`, the address of what was read from it, does not: a word that
 * nobody knows, or the usual thing said aloud. Such an address leads to the plain one, so that nobody fills the page
 * cache with copies of one page.
 */
export function strays(search: URLSearchParams, path: string, names: readonly string[]): boolean {
  const plain = new URLSearchParams(path.split('?')[1] ?? '')
  return names.some((name) => search.has(name) && search.get(name) !== plain.get(name))
}
