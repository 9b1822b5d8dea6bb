// A post: avatar, byline, text, one row of actions, with microdata of schema.org; the element around it has the type
// (app/domain/threads/structured-data.tsx).
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Clock } from '#shared/clock.ts'
import { formatMoment, formatRelative } from '#shared/format.ts'
import { isDeletedMember, memberName, memberPath } from '#shared/slugs.ts'
import * as t from '#words/ui.ts'
import { Face, faceOf } from './avatar.tsx'
import { LevelChip, StaffChip } from './chip.tsx'

type Writer = { id: string; username: string; avatar_url: string | null; user_level: string; is_staff?: true }
type Signed = {
  author: Writer
  /** Facts about the writer: 'Joined Nov 2025 · 42 posts', or the verified speciality. */
  details: string
  at: string
  /** The anchor of the text; the time links to it. */
  href: string
}

type CardTexts = ReturnType<typeof cardTexts>

/** The texts of a card, for `Kept` (kept.tsx). */
export function cardTexts({ author, details, at, href }: Signed, clock: Clock) {
  const name = memberName(author.username)
  return {
    name,
    path: memberPath(author.username),
    ...faceOf(author.id, author.avatar_url),
    details,
    at,
    moment: formatMoment(at),
    ago: formatRelative(at, clock),
    href,
  }
}

type PostCardProps = {
  author: Writer
  texts: CardTexts
  /** Shows the default level too. */
  alwaysLevel?: boolean
  /** Whether there are facts about the writer: an empty element on each post would be bytes of every page. */
  hasDetails?: boolean
  /** The writer's role in the discussion, such as 'Started this'. */
  role?: string | null
  /** Whether it is the accepted answer. */
  isAnswer?: boolean
  /** The note that it was edited. */
  edited?: ReactNode
  /** The name of the card as an article of its own, for screen readers; none where an article is around it. */
  label?: string
  /** Microdata without visible text. */
  data?: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** Of `author` the look depends only on the level, on being staff, and on whether there are a member and a picture. */
export function PostCard({
  author,
  texts: { name, path, face, figure, details, at, moment, ago, href },
  alwaysLevel = false,
  hasDetails = true,
  role,
  isAnswer = false,
  edited,
  label,
  data,
  children,
  actions,
}: PostCardProps) {
  const isDeleted = isDeletedMember(author.username)
  const Card = label ? 'article' : 'div'
  return (
    <Card className="post-card" aria-label={label}>
      <Face isPicture={Boolean(author.avatar_url)} face={face} figure={figure} size={null} />
      <div className="byline">
        {isDeleted ? (
          <span className="name">{name}</span>
        ) : (
          <span className="name" itemProp="author" itemScope itemType="https://schema.org/Person">
            <Link to={path} discover="none" itemProp="url">
              <span itemProp="name">{name}</span>
            </Link>
          </span>
        )}
        {author.is_staff ? <StaffChip /> : null}
        {isDeleted ? null : <LevelChip level={author.user_level} always={alwaysLevel} />}
        {isAnswer ? <span className="answer-chip sign-check">{t.answer}</span> : null}
        {role ? <span className="role">{role}</span> : null}
        {isDeleted || !hasDetails ? null : <span className="details">{details}</span>}
        <span className="when">
          {edited ? (
            <>
              {edited}
              <span aria-hidden>·</span>
            </>
          ) : null}
          <a href={href} itemProp="url">
            <time dateTime={at} title={moment} itemProp="datePublished">
              {ago}
            </time>
          </a>
        </span>
        {data}
      </div>
      <div className="said">{children}</div>
      {actions ? <div className="acts">{actions}</div> : null}
    </Card>
  )
}

type HtmlProps = {
  /** Sanitised on write by the gateway (server/content); no other HTML is allowed here. */
  html: string
  /** Items of a list: what the text links to on this site (app/features/discussion/own-links.ts). */
  links?: string | undefined
  /** The language, if it is not the page's (shared/language-of.ts). */
  lang?: string | undefined
}

export function SanitizedHtml({ html, links, lang }: HtmlProps) {
  return (
    <>
      <div
        className="post"
        lang={lang}
        dir="auto"
        itemProp="text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on write
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {links ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: its maker escapes every text
        <ul aria-label={t.linkedHere} className="own-links" dangerouslySetInnerHTML={{ __html: links }} />
      ) : null}
    </>
  )
}
