// The member as the others see them, and the four figures.
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatNumber } from '#app/lib/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import type { OwnProfile } from './own-profile.ts'
import { ProfileLevel } from './profile-level.tsx'

type ProfileViewProps = {
  profile: OwnProfile
  email: string
  /** Null while they are counted, or could not be. */
  threadCount: number | null
  onEdit: () => void
}

export function ProfileView({ profile, email, threadCount, onEdit }: ProfileViewProps) {
  return (
    <section aria-label="Your profile" className="rounded-card border border-line bg-surface">
      <div className="flex flex-col gap-4 p-4 sm:flex-row sm:p-6">
        <Avatar name={profile.username} src={profile.avatar_url} size={72} />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-28 [overflow-wrap:anywhere]">
              {profile.full_name ?? profile.username}
            </h1>
            <ProfileLevel level={profile.user_level} />
          </div>
          <p className="text-15 [overflow-wrap:anywhere] text-muted">
            {profile.full_name ? `@${profile.username} · ` : null}
            {email} <span className="text-13">(only you see the address)</span>
          </p>
          {profile.bio ? (
            <p className="mt-3 max-w-prose text-16 [overflow-wrap:anywhere] whitespace-pre-line">
              {profile.bio}
            </p>
          ) : (
            <p className="mt-3 text-15 text-muted">
              No bio yet. A line on what you follow helps others to read your posts.
            </p>
          )}
        </div>
        <div className="shrink-0">
          <Button look="secondary" size="small" onClick={onEdit}>
            <Pencil size={16} aria-hidden />
            Edit Profile
          </Button>
        </div>
      </div>
      <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-4">
        <Figure term="Discussions">{threadCount === null ? '–' : formatNumber(threadCount)}</Figure>
        <Figure term="Replies">{formatNumber(profile.total_replies)}</Figure>
        <Figure term="Reputation">{formatNumber(profile.reputation)}</Figure>
        <Figure term="Joined">
          <time dateTime={profile.joined_at}>{formatDate(profile.joined_at)}</time>
        </Figure>
      </dl>
    </section>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse border-line px-4 py-3 not-first:border-l nth-3:border-t nth-4:border-t max-sm:nth-3:border-l-0 sm:px-6 sm:nth-3:border-t-0 sm:nth-4:border-t-0">
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="text-18 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
