// Five places within a thumb's reach, on phones.
import { NavLink } from '#app/ui/link.tsx'

const PLACES = [
  { to: '/', label: 'Home', sign: 'sign-home' },
  { to: '/forums', label: 'Forums', sign: 'sign-forums' },
  { to: '/new-discussion', label: 'New', sign: 'sign-new' },
  { to: '/chat', label: 'Chat', sign: 'sign-chat' },
  { to: '/profile', label: 'Me', sign: 'sign-me' },
] as const

export function BottomBar() {
  return (
    <nav
      aria-label="Quick links"
      className="fixed inset-x-0 bottom-0 z-20 grid h-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {PLACES.map(({ to, label, sign }) => (
        <NavLink key={to} to={to} end={to === '/'} className={`place ${sign}`}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
