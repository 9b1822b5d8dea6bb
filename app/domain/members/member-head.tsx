// The head of a member's page: avatar, name, level, bio, four figures, and what was verified of an expert.
import { BadgeCheck, UserPlus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { SampleChip, SampleWord } from '#app/ui/chip.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { specialityName } from '#shared/article-words.ts'
import { formatCompact, formatDate, formatNumber } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/members-more.ts'
import { Bio, IdentityCard } from './identity-card.tsx'
import type { PublicMember } from './member-queries.ts'
import type { Follow } from './use-follow-member.ts'

const TrackingButton = lazyOptional(() => import('#app/domain/tracking/tracking-button.tsx'))

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
      label={t.aboutThisMember}
      member={member}
      line={
        <>
          @{member.username}
          <SampleWord id={member.id} /> <span className="max-sm:hidden">· </span>
          <span className="whitespace-nowrap max-sm:block">
            {t.joinedOn(<time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>)}
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
        { term: t.discussionsTerm, value: formatNumber(member.total_posts) },
        { term: t.repliesTerm, value: formatNumber(member.total_replies) },
        { term: t.reputation, value: formatNumber(member.reputation) },
        { term: t.followers, value: formatNumber(follow.count) },
      ]}
    >
      {isBanned ? (
        <p className="rounded-control bg-loss-soft px-3 py-2 text-15">{t.thisMemberIsBannedTheir}</p>
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
        {t.editProfile}
      </ButtonLink>
    )
  const isBanned = member.user_level === 'Banned'
  if (session.status === 'member')
    return (
      <Suspense>
        <TrackingButton
          userId={session.userId}
          subject={{ member_id: member.id }}
          name={memberName(member.username)}
          isBanned={isBanned}
        />
      </Suspense>
    )
  if (isBanned) return null
  // A guest signs in first, and comes back to it.
  return (
    <Button size="small" className="needs-script" {...follow.toggle}>
      <UserPlus size={16} aria-hidden />
      {t.follow}
      <span className="sr-only">{member.username},</span>
      <span className="font-normal tabular-nums">{formatCompact(follow.count)}</span>
      <span className="sr-only">{follow.count === 1 ? t.follower : t.followers2}</span>
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
        {isSample ? t.expert2 : t.verifiedExpert}
      </h2>
      {/* Aligned with the columns of the figures below. */}
      <dl className="mt-2 grid gap-y-2 text-15 sm:-mx-6 sm:grid-cols-[1fr_2fr_1fr] sm:*:px-6">
        <Fact term={t.speciality}>{specialityName(expert.speciality)}</Fact>
        {isSample ? null : (
          <>
            <Fact term={t.registrationNumber}>{expert.registration_number ?? t.notGiven}</Fact>
            <Fact term={t.verifiedOn}>
              <time dateTime={expert.verified_at}>{formatDate(expert.verified_at)}</time>
            </Fact>
          </>
        )}
      </dl>
      <p className="mt-2 text-13 text-muted">
        {isSample ? t.thisMemberOfTheSample : t.verifiedMeansThatTheProfession}
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
