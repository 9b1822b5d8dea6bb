// The admin's sections: a rail at the left from 1024 px, tabs on top below that. Each is an address.
import {
  ClipboardList,
  FileText,
  Flag,
  FolderTree,
  Gauge,
  Mail,
  MessagesSquare,
  Newspaper,
  Settings,
  Users,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'

/** The five tabs of SPEC.md, in its order. */
const TABS = [
  { to: '/admin', label: 'Dashboard', Icon: Gauge },
  { to: '/admin/users', label: 'Users', Icon: Users },
  { to: '/admin/content', label: 'Content', Icon: MessagesSquare },
  { to: '/admin/categories', label: 'Categories', Icon: FolderTree },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
] as const

/** What else there is to look after. */
const MORE = [
  { to: '/admin/moderate', label: 'Reports', Icon: Flag },
  { to: '/admin/blog', label: 'Articles', Icon: FileText },
  { to: '/admin/contact', label: 'Contact', Icon: Mail },
  { to: '/admin/newsletter', label: 'Newsletter', Icon: Newspaper },
  { to: '/admin/log', label: 'Log', Icon: ClipboardList },
] as const

export function AdminNavigation() {
  return (
    <nav aria-label="Admin" className="lg:sticky lg:top-[calc(var(--header-height)+24px)] lg:self-start">
      <Entries entries={TABS} />
      <hr className="my-2 border-line max-lg:hidden" />
      <Entries entries={MORE} />
    </nav>
  )
}

function Entries({ entries }: { entries: typeof TABS | typeof MORE }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a phone the strip is wider than the screen: the section that is open must be in sight.
  useEffect(() => {
    const current = pathname && list.current?.querySelector('[aria-current="page"]')
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <ul
      ref={list}
      className="relative flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none] lg:flex-col lg:gap-0.5"
    >
      {entries.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/admin'}
            className={({ isActive }) =>
              `flex min-h-11 items-center gap-2.5 rounded-control px-2.5 text-14 whitespace-nowrap lg:text-15 transition-colors duration-(--quick) lg:min-h-10 ${
                isActive
                  ? 'bg-accent-soft font-semibold text-accent'
                  : 'text-muted hover:bg-raised hover:text-text'
              }`
            }
          >
            <Icon size={18} aria-hidden className="shrink-0 max-lg:hidden" />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
