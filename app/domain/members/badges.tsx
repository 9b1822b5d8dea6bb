// What is true of a member, with its date: no points, no ranks.
import { CalendarCheck, CircleCheck, type LucideIcon } from 'lucide-react'
import { formatDate } from '#shared/format.ts'
import * as t from '#words/members-more.ts'

const KINDS: Readonly<Record<string, { label: string; Icon: LucideIcon }>> = {
  first_answer: { label: t.firstAcceptedAnswer, Icon: CircleCheck },
  year_here: { label: t.aYearHere, Icon: CalendarCheck },
}

export function Badges({ badges }: { badges: readonly { kind: string; since: string }[] }) {
  if (badges.length === 0) return null
  return (
    <ul aria-label={t.badges} className="mt-4 flex flex-wrap gap-2">
      {badges.map(({ kind, since }) => {
        const { label, Icon } = KINDS[kind] ?? { label: kind, Icon: CircleCheck }
        return (
          <li
            key={kind}
            className="inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1.5 text-14"
          >
            <Icon size={16} aria-hidden className="text-accent" />
            <span>
              {label}{' '}
              <time dateTime={since} className="text-muted">
                {formatDate(since)}
              </time>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
