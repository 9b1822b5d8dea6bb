// Facts about a member besides their posts.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FeedLinks } from '#app/ui/feed-links.tsx'
import { count, formatDate } from '#shared/format.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/members-more.ts'
import { levelName } from '#words/ui.ts'
import type { PublicMember } from './member-queries.ts'

const LEVELS: Readonly<Record<string, string>> = {
  Regular: t.takesPartInTheCommunity,
  Advanced: t.hasTakenPartForA,
  Expert: t.worksInTheFieldThis,
  Moderator: t.aTitleGivenByThe,
  Banned: t.canReadButNoLonger,
}

export function MemberAbout({ member }: { member: PublicMember }) {
  const { username, full_name: fullName, user_level: level, is_staff: isStaff } = member
  return (
    <section aria-label={t.about(fullName ?? username)}>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface text-15">
        <Row term={t.username}>{username}</Row>
        {fullName ? <Row term={t.fullName}>{fullName}</Row> : null}
        <Row term={t.bio}>
          <span className="whitespace-pre-line">{member.bio ?? t.nothingYet}</span>
        </Row>
        {isStaff ? <Row term={t.staff}>{t.administersThisSite}</Row> : null}
        <Row term={t.level}>
          {t.ended(levelName(level))} <span className="text-muted">{LEVELS[level]}</span>
        </Row>
        <Row term={t.joined}>
          <time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>
        </Row>
        <Row term={t.wrote}>
          {count(member.total_posts, t.discussion, t.discussions)},{' '}
          {count(member.total_replies, t.reply, t.replies)}
        </Row>
        <Row term={t.feeds}>
          <FeedLinks path={memberPath(username)} />
        </Row>
        <Row term={t.reputation}>
          {t.ended(count(member.reputation, t.point, t.points))}{' '}
          <span className="text-muted">{t.fromPostsAndFromUpvotes}</span>
        </Row>
      </dl>
      <p className="mt-3 text-14 text-muted">
        {t.discussionsAreForEducationNot((text) => (
          <Link to="/disclaimer" className="text-accent underline underline-offset-3">
            {text}
          </Link>
        ))}
      </p>
    </section>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-3 sm:grid-cols-[160px_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="max-w-prose [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
