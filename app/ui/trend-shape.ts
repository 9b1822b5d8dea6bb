// The shape of a small chart: a line over the days, and the area under it.

/** Room for the line's own width at the upper and lower edge. */
const MARGIN = 1.5

/** SVG paths within `width` x `height`. The scale begins at 0: a flat month looks flat. */
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
