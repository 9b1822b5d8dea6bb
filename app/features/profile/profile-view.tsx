// The member as others see them, with the four figures and the discussions that they started.
import { MessageSquare, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { Bio, IdentityCard } from '#app/domain/members/identity-card.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { count, formatDate, formatNumber } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { threadPath } from '#shared/slugs.ts'
import * as held from '#words/held.ts'
import * as t from '#words/profile.ts'
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
      label={t.yourProfile}
      member={profile}
      line={
        <>
          {profile.full_name ? (
            <>
              <span className="max-sm:block">@{profile.username}</span>
              <span className="max-sm:hidden"> · </span>
            </>
          ) : null}
          {email} <span className="inline-block text-13">{t.onlyYouSeeTheAddress}</span>
        </>
      }
      actions={
        <Button variant="secondary" size="small" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          {t.editProfile}
        </Button>
      }
      figures={[
        { term: t.discussions, value: threadCount === null ? '–' : formatNumber(threadCount) },
        { term: t.replies2, value: formatNumber(profile.total_replies) },
        { term: t.reputation, value: formatNumber(profile.reputation) },
        {
          term: t.joined,
          value: <time dateTime={profile.joined_at}>{formatDate(profile.joined_at)}</time>,
        },
      ]}
    >
      {profile.bio ? <Bio>{profile.bio}</Bio> : <p className="text-15 text-muted">{t.noBioYetALine}</p>}
    </IdentityCard>
  )
}

/** The member's discussions, newest first. */
export function OwnThreads({ threads }: { threads: readonly OwnThread[] }) {
  if (threads.length === 0)
    return (
      <Empty
        title={t.noDiscussionsYet}
        action={<ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>}
      >
        {t.discussionsThatYouStartAre}
      </Empty>
    )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {threads.map((thread) => (
        <li key={thread.id} className="relative px-4 py-3 sm:px-6 hover:bg-raised">
          <Link
            to={threadPath(thread)}
            {...spoken(thread.title)}
            className="font-semibold text-15 [overflow-wrap:anywhere] stretched hover:text-accent"
          >
            {thread.title}
          </Link>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-muted">
            <span>{thread.category.name}</span>·<TimeAgo at={thread.created_at} />·
            <span className="inline-flex items-center gap-1">
              <MessageSquare size={13} aria-hidden />
              {count(thread.reply_count, t.reply, t.replies)}
            </span>
            {thread.is_hidden ? (
              <span className="text-warn">
                {thread.state === 'held' ? held.waitsAfterOthers : t.hiddenByAModerator}
              </span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
