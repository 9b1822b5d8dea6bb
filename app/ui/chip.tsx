// Small labels: tags, levels, flags.
import type { ReactNode } from 'react'

const CHIP = 'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-13 leading-tight'

export function Tag({ children }: { children: ReactNode }) {
  return <span className={`${CHIP} bg-raised text-muted`}>{children}</span>
}

const LEVELS: Readonly<Record<string, string>> = {
  Expert: 'bg-accent-soft text-accent font-medium',
  Advanced: 'border border-line text-text',
  Moderator: 'bg-warn-soft text-warn font-medium',
  Banned: 'bg-loss-soft text-loss',
}

/** A member's level; Regular is the usual and says nothing unless asked to. */
export function LevelChip({ level, always = false }: { level: string; always?: boolean }) {
  if (level === 'Regular' && !always) return null
  return <span className={`${CHIP} ${LEVELS[level] ?? 'border border-line text-muted'}`}>{level}</span>
}

/** HOT, Pinned, Locked: an icon and its word. */
export function Flag({
  icon,
  label,
  tone = 'muted',
}: {
  icon: ReactNode
  label: string
  tone?: 'muted' | 'warn'
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 text-13 font-medium ${tone === 'warn' ? 'text-warn' : 'text-muted'}`}
    >
      {icon}
      {label}
    </span>
  )
}
