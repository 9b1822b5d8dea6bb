// Something that somebody wrote: face, byline, the text, one row of actions.
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
  children,
  actions,
}: SignedTextProps) {
  const name = memberName(username)
  const isDeleted = isDeletedMember(username)
  return (
    <div className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[40px_minmax(0,1fr)] sm:gap-x-4">
      <div className="contents">
        <div className="sm:row-span-3">
          <span className="sm:hidden">
            <Avatar name={name} src={avatar} size={32} />
          </span>
          <span className="hidden sm:inline">
            <Avatar name={name} src={avatar} size={40} />
          </span>
        </div>
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 self-center text-13 text-muted">
          {isDeleted ? (
            <span className="-my-2.5 inline-flex min-h-11 items-center text-15 font-semibold sm:my-0 sm:min-h-0">
              {name}
            </span>
          ) : (
            <Link
              to={memberPath(username)}
              className="-my-2.5 inline-flex min-h-11 items-center text-15 font-semibold break-all text-text hover:text-accent hover:underline sm:my-0 sm:min-h-0"
            >
              {name}
            </Link>
          )}
          {isDeleted ? null : <LevelChip level={level} always={alwaysLevel} />}
          {role ? <span className="rounded-full border border-line px-2 leading-normal">{role}</span> : null}
          {isDeleted ? null : <span className="max-sm:order-last max-sm:w-full">{details}</span>}
          <span className="ml-auto flex items-baseline gap-2">
            {edited ? (
              <>
                {edited}
                <span aria-hidden>·</span>
              </>
            ) : null}
            <a href={href} className="py-1 hover:text-text hover:underline">
              <TimeAgo at={at} />
            </a>
          </span>
        </div>
      </div>
      <div className="col-span-2 mt-3 min-w-0 sm:col-span-1 sm:col-start-2 sm:mt-2">{children}</div>
      {actions ? (
        <div className="col-span-2 mt-2 -mx-2 flex flex-wrap items-center gap-1 sm:col-span-1 sm:col-start-2">
          {actions}
        </div>
      ) : null}
    </div>
  )
}

/** HTML that the server sanitised when it was written; nothing else may come here. */
export function SanitizedHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on write by the gateway (server/content)
  return <div className="post" dangerouslySetInnerHTML={{ __html: html }} />
}
