// Tabs that are links: they work without JavaScript and can be shared.
import { useRef } from 'react'
import { Link } from 'react-router'
import { putFocusedInMiddle, useCurrentInView } from './current-in-view.ts'

export type LinkTab = {
  to: string
  label: string
  isCurrent: boolean
  className?: string
  /** How much is behind it, to 100; null until it is known: it has its place already. */
  count?: number | null | undefined
}

/** The numbers end here. */
const MOST = 99

/**
 * On phones one row, which scrolls horizontally to the edge of the screen: a chip that is cut off shows that there are
 * more.
 * @param label label of the tabs for screen readers
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(
    row,
    tabs.findIndex(({ isCurrent }) => isCurrent),
  )
  return (
    <nav
      ref={row}
      aria-label={label}
      onFocus={putFocusedInMiddle}
      className="relative flex gap-1 max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
      {tabs.map(({ to, label: text, isCurrent, className = '', count }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 shrink-0 items-center rounded-full px-3.5 text-14 font-medium transition-colors duration-(--quick) sm:min-h-8 ${
            isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-raised hover:text-text'
          } ${className}`}
        >
          {text}
          {count === undefined ? null : (
            <span className="ml-1 min-w-[2ch] text-13 tabular-nums">
              {count ? (count > MOST ? `${MOST}+` : count) : null}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
