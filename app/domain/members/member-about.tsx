// Facts about a member besides their posts.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FeedLinks } from '#app/ui/feed-links.tsx'
import { count, formatDate } from '#shared/format.ts'
import { memberPath } from '#shared/slugs.ts'
import type { PublicMember } from './member-queries.ts'

const LEVELS: Readonly<Record<string, string>> = {
  Regular: 'Takes part in the community.',
  Advanced: 'Has taken part for a long time.',
  Expert: 'Works in the field. This is not a recommendation, and their posts are not advice.',
  Moderator: 'A title given by the administrators. It carries no powers on this site.',
  Banned: 'Can read, but no longer post.',
}

export function MemberAbout({ member }: { member: PublicMember }) {
  const { username, full_name: fullName, user_level: level, is_staff: isStaff } = member
  return (
    <section aria-label={`About ${fullName ?? username}`}>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface text-15">
        <Row term="Username">{username}</Row>
        {fullName ? <Row term="Full name">{fullName}</Row> : null}
        <Row term="Bio">
          <span className="whitespace-pre-line">{member.bio ?? 'Nothing yet.'}</span>
        </Row>
        {isStaff ? <Row term="Staff">Administers this site.</Row> : null}
        <Row term="Level">
          {level}. <span className="text-muted">{LEVELS[level]}</span>
        </Row>
        <Row term="Joined">
          <time dateTime={member.joined_at}>{formatDate(member.joined_at)}</time>
        </Row>
        <Row term="Wrote">
          {count(member.total_posts, 'discussion', 'discussions')},{' '}
          {count(member.total_replies, 'reply', 'replies')}
        </Row>
        <Row term="Feeds">
          <FeedLinks path={memberPath(username)} />
        </Row>
        <Row term="Reputation">
          {count(member.reputation, 'point', 'points')}.{' '}
          <span className="text-muted">
            From posts, and from upvotes by others. It counts thanks, not correctness.
          </span>
        </Row>
      </dl>
      <p className="mt-3 text-14 text-muted">
        Discussions are for education, not financial advice.{' '}
        <Link to="/disclaimer" className="text-accent underline underline-offset-3">
          Read the disclaimer
        </Link>
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
