// Something that somebody wrote: face, byline, the text, one row of actions; with the microdata of schema.org, for what
// is around it says what kind of thing it is (app/domain/threads/structured-data.tsx).
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isDeletedMember, memberName, memberPath } from '#shared/slugs.ts'
import { Avatar } from './avatar.tsx'
import { LevelChip } from './chip.tsx'
import { TimeAgo } from './clock.tsx'

type SignedTextProps = {
  username: string
  avatar: string | null
  level: string
  /** Also the usual level is worth a word. */
  alwaysLevel?: boolean
  /** A word about the writer's part in this, such as 'Started this'. */
  role?: string | null
  /** What else is known of the writer: 'Joined Nov 2025 · 42 posts'. */
  details: string
  at: string
  /** A word on its having been edited. */
  edited?: ReactNode
  /** Where the text can be linked to; the time leads there. */
  href: string
  /** What it says to search engines alone. */
  data?: ReactNode
  children: ReactNode
  actions?: ReactNode
}

export function PostCard({
  username,
  avatar,
  level,
  alwaysLevel = false,
  role,
  details,
  at,
  edited,
  href,
  data,
  children,
  actions,
}: SignedTextProps) {
  const name = memberName(username)
  const isDeleted = isDeletedMember(username)
  return (
    <div className="post-card">
      <Avatar name={name} src={avatar} size={null} />
      <div className="byline">
        {isDeleted ? (
          <span className="name">{name}</span>
        ) : (
          <span className="name" itemProp="author" itemScope itemType="https://schema.org/Person">
            <Link to={memberPath(username)} discover="none" itemProp="url">
              <span itemProp="name">{name}</span>
            </Link>
          </span>
        )}
        {isDeleted ? null : <LevelChip level={level} always={alwaysLevel} />}
        {role ? <span className="role">{role}</span> : null}
        {isDeleted ? null : <span className="details">{details}</span>}
        <span className="when">
          {edited ? (
            <>
              {edited}
              <span aria-hidden>·</span>
            </>
          ) : null}
          <a href={href} itemProp="url">
            <TimeAgo at={at} itemProp="datePublished" />
          </a>
        </span>
        {data}
      </div>
      <div className="said">{children}</div>
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  )
}

/** HTML that the server sanitised when it was written; nothing else may come here. */
export function SanitizedHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on write by the gateway (server/content)
  return <div className="post" itemProp="text" dangerouslySetInnerHTML={{ __html: html }} />
}
