// Shared parts of the dashboard's tabs: figures side by side, and links.
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { formatNumber } from '#shared/format.ts'

export type Counter = { label: string; value: number; to: string }

const SIDE_BY_SIDE = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5'

export function Counters({ counters }: { counters: readonly Counter[] }) {
  return (
    <ul className={SIDE_BY_SIDE}>
      {counters.map(({ label, value, to }) => (
        <li key={label} className="max-lg:last:odd:col-span-full">
          <Link
            to={to}
            className="flex h-full flex-col rounded-card border border-line bg-surface px-4 py-3 hover:border-edge"
          >
            <span className="text-28 leading-tight font-semibold tabular-nums">{formatNumber(value)}</span>
            <span className="text-14 text-muted">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholders for the figures while they are loading. */
export function CountersComing({ label }: { label: string }) {
  return (
    <Skeleton label={label} rows={5} className={SIDE_BY_SIDE} bar="h-[82px] max-lg:last:odd:col-span-full" />
  )
}

export type QuickLink = { to: string; label: string; Icon: LucideIcon }

/** @param narrow in a side column from 1024 px on, one below the other */
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
