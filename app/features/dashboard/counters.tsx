// Figures side by side, each with its word, and where it leads.
import { Link } from 'react-router'
import { formatNumber } from '#app/lib/format.ts'

export type Counter = { label: string; value: number; to: string }

export function Counters({ counters }: { counters: readonly Counter[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
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
