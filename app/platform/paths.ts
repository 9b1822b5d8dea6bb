// Links of header, menu and footer (SPEC.md section 2).

import * as t from '#words/platform.ts'

export const HEADER_LINKS = [
  { to: '/forums', label: t.forums },
  { to: '/blog', label: t.learning },
  { to: '/chat', label: t.liveChat },
  { to: '/trending', label: t.trending },
  { to: '/experts', label: t.experts },
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
    title: t.forums,
    links: [
      { to: '/forums/ipos', label: t.ipos },
      { to: '/forums/stock-market', label: t.stockMarket },
      { to: '/forums/cryptocurrency', label: t.cryptocurrency },
      { to: '/forums/taxation', label: t.taxation },
    ],
  },
  {
    title: t.community,
    links: [
      { to: '/about', label: t.about },
      { to: '/contact', label: t.contact },
      { to: '/experts', label: t.experts },
      { to: '/guidelines', label: t.guidelines },
    ],
  },
  {
    title: t.legal,
    links: [
      { to: '/terms', label: t.terms },
      { to: '/privacy', label: t.privacy },
      { to: '/disclaimer', label: t.disclaimer },
      { to: '/cookies', label: t.cookies },
    ],
  },
] as const

/** The sign-in page, which returns to `path`: for code that navigates. A link is a `SignInLink`. */
export function signInPath(path: string): string {
  return path === '/' ? '/signin' : `/signin?next=${encodeURIComponent(path)}`
}
