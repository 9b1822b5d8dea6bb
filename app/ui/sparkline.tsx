// The course of a figure as a small line. Says nothing to who listens: whatever stands beside it does.

const WIDTH = 72
const HEIGHT = 22
const MARGIN = 2

export function Sparkline({ values, className = '' }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null
  const most = Math.max(...values, 1)
  const points = values.map((value, index) => {
    const x = MARGIN + (index * (WIDTH - 2 * MARGIN)) / (values.length - 1)
    const y = HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN)
    return `${round(x)},${round(y)}`
  })
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={className}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
