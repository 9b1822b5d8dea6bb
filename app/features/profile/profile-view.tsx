// The member as others see them, with the four figures and the discussions that they started.
import { MessageSquare, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { Bio, IdentityCard } from '#app/domain/members/identity-card.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { count, formatDate, formatNumber } from '#shared/format.ts'
import { threadPath } from '#shared/slugs.ts'
import type { OwnProfile, OwnThread } from './own-profile.ts'

type ProfileViewProps = {
  profile: OwnProfile
  email: string
  /** Null while loading, or after an error. */
  threadCount: number | null
  onEdit: () => void
}

export function ProfileView({ profile, email, threadCount, onEdit }: ProfileViewProps) {
  return (
    <IdentityCard
      label="Your profile"
      member={profile}
      line={
        <>
          {profile.full_name ? (
            <>
              <span className="max-sm:block">@{profile.username}</span>
              <span className="max-sm:hidden"> · </span>
            </>
          ) : null}
          {email} <span className="inline-block text-13">(only you see the address)</span>
        </>
      }
      actions={
        <Button variant="secondary" size="small" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          Edit Profile
        </Button>
      }
      figures={[
        { term: 'Discussions', value: threadCount === null ? '–' : formatNumber(threadCount) },
        { term: 'Replies', value: formatNumber(profile.total_replies) },
        { term: 'Reputation', value: formatNumber(profile.reputation) },
        {
          term: 'Joined',
          value: <time dateTime={profile.joined_at}>{formatDate(profile.joined_at)}</time>,
        },
      ]}
    >
      {profile.bio ? (
        <Bio>{profile.bio}</Bio>
      ) : (
        <p className="text-15 text-muted">
          No bio yet. A line on what you follow helps others to read your posts.
        </p>
      )}
    </IdentityCard>
  )
}

/** The member's discussions, newest first. */
export function OwnThreads({ threads }: { threads: readonly OwnThread[] }) {
  if (threads.length === 0)
    return (
      <Empty title="No discussions yet" action={<ButtonLink to="/new-discussion">New Discussion</ButtonLink>}>
        Discussions that you start are listed here. A clear question is a good start.
      </Empty>
    )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {threads.map((thread) => (
        <li key={thread.id} className="relative px-4 py-3 sm:px-6 hover:bg-raised">
          <Link
            to={threadPath(thread)}
            className="font-semibold text-15 [overflow-wrap:anywhere] after:absolute after:inset-0 after:-outline-offset-2 hover:text-accent"
          >
            {thread.title}
          </Link>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-muted">
            <span>{thread.category.name}</span>·<TimeAgo at={thread.created_at} />·
            <span className="inline-flex items-center gap-1">
              <MessageSquare size={13} aria-hidden />
              {count(thread.reply_count, 'reply', 'replies')}
            </span>
            {thread.is_hidden ? <span className="text-warn">· Hidden by a moderator</span> : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
