// Five places within a thumb's reach, on phones.
import { House, MessageCircle, MessagesSquare, SquarePen, UserRound } from 'lucide-react'
import { NavLink } from '#app/ui/link.tsx'

const PLACES = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/forums', label: 'Forums', Icon: MessagesSquare },
  { to: '/new-discussion', label: 'New', Icon: SquarePen },
  { to: '/chat', label: 'Chat', Icon: MessageCircle },
  { to: '/profile', label: 'Me', Icon: UserRound },
] as const

export function BottomBar() {
  return (
    <nav
      aria-label="Quick links"
      className="fixed inset-x-0 bottom-0 z-20 grid h-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {PLACES.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/'}
          className={({ isActive }) =>
            `flex flex-col items-center justify-center gap-0.5 text-13 ${isActive ? 'font-semibold text-accent' : 'text-muted'}`
          }
        >
          <Icon size={20} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
