// Links from page to page. Where the browser can, the page fades over, as between two loads of the site
// (app/styles/transitions.css); with reduced motion nothing moves.
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

export function Link(props: LinkProps) {
  return <RouterLink viewTransition={canFade()} {...props} />
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition={canFade()} {...props} />
}

/** Asked with each rendering; the router would warn where it cannot. */
function canFade(): boolean {
  return (
    typeof document !== 'undefined' &&
    'startViewTransition' in document &&
    window.matchMedia('(prefers-reduced-motion: no-preference)').matches
  )
}
