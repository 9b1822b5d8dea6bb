// Who a member is: face, name, level, what they say of themselves, four figures; of an expert what was verified.
import { BadgeCheck, UserMinus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCompact, formatDate, formatNumber } from '#app/lib/format.ts'
import { useSession } from '#app/lib/session.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { PublicMember } from './member-query.ts'
import { ProfileLevel } from './profile-level.tsx'
import type { Follow } from './use-follow.ts'

type MemberHeadProps = {
  member: PublicMember
  follow: Follow
  /** Beside the button that follows, for members. */
  actions?: ReactNode
}

export function MemberHead({ member, follow, actions }: MemberHeadProps) {
  const isBanned = member.user_level === 'Banned'
  return (
    <section aria-label="About this member" className="rounded-card border border-line bg-surface">
      <div className="flex flex-col gap-4 p-4 sm:flex-row sm:p-6">
        <Avatar name={member.username} src={member.avatar_url} size={72} />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-28 [overflow-wrap:anywhere]">
              {member.full_name ?? member.username}
            </h1>
            <ProfileLevel level={member.user_level} />
          </div>
          <p className="text-15 [overflow-wrap:anywhere] text-muted">
            @{member.username} · Joined{' '}
            <time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>
          </p>
          {isBanned ? (
            <p className="mt-3 max-w-prose rounded-control bg-loss-soft px-3 py-2 text-15">
              This member is banned. What they wrote before stays readable; they write no more.
            </p>
          ) : null}
          {member.bio && !isBanned ? (
            <p className="mt-3 max-w-prose text-16 [overflow-wrap:anywhere] whitespace-pre-line">
              {member.bio}
            </p>
          ) : null}
        </div>
        <div className="flex shrink-0 flex-wrap items-start gap-2">
          <FollowButton member={member} follow={follow} />
          {actions}
        </div>
      </div>
      {member.expert && !isBanned ? <ExpertPanel expert={member.expert} /> : null}
      <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-4">
        <Figure term="Discussions">{formatNumber(member.total_posts)}</Figure>
        <Figure term="Replies">{formatNumber(member.total_replies)}</Figure>
        <Figure term="Reputation">{formatNumber(member.reputation)}</Figure>
        <Figure term="Followers">{formatNumber(follow.count)}</Figure>
      </dl>
    </section>
  )
}

function FollowButton({ member, follow }: { member: PublicMember; follow: Follow }) {
  const session = useSession()
  if (session.status === 'member' && session.userId === member.id)
    return (
      <ButtonLink to="/profile" look="secondary" size="small">
        Edit Profile
      </ButtonLink>
    )
  // Whom one followed before the ban can still be let go.
  if (member.user_level === 'Banned' && !follow.following) return null
  const Icon = follow.following ? UserMinus : UserPlus
  return (
    <Button
      look={follow.following ? 'secondary' : 'primary'}
      size="small"
      className="needs-script"
      aria-pressed={follow.following}
      onClick={(event) => {
        // A double-click is one wish. Its second click must not take the follow back.
        if (event.detail < 2) follow.toggle()
      }}
    >
      <Icon size={16} aria-hidden />
      {follow.following ? 'Following' : 'Follow'}
      <span className="sr-only">{member.username},</span>
      <span className="font-normal tabular-nums">{formatCompact(follow.count)}</span>
      <span className="sr-only">{follow.count === 1 ? 'follower' : 'followers'}</span>
    </Button>
  )
}

/** How many follow stands among the figures right below. */
function ExpertPanel({ expert }: { expert: NonNullable<PublicMember['expert']> }) {
  return (
    <section aria-labelledby="expert" className="border-t border-line px-4 py-4 sm:px-6">
      <h2 id="expert" className="flex items-center gap-2 font-sans text-15 font-semibold">
        <BadgeCheck size={18} aria-hidden className="text-accent" />
        Verified expert
      </h2>
      <dl className="mt-2 grid gap-x-6 gap-y-2 text-15 sm:grid-cols-3">
        <Fact term="Speciality">{expert.speciality}</Fact>
        <Fact term="Registration number">{expert.registration_number ?? 'None given'}</Fact>
        <Fact term="Verified on">
          <time dateTime={expert.verified_at}>{formatDate(expert.verified_at)}</time>
        </Fact>
      </dl>
      <p className="mt-2 max-w-prose text-13 text-muted">
        Verified means that the profession was checked on that day. It does not make a post advice.
      </p>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
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
