// Links between pages, with a view transition where the browser supports it, as between two loads of the site
// (app/styles/transitions.css). The browser has the manifest of all routes (react-router.config.ts), so route discovery
// is off.
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

export function Link(props: LinkProps) {
  return <RouterLink viewTransition={canFade()} discover="none" {...props} />
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition={canFade()} discover="none" {...props} />
}

/** Checked with each rendering, because the router warns where it is not supported. */
function canFade(): boolean {
  return (
    typeof document !== 'undefined' &&
    'startViewTransition' in document &&
    window.matchMedia('(prefers-reduced-motion: no-preference)').matches
  )
}
