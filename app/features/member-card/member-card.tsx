// The card of a member at their name: what is public about them, Follow, and the way to the profile.
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { FollowButton } from '#app/domain/members/member-head.tsx'
import type { PublicMember } from '#app/domain/members/member-queries.ts'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { useFollow } from '#app/domain/members/use-follow-member.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelChip, SampleWord, StaffChip } from '#app/ui/chip.tsx'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { Link } from '#app/ui/link.tsx'
import { specialityName } from '#shared/article-words.ts'
import { formatCompact, formatDate } from '#shared/format.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/member-card.ts'
import { CardPopover } from './card-popover.tsx'

type MemberCardProps = { opener: HTMLAnchorElement; onClose: () => void }

export default withQueries(MemberCard)

function MemberCard(props: MemberCardProps) {
  const username = decodeURIComponent(props.opener.pathname.split('/').at(-1) ?? '')
  return (
    <CardPopover {...props} label={t.about(username)}>
      <Content username={username} />
    </CardPopover>
  )
}

function Content({ username }: { username: string }) {
  const { data: member, isPending, isError, refetch } = useQuery(memberQueries.card(username))
  return (
    <>
      {isPending ? (
        <Skeleton label={t.loadingTheCard} rows={1} bar="h-32" />
      ) : member ? (
        <Facts member={member} />
      ) : (
        <p role="alert" className="text-14">
          {isError ? t.theCardCouldNotBe : t.thisMemberIsGoneOr}
          {isError ? (
            <button type="button" className="text-accent underline" onClick={() => void refetch()}>
              {t.tryAgain}
            </button>
          ) : null}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <Link
          to={memberPath(username)}
          className="inline-flex min-h-11 items-center text-14 text-accent hover:underline sm:min-h-9"
        >
          {t.viewProfile}
        </Link>
        {member ? <Follow member={member} /> : null}
      </div>
    </>
  )
}

function Facts({ member }: { member: PublicMember }) {
  return (
    <>
      <div className="flex gap-3">
        <Avatar id={member.id} src={member.avatar_url} size={40} />
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{member.full_name ?? member.username}</p>
          <p className="text-13 [overflow-wrap:anywhere] text-muted">
            @{member.username}
            <SampleWord id={member.id} />
          </p>
        </div>
      </div>
      {member.expert && member.user_level !== 'Banned' ? <Speciality expert={member.expert} /> : null}
      <p className="mt-2 flex flex-wrap items-center gap-2 text-13 text-muted">
        {member.is_staff ? <StaffChip /> : null}
        <LevelChip level={member.user_level} always />
        <span>{t.joined(<time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>)}</span>
      </p>
      <dl className="mt-3 flex justify-between gap-2 border-t border-line pt-3 text-13">
        <Figure term={t.discussions} value={member.total_posts} />
        <Figure term={t.replies} value={member.total_replies} />
        <Figure term={t.reputation} value={member.reputation} />
        <Figure term={t.followers} value={member.followers} />
      </dl>
    </>
  )
}

function Speciality({ expert }: { expert: NonNullable<PublicMember['expert']> }) {
  if (expert.is_sample)
    return <p className="mt-2 text-14 text-muted">{t.sample(specialityName(expert.speciality))}</p>
  return (
    <p className="mt-2 flex items-start gap-1 text-14 font-medium text-accent">
      <BadgeCheck size={18} aria-hidden className="shrink-0" />{' '}
      {t.verified(specialityName(expert.speciality))}
    </p>
  )
}

function Figure({ term, value }: { term: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted">{term}</dt>
      <dd className="text-15 font-semibold tabular-nums">{formatCompact(value)}</dd>
    </div>
  )
}

/** For members: a guest would come back from the sign-in to a page without the card. */
function Follow({ member }: { member: PublicMember }) {
  const follow = useFollow(member)
  return useSession().status === 'member' ? <FollowButton member={member} follow={follow} /> : null
}
