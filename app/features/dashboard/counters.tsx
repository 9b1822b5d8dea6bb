// Figures side by side, each with its word, and where it leads.
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

/** Their places, while they are counted. */
export function CountersComing({ label }: { label: string }) {
  return (
    <Skeleton label={label} rows={5} className={SIDE_BY_SIDE} bar="h-[82px] max-lg:last:odd:col-span-full" />
  )
}
