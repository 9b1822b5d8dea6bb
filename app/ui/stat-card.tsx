// A figure with its name, a remark, and its trend over the last days.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#shared/format.ts'

type StatCardProps = {
  label: string
  note: string
  icon: ReactNode
  value: number
  /** A value for each day, oldest first; null without a trend. */
  trend: readonly number[] | null
  /** The trend in words: '12 new in 30 days'. */
  trendText: string
  /** The link of the whole card, to the list of what is counted. */
  to?: string
}

export function StatCard({ label, note, icon, value, trend, trendText, to }: StatCardProps) {
  return (
    <section
      aria-label={label}
      className={`relative flex flex-col rounded-card border border-line bg-surface px-4 pt-3.5 pb-3 ${to ? 'transition-colors duration-(--quick) hover:border-control-line' : ''}`}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="font-sans text-14 font-medium text-muted">
          {to ? (
            <Link to={to} className="stretched after:rounded-card">
              {label}
            </Link>
          ) : (
            label
          )}
        </h2>
        <span className="text-muted">{icon}</span>
      </div>
      <p className="mt-1 font-display text-28 font-semibold tabular-nums">{formatNumber(value)}</p>
      <p className="text-13 text-muted">{note}</p>
      {trend ? <TrendLine values={trend} /> : null}
      <p className="mt-1 text-13 text-muted">{trendText}</p>
    </section>
  )
}

const WIDTH = 240
const HEIGHT = 40

function TrendLine({ values }: { values: readonly number[] }) {
  const { line, area } = trendShape(values, WIDTH, HEIGHT)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      className="mt-3 h-10 w-full text-accent"
    >
      <path d={area} className="fill-accent-soft" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Space for the line's width at the upper and lower edge. */
const MARGIN = 1.5

/** SVG paths within `width` x `height`. The scale starts at 0, so that a steady month is a flat line. */
export function trendShape(
  values: readonly number[],
  width: number,
  height: number,
): { line: string; area: string } {
  const highest = Math.max(1, ...values)
  const step = values.length > 1 ? width / (values.length - 1) : width
  const points = values.map((value, day) => {
    const y = height - MARGIN - (Math.max(0, value) / highest) * (height - 2 * MARGIN)
    return `${round(day * step)} ${round(y)}`
  })
  if (points.length === 1) points.push(`${width} ${points[0]?.split(' ')[1] ?? height}`)
  const line = points.length > 0 ? `M${points.join('L')}` : ''
  return { line, area: line && `${line}V${height}H0Z` }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
