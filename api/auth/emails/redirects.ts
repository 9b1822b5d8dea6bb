// Validates redirect targets of mailed links. Anyone can send `redirect_to`; only the site itself, the URLs in
// REDIRECT_URLS and paths below them are allowed. Anything else becomes the site's URL, as in GoTrue. The Host header
// is never used.
import { trimEnd } from '../../../shared/trim.ts'

const LONGEST = 2_000

/** @param allowed URLs in addition to the site's */
export function createRedirects(siteUrl: string, allowed: readonly string[]) {
  const roots = [siteUrl, ...allowed].map((address) => new URL(address))
  const isAllowed = (url: URL) => !url.username && !url.password && roots.some((root) => isBelow(url, root))
  return {
    /** Returns `requested` if it is allowed, else the site. */
    choose: (requested: string | null | undefined): string => {
      if (!requested || requested.length > LONGEST || !URL.canParse(requested)) return siteUrl
      // The parsed URL is both checked and returned, so a browser cannot interpret it differently.
      const url = new URL(requested)
      return isAllowed(url) ? url.href : siteUrl
    },
    /** Adds the result to `address`: to the query (PKCE) or to the fragment, which reaches no server. */
    withAnswer: (address: string, place: 'query' | 'fragment' | 'both', answer: Record<string, string>) => {
      const url = new URL(address)
      if (place !== 'fragment') {
        for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
      }
      // `sb` lets clients recognise our fragment.
      url.hash = place === 'query' ? '' : new URLSearchParams({ ...answer, sb: '' }).toString()
      return url.href
    },
  }
}

/** Same scheme, host and port, and the same path or one below it. */
function isBelow(url: URL, root: URL): boolean {
  if (url.protocol !== root.protocol || url.host !== root.host) return false
  const folder = trimEnd(root.pathname, '/')
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`) || url.pathname === root.pathname
}
