// Links from page to page. Where the browser can, the page fades over, as between two loads of the site
// (app/styles/transitions.css); with reduced motion nothing moves. The browser has the map of all routes
// (react-router.config.ts), so there is nothing to discover.
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

export function Link(props: LinkProps) {
  return <RouterLink viewTransition={canFade()} discover="none" {...props} />
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition={canFade()} discover="none" {...props} />
}

/** Asked with each rendering; the router would warn where it cannot. */
function canFade(): boolean {
  return (
    typeof document !== 'undefined' &&
    'startViewTransition' in document &&
    window.matchMedia('(prefers-reduced-motion: no-preference)').matches
  )
}
