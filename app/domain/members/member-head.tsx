// The head of a member's page: avatar, name, level, bio, four figures, and what was verified of an expert.
import { BadgeCheck, UserMinus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { SampleChip, SampleWord } from '#app/ui/chip.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { formatCompact, formatDate, formatNumber } from '#shared/format.ts'
import { Bio, IdentityCard } from './identity-card.tsx'
import type { PublicMember } from './member-queries.ts'
import type { Follow } from './use-follow-member.ts'

type MemberHeadProps = {
  member: PublicMember
  follow: Follow
  /** Beside the follow button, for members. */
  actions?: ReactNode
}

export function MemberHead({ member, follow, actions }: MemberHeadProps) {
  const isBanned = member.user_level === 'Banned'
  return (
    <IdentityCard
      label="About this member"
      member={member}
      line={
        <>
          @{member.username}
          <SampleWord id={member.id} /> <span className="max-sm:hidden">· </span>
          <span className="whitespace-nowrap max-sm:block">
            Joined <time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>
          </span>
        </>
      }
      actions={
        <>
          <FollowButton member={member} follow={follow} />
          {actions}
        </>
      }
      panel={member.expert && !isBanned ? <ExpertPanel expert={member.expert} /> : null}
      figures={[
        { term: 'Discussions', value: formatNumber(member.total_posts) },
        { term: 'Replies', value: formatNumber(member.total_replies) },
        { term: 'Reputation', value: formatNumber(member.reputation) },
        { term: 'Followers', value: formatNumber(follow.count) },
      ]}
    >
      {isBanned ? (
        <p className="rounded-control bg-loss-soft px-3 py-2 text-15">
          This member is banned. Their posts can still be read; they can no longer post.
        </p>
      ) : member.bio ? (
        <Bio>{member.bio}</Bio>
      ) : null}
    </IdentityCard>
  )
}

export function FollowButton({ member, follow }: { member: PublicMember; follow: Follow }) {
  const session = useSession()
  if (session.status === 'member' && session.userId === member.id)
    return (
      <ButtonLink to="/profile" variant="secondary" size="small">
        Edit Profile
      </ButtonLink>
    )
  // A banned member can be unfollowed, but not followed.
  if (member.user_level === 'Banned' && !follow.following) return null
  const Icon = follow.following ? UserMinus : UserPlus
  return (
    <Button
      variant={follow.following ? 'secondary' : 'primary'}
      size="small"
      className="needs-script"
      {...follow.toggle}
    >
      <Icon size={16} aria-hidden />
      {follow.following ? 'Following' : 'Follow'}
      <span className="sr-only">{member.username},</span>
      <span className="font-normal tabular-nums">{formatCompact(follow.count)}</span>
      <span className="sr-only">{follow.count === 1 ? 'follower' : 'followers'}</span>
    </Button>
  )
}

/** The figures below show the number of followers. */
function ExpertPanel({ expert }: { expert: NonNullable<PublicMember['expert']> }) {
  const { is_sample: isSample } = expert
  return (
    <section aria-labelledby="expert" className="border-t border-line px-4 py-4 sm:px-6">
      <h2 id="expert" className="flex items-center gap-2 font-sans text-15 font-semibold">
        {isSample ? <SampleChip /> : <BadgeCheck size={18} aria-hidden className="text-accent" />}
        {isSample ? ' expert' : 'Verified expert'}
      </h2>
      {/* Aligned with the columns of the figures below. */}
      <dl className="mt-2 grid gap-y-2 text-15 sm:-mx-6 sm:grid-cols-[1fr_2fr_1fr] sm:*:px-6">
        <Fact term="Speciality">{expert.speciality}</Fact>
        {isSample ? null : (
          <>
            <Fact term="Registration number">{expert.registration_number ?? 'Not given'}</Fact>
            <Fact term="Verified on">
              <time dateTime={expert.verified_at}>{formatDate(expert.verified_at)}</time>
            </Fact>
          </>
        )}
      </dl>
      <p className="mt-2 text-13 text-muted">
        {isSample
          ? 'This member of the sample community is invented: nobody has this profession, and there is no registration.'
          : 'Verified means that the profession was checked on that day. It does not make a post advice.'}
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
