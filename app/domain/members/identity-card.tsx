// A member as a card: avatar, name, level, bio, and four figures.
import { GraduationCap, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { StaffChip } from '#app/ui/chip.tsx'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/members-more.ts'
import { levelName } from '#words/ui.ts'

type IdentityCardProps = {
  /** The card's label for screen readers. */
  label: string
  member: {
    id: string
    username: string
    full_name: string | null
    avatar_url: string | null
    user_level: string
    is_staff: boolean | null
  }
  /** Below the name, on one line where it fits. */
  line: ReactNode
  actions: ReactNode
  /** The bio, or a text in its place. */
  children?: ReactNode
  /** Between the person and the figures. */
  panel?: ReactNode
  figures: readonly { term: string; value: ReactNode }[]
}

export function IdentityCard(card: IdentityCardProps) {
  const { label, member, line, actions, children, panel, figures } = card
  return (
    <section aria-label={label} className="rounded-card border border-line bg-surface">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-5 sm:p-6">
        <span className="sm:row-span-2">
          <Avatar id={member.id} src={member.avatar_url} size={72} />
        </span>
        <div className="self-center">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-22 [overflow-wrap:anywhere] sm:text-28">
              {member.full_name ?? member.username}
            </h1>
            {member.is_staff ? <StaffChip /> : null}
            <ProfileLevel level={member.user_level} />
          </div>
          <p className="mt-0.5 text-14 [overflow-wrap:anywhere] text-muted sm:text-15">{line}</p>
        </div>
        {children ? (
          <div className="max-w-prose max-sm:col-span-2 sm:col-span-2 sm:col-start-2">{children}</div>
        ) : null}
        <div className="flex flex-wrap items-start gap-2 max-sm:col-span-2 sm:col-start-3 sm:row-start-1">
          {actions}
        </div>
      </div>
      {panel}
      <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-4">
        {figures.map(({ term, value }) => (
          <div
            key={term}
            className="flex flex-col-reverse border-line px-4 py-3 not-first:border-l nth-3:border-t nth-4:border-t max-sm:nth-3:border-l-0 sm:px-6 sm:nth-3:border-t-0 sm:nth-4:border-t-0"
          >
            <dt className="text-13 text-muted">{term}</dt>
            <dd className="text-18 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The bio, with its line breaks. */
export function Bio({ children }: { children: string }) {
  return (
    <p {...spoken(children)} className="text-16 [overflow-wrap:anywhere] whitespace-pre-line">
      {children}
    </p>
  )
}

const SHAPE = 'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-13'

/** A member's level on their own page: only Expert and Advanced are highlighted (SPEC.md section 2). No level is a verification. */
function ProfileLevel({ level }: { level: string }) {
  if (level === 'Expert')
    return (
      <span className={`${SHAPE} bg-accent font-medium text-accent-ink`}>
        <GraduationCap size={14} aria-hidden />
        {t.expert}
      </span>
    )
  if (level === 'Advanced')
    return (
      <span className={`${SHAPE} bg-accent-soft font-medium text-accent`}>
        <TrendingUp size={14} aria-hidden />
        {t.advanced}
      </span>
    )
  return <span className={`${SHAPE} bg-raised text-muted`}>{levelName(level)}</span>
}
