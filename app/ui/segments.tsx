// A few choices of which exactly one holds, side by side: addresses, like LinkTabs, drawn as one control.
import { Link } from 'react-router'
import type { LinkTab } from './link-tabs.tsx'

/** @param label what is chosen, for who cannot see it */
export function Segments({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex rounded-control border border-control-line bg-surface p-0.5">
      {tabs.map(({ to, label: text, isCurrent, className = '' }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 flex-1 items-center justify-center rounded-[6px] px-4 text-14 font-medium transition-colors duration-(--quick) sm:min-h-9 ${
            isCurrent ? 'bg-accent text-accent-ink' : 'text-muted hover:bg-raised hover:text-text'
          } ${className}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
