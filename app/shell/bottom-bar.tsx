// The bottom navigation with five items, on phones.
import { useLocation } from 'react-router'
import { currentLink } from '#app/platform/paths.ts'
import { Kept, NOWHERE } from '#app/ui/kept.tsx'
import { NavLink } from '#app/ui/link.tsx'
import * as t from '#words/shell.ts'

const PLACES = [
  { to: '/', label: t.home, sign: 'sign-home' },
  { to: '/forums', label: t.forums, sign: 'sign-forums' },
  { to: '/new-discussion', label: t.newLabel, sign: 'sign-new' },
  { to: '/chat', label: t.chat, sign: 'sign-chat' },
  { to: '/profile', label: t.me, sign: 'sign-me' },
] as const

export function BottomBar() {
  const current = currentLink(PLACES, useLocation().pathname)
  return (
    <Kept
      as="nav"
      look={['bottom bar', current]}
      at={current || NOWHERE}
      texts={{}}
      aria-label={t.shortcuts}
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
