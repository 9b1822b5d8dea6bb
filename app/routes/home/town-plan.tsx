// The front page's picture: a chowk on a town plan, where the roads of the subjects meet.

type Block = { x: number; y: number; width: number; height: number; color?: string }

const BLOCKS: readonly Block[] = [
  { x: 0, y: 0, width: 62, height: 52 },
  { x: 70, y: 0, width: 40, height: 52, color: '#2563eb' },
  { x: 0, y: 60, width: 40, height: 30, color: '#d97706' },
  { x: 48, y: 60, width: 62, height: 30 },
  { x: 154, y: 0, width: 46, height: 36 },
  { x: 208, y: 0, width: 72, height: 36 },
  { x: 154, y: 44, width: 74, height: 46, color: '#8b5cf6' },
  { x: 236, y: 44, width: 44, height: 46 },
  { x: 0, y: 134, width: 50, height: 44 },
  { x: 58, y: 134, width: 52, height: 44, color: '#16a34a' },
  { x: 0, y: 186, width: 110, height: 38 },
  { x: 154, y: 134, width: 36, height: 90 },
  { x: 198, y: 134, width: 82, height: 40, color: '#0891b2' },
  { x: 198, y: 182, width: 40, height: 42, color: '#db2777' },
  { x: 246, y: 182, width: 34, height: 42 },
]

export function TownPlan() {
  return (
    <svg aria-hidden viewBox="-1 -1 282 226" className="hidden h-52 shrink-0 lg:block">
      {BLOCKS.map(({ color, ...block }) => (
        <rect
          key={`${block.x}-${block.y}`}
          {...block}
          rx={5}
          fill={color ?? 'var(--raised)'}
          fillOpacity={color ? 0.16 : 1}
          stroke={color ?? 'var(--line)'}
          strokeOpacity={color ? 0.5 : 1}
        />
      ))}
      <circle cx="132" cy="112" r="27" fill="var(--surface)" stroke="var(--line)" />
      <circle cx="132" cy="112" r="16" fill="none" stroke="var(--edge)" strokeWidth="7" />
      <circle cx="132" cy="112" r="5" fill="var(--edge)" />
    </svg>
  )
}
