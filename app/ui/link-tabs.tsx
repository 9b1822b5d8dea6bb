// Choices that are addresses: they work without a script and can be shared.
import { Link } from 'react-router'

export type LinkTab = { to: string; label: string; isCurrent: boolean; className?: string }

/** @param label what is chosen, for who cannot see it */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map(({ to, label: text, isCurrent, className = '' }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center rounded-full px-3.5 text-14 font-medium transition-colors duration-(--quick) sm:min-h-8 ${
            isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-raised hover:text-text'
          } ${className}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
