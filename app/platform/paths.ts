// Links of header, menu and footer (SPEC.md section 2).

export const HEADER_LINKS = [
  { to: '/forums', label: 'Forums' },
  { to: '/blog', label: 'Learning' },
  { to: '/chat', label: 'Live Chat' },
  { to: '/trending', label: 'Trending' },
  { to: '/experts', label: 'Experts' },
] as const

/**
 * Whether a link is marked as current only on its exact address. Members' pages are below /experts, and a member who is
 * not an expert must not look like one.
 */
export function matchesExactly(to: string): boolean {
  return to === '/' || to === '/experts'
}

/** The address among `links` that is marked as current at `pathname`; '' if none is. */
export function currentLink(links: readonly { to: string }[], pathname: string): string {
  const path = pathname.toLowerCase()
  const isCurrent = ({ to }: { to: string }) =>
    path === to || (!matchesExactly(to) && path.startsWith(`${to}/`))
  return links.find(isCurrent)?.to ?? ''
}

export const FOOTER_GROUPS = [
  {
    title: 'Forums',
    links: [
      { to: '/forums/ipos', label: 'IPOs' },
      { to: '/forums/stock-market', label: 'Stock Market' },
      { to: '/forums/cryptocurrency', label: 'Cryptocurrency' },
      { to: '/forums/taxation', label: 'Taxation' },
    ],
  },
  {
    title: 'Community',
    links: [
      { to: '/about', label: 'About' },
      { to: '/contact', label: 'Contact' },
      { to: '/experts', label: 'Experts' },
      { to: '/guidelines', label: 'Guidelines' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/disclaimer', label: 'Disclaimer' },
      { to: '/cookies', label: 'Cookies' },
    ],
  },
] as const

/** The sign-in page, which returns to `path`. */
export function signInPath(path: string): string {
  return path === '/' ? '/signin' : `/signin?next=${encodeURIComponent(path)}`
}

/** The sign-up page, which returns to `path`. */
export function signUpPath(path: string): string {
  return path === '/' ? '/signup' : `/signup?next=${encodeURIComponent(path)}`
}
