// Experts as small rows: avatar, name, specialities.
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { specialityName } from '#shared/article-words.ts'
import { formatCompact } from '#shared/format.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/members-more.ts'
import type { Expert } from './queries.ts'

export function ExpertRows({ experts }: { experts: readonly Expert[] }) {
  return (
    <ul className="-mx-2">
      {experts.map((expert) => (
        <li key={expert.id}>
          <Link
            to={memberPath(expert.username)}
            className="flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-raised"
          >
            <Avatar id={expert.id} src={expert.avatar_url} size={32} />
            <span className="min-w-0 flex-1 text-14 leading-tight">
              <span className="block truncate font-semibold">{expert.full_name ?? expert.username}</span>
              <span className="block truncate text-13 text-muted tabular-nums">
                {t.reputation3(
                  expert.is_sample ? t.sampleMark : '',
                  specialityName(expert.speciality),
                  formatCompact(expert.reputation),
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
