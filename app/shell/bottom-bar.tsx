// The bottom navigation with five items, on phones.
import { useLocation } from 'react-router'
import { currentLink } from '#app/platform/paths.ts'
import { Kept, NOWHERE } from '#app/ui/kept.tsx'
import { NavLink } from '#app/ui/link.tsx'

const PLACES = [
  { to: '/', label: 'Home', sign: 'sign-home' },
  { to: '/forums', label: 'Forums', sign: 'sign-forums' },
  { to: '/new-discussion', label: 'New', sign: 'sign-new' },
  { to: '/chat', label: 'Chat', sign: 'sign-chat' },
  { to: '/profile', label: 'Me', sign: 'sign-me' },
] as const

export function BottomBar() {
  const current = currentLink(PLACES, useLocation().pathname)
  return (
    <Kept
      as="nav"
      look={['bottom bar', current]}
      at={current || NOWHERE}
      texts={{}}
      aria-label="Quick links"
      className="bottom-bar"
    >
      {() =>
        PLACES.map(({ to, label, sign }) => (
          <NavLink key={to} to={to} end={to === '/'} className={`place ${sign}`}>
            {label}
          </NavLink>
        ))
      }
    </Kept>
  )
}
