// A member's level on their own page: Expert and Advanced stand out, the rest is plain (SPEC.md section 2).
import { BadgeCheck, TrendingUp } from 'lucide-react'

const SHAPE = 'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-13'

export function ProfileLevel({ level }: { level: string }) {
  if (level === 'Expert')
    return (
      <span className={`${SHAPE} bg-accent font-medium text-accent-ink`}>
        <BadgeCheck size={14} aria-hidden />
        Expert
      </span>
    )
  if (level === 'Advanced')
    return (
      <span className={`${SHAPE} bg-accent-soft font-medium text-accent`}>
        <TrendingUp size={14} aria-hidden />
        Advanced
      </span>
    )
  return <span className={`${SHAPE} bg-raised text-muted`}>{level}</span>
}
