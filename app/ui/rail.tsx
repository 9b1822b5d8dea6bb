// The navigation between sections of one area: a rail at the left from 1024 px, tabs on top below that, where the row
// may be wider than the screen.
import type { LucideIcon } from 'lucide-react'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/ui-more.ts'
import { putFocusedInMiddle, putInMiddle } from './current-in-view.ts'

export type RailEntry = { to: string; label: string; Icon: LucideIcon }

const FADED_FROM = 8

type RailProps = {
  /** Its label for screen readers. */
  label: string
  groups: readonly (readonly RailEntry[])[]
  /** The address of the current entry. */
  current: string
  /** What waits in a section, by its address; 0 is not shown. */
  counts?: Readonly<Record<string, number>>
}

export function Rail({ label, groups, current, counts = {} }: RailProps) {
  const strip = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const [hidden, setHidden] = useState<'none' | 'end' | 'start' | 'both'>('none')
  const look = useCallback(() => {
    const element = strip.current
    if (!element) return
    const before = element.scrollLeft > FADED_FROM
    const after = element.scrollWidth - element.clientWidth - element.scrollLeft > FADED_FROM
    setHidden(before ? (after ? 'both' : 'start') : after ? 'end' : 'none')
  }, [])
  // The current tab is scrolled to the middle of its row.
  useEffect(() => {
    const element = strip.current
    const tab = pathname && element?.querySelector<HTMLElement>('[aria-current="page"]')
    if (element && tab) putInMiddle(element, tab)
    look()
  }, [pathname, look])
  useEffect(() => {
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [look])
  return (
    <nav aria-label={label} className="lg:sticky lg:top-[calc(var(--header-height)+24px)] lg:self-start">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it scrolls to the link that has the focus */}
      <div
        ref={strip}
        onScroll={look}
        onFocus={putFocusedInMiddle}
        data-hidden={hidden}
        className="edge-fade relative max-lg:-mx-4 max-lg:flex max-lg:gap-1 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:[scrollbar-width:none]"
      >
        {groups.map((entries, index) => (
          <Fragment key={entries[0]?.to}>
            {index > 0 ? <hr className="border-line max-lg:my-3 max-lg:h-5 max-lg:border-l lg:my-2" /> : null}
            <Entries entries={entries} current={current} counts={counts} />
          </Fragment>
        ))}
      </div>
    </nav>
  )
}

type EntriesProps = { entries: readonly RailEntry[] } & Required<Pick<RailProps, 'current' | 'counts'>>

function Entries({ entries, current, counts }: EntriesProps) {
  return (
    <ul className="flex max-lg:gap-1 lg:flex-col lg:gap-0.5">
      {entries.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={current === to ? 'page' : undefined}
            className={`flex min-h-11 items-center gap-2.5 px-2.5 text-14 whitespace-nowrap transition-colors duration-(--quick) max-lg:border-b-2 lg:min-h-10 lg:rounded-control lg:text-15 ${
              current === to
                ? 'border-accent font-semibold text-accent lg:bg-accent-soft'
                : 'border-transparent text-muted hover:text-text lg:hover:bg-raised'
            }`}
          >
            <Icon size={18} aria-hidden className="shrink-0 max-lg:hidden" />
            {label}
            {counts[to] ? (
              <span className="ml-auto rounded-full bg-raised px-2 text-13 text-text tabular-nums">
                {formatNumber(counts[to])}
                <span className="sr-only">{t.waiting}</span>
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  )
}
