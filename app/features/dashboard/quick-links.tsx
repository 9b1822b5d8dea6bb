// Where to go from here: a few links, each with its sign, two abreast on a phone.
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

export type QuickLink = { to: string; label: string; Icon: LucideIcon }

/** @param narrow stands in a side column from 1024 px on, one below the other */
export function QuickLinks({ ways, narrow = false }: { ways: readonly QuickLink[]; narrow?: boolean }) {
  return (
    <ul className={`grid grid-cols-2 gap-2 ${narrow ? 'sm:grid-cols-4 lg:grid-cols-1' : 'sm:grid-cols-4'}`}>
      {ways.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full min-h-12 items-center gap-2.5 rounded-control border border-line bg-surface px-3 py-1.5 text-14 leading-snug font-medium transition-colors duration-(--quick) hover:border-edge hover:text-accent sm:min-h-11 lg:text-15"
          >
            <Icon size={18} aria-hidden className="shrink-0 text-accent" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
