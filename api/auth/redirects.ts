// Where a mailed link may lead on to. Anybody can write `redirect_to`; only the site itself, what the operator
// named in REDIRECT_URLS, and what lies below them are followed. Anything else becomes the site's own address,
// as in GoTrue. No request's Host header is asked.

export type Redirects = {
  /** The address to lead on to: `requested` where it is allowed, else the site. */
  choose(requested: string | null | undefined): string
  /** `address` with what the link gave: in its query (for PKCE) or its fragment, which reaches no server. */
  withAnswer(address: string, place: 'query' | 'fragment' | 'both', answer: Record<string, string>): string
}

const LONGEST = 2_000

/** @param allowed addresses beside the site's */
export function createRedirects(siteUrl: string, allowed: readonly string[]): Redirects {
  const roots = [siteUrl, ...allowed].map((address) => new URL(address))
  const isAllowed = (url: URL) => !url.username && !url.password && roots.some((root) => isBelow(url, root))
  return {
    choose: (requested) => {
      if (!requested || requested.length > LONGEST || !URL.canParse(requested)) return siteUrl
      // The parser's reading is judged and the parser's spelling is given: a browser reads it the same way.
      const url = new URL(requested)
      return isAllowed(url) ? url.href : siteUrl
    },
    withAnswer: (address, place, answer) => {
      const url = new URL(address)
      if (place !== 'fragment') {
        for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
      }
      // `sb` is how clients tell our fragment from another's.
      url.hash = place === 'query' ? '' : new URLSearchParams({ ...answer, sb: '' }).toString()
      return url.href
    },
  }
}

/** The same scheme, host and port, and the same path or one that continues it after a slash. */
function isBelow(url: URL, root: URL): boolean {
  if (url.protocol !== root.protocol || url.host !== root.host) return false
  const folder = root.pathname.replace(/\/+$/, '')
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`) || url.pathname === root.pathname
}
