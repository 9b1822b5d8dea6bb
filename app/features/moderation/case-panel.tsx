// A case: what was reported and why, where it was written, what is known of the author and the reporters, and the
// decisions.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ownWords, reasonLabel } from '#app/domain/reports/report-reasons.ts'
import { targetPath, targetTitle } from '#app/domain/reports/report-target.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate, formatNumber } from '#shared/format.ts'
import { memberName, memberPath } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'
import type { Passage, Records, Tally } from './case-facts.ts'
import { CaseLine } from './case-line.tsx'
import { moderationQueries } from './query-options.ts'
import type { Case, LogEntry, QueuedReport } from './queue.ts'
import { SealedCopy } from './sealed-copy.tsx'
import type { Act } from './use-case-acts.tsx'

const LOG_SHOWN = 3

const PLACES: Readonly<Record<string, string>> = {
  thread: t.withItsFirstReplies,
  reply: t.inItsDiscussion,
  message: t.inTheChat,
}

type CasePanelProps = {
  one: Case
  acts: readonly Act[]
  log: readonly LogEntry[]
  /** 'Hid' for the log's hide. */
  actionWord: (action: string) => string
}

export function CasePanel({ one, acts, log, actionWord }: CasePanelProps) {
  const { target, reports } = one
  const path = targetPath(target)
  const title = targetTitle(target)
  return (
    <section
      aria-label={t.caseLabel(title)}
      className="flex flex-col border-line bg-surface lg:sticky lg:top-[72px] lg:max-h-[calc(100dvh-88px)] lg:overflow-y-auto lg:rounded-card lg:border"
    >
      <div className="flex flex-wrap gap-2 border-line bg-surface px-4 py-3 max-lg:order-last max-lg:border-t lg:sticky lg:top-0 lg:z-10 lg:border-b">
        {acts.map(({ key, label, icon, intent, onSelect, isDecision }) => (
          <Button
            key={key}
            size="small"
            variant={isDecision ? 'primary' : 'secondary'}
            aria-keyshortcuts={key}
            onClick={onSelect}
            className={intent === 'danger' ? 'text-loss' : ''}
          >
            {icon}
            {label}
            <kbd
              aria-hidden
              className="rounded border border-current px-1 font-sans text-13 leading-tight opacity-70 max-lg:hidden"
            >
              {key.toUpperCase()}
            </kbd>
          </Button>
        ))}
      </div>
      <div className="space-y-5 p-4">
        <div>
          <CaseLine one={one} />
          <h2 className="mt-1 text-18 [overflow-wrap:anywhere]">
            {path ? (
              <Link to={path} className="inline-block py-1 hover:text-accent hover:underline sm:py-0">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
        </div>
        <Reasons reports={reports} />
        <Passages one={one} />
        <RecordsOf one={one} actionWord={actionWord} />
        <Log entries={log} actionWord={actionWord} />
      </div>
    </section>
  )
}

function Passages({ one }: { one: Case }) {
  const { target } = one
  const { data, isError, refetch } = useQuery(moderationQueries.passages(one))
  if (isError) return <Failed message={t.thePostCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton isFirst label={t.loadingThePost} rows={2} />
  return (
    <div>
      <h3 className="mb-2 font-sans text-14 font-semibold">
        {data.length > 0 ? PLACES[target.target_kind] : target.profile ? t.bio : t.beginningOfWhatIsGone}
      </h3>
      {data.length > 0 ? (
        <ol className="space-y-3">
          {data.map((passage) => (
            <PassageItem key={passage.id} passage={passage} />
          ))}
        </ol>
      ) : (
        <>
          <p className="text-14 [overflow-wrap:anywhere] text-muted">{target.target_excerpt ?? t.noText}</p>
          {target.has_sealed_copy ? <SealedCopy post={target.target_id} report={target.id} /> : null}
        </>
      )}
    </div>
  )
}

function PassageItem({ passage }: { passage: Passage }) {
  const { authorId, name, avatar_url, at, html, text, isReported, isHidden } = passage
  return (
    <li
      aria-current={isReported ? 'true' : undefined}
      className={`grid grid-cols-[24px_minmax(0,1fr)] gap-x-2 border-l-2 pl-3 ${isReported ? 'border-loss' : 'border-line text-muted'}`}
    >
      <Avatar id={authorId ?? name} src={avatar_url} size={24} />
      <div className="min-w-0 text-14">
        <p className="text-13 text-muted">
          <span className="font-medium text-text">{name}</span>&nbsp;· <TimeAgo at={at} />
          {isHidden ? <span className="text-warn">{t.hidden}</span> : null}
        </p>
        {html === null ? (
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
        ) : (
          <SanitizedHtml html={html} />
        )}
      </div>
    </li>
  )
}

type RecordsProps = { one: Case; actionWord: CasePanelProps['actionWord'] }

function RecordsOf({ one, actionWord }: RecordsProps) {
  const { data, isError, refetch } = useQuery(moderationQueries.records(one))
  if (isError) return <Failed message={t.theRecordsCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton isFirst label={t.loadingTheRecords} rows={2} />
  return (
    <div className="grid gap-5 text-14 sm:grid-cols-2">
      <AuthorRecord author={data.author} actionWord={actionWord} isAnonymous={Boolean(one.target.message)} />
      <div>
        <h3 className="mb-1 font-sans text-14 font-semibold">
          {one.reports.length === 1 ? t.theReporter : t.theReporters}
        </h3>
        <ul className="space-y-1 text-muted">
          {data.reporters.map(({ id, username, tally }) => (
            <li key={id}>
              <MemberLink username={username} />: {tallyText(tally, ['report', 'reports'])}
            </li>
          ))}
          {one.reports.some(({ reporter }) => reporter === null) ? <li>{t.aGuest}</li> : null}
        </ul>
      </div>
    </div>
  )
}

type AuthorProps = {
  author: Records['author']
  actionWord: CasePanelProps['actionWord']
  /** Without an author: a message of a guest or without a name; else of somebody who closed the account. */
  isAnonymous: boolean
}

function AuthorRecord({ author, actionWord, isAnonymous }: AuthorProps) {
  return (
    <div>
      <h3 className="mb-1 font-sans text-14 font-semibold">{t.theAuthor}</h3>
      {author ? (
        <ul className="space-y-1 text-muted">
          <li>
            <MemberLink username={author.username} /> {t.joinedOn(formatDate(author.joined_at))}
          </li>
          <li>
            {t.reputation(
              count(author.total_posts, 'discussion', 'discussions'),
              count(author.total_replies, 'reply', 'replies'),
              formatNumber(author.reputation),
            )}
          </li>
          <li>{tallyText(author.tally, ['report against them', 'reports against them'])}</li>
          {author.log.map(({ id, action, reason, created_at }) => (
            <li key={id}>
              {actionWord(action)}
              {reason ? ` (${reason})` : ''} · <TimeAgo at={created_at} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{isAnonymous ? t.aGuestOrAnAnonymous : t.theAccountIsClosed}</p>
      )}
    </div>
  )
}

function MemberLink({ username }: { username: string }) {
  return (
    <Link to={memberPath(username)} className="font-medium text-text hover:text-accent hover:underline">
      {memberName(username)}
    </Link>
  )
}

/** '5 reports: 3 resolved, 1 dismissed, 1 open'. */
function tallyText(tally: Tally, [one, many]: [string, string]): string {
  const { open, resolved, dismissed } = tally
  const parts = Object.entries({ resolved, dismissed, open }).filter(([, value]) => value > 0)
  const all = count(open + resolved + dismissed, one, many)
  return parts.length > 0
    ? `${all}: ${parts.map(([state, value]) => `${formatNumber(value)} ${state}`).join(', ')}`
    : all
}

function Reasons({ reports }: { reports: readonly QueuedReport[] }) {
  return (
    <ul aria-label={t.reports2} className="space-y-1.5">
      {reports.map((report) => {
        const words = ownWords(report)
        return (
          <li key={report.id} className="text-14 [overflow-wrap:anywhere]">
            <span className="font-medium">{reasonLabel(report.ground)}</span>
            {words ? `: ${words}` : ''}{' '}
            <span className="text-13 text-muted">
              · {report.reporter ? memberName(report.reporter.username) : t.aGuest}&nbsp;·{' '}
              <span className="whitespace-nowrap">
                <TimeAgo at={report.created_at} />
              </span>
            </span>
            {report.resolved_at ? (
              <span className="block border-l-2 border-control-line pl-3 text-muted">
                {report.resolution ?? t.noWords} · {report.resolver ?? t.theSite} ·{' '}
                <TimeAgo at={report.resolved_at} />
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

type LogProps = { entries: readonly LogEntry[]; actionWord: CasePanelProps['actionWord'] }

/** Earlier actions on the target. */
function Log({ entries, actionWord }: LogProps) {
  if (entries.length === 0) return null
  return (
    <ul className="text-13 text-muted" aria-label={t.log}>
      {entries.slice(0, LOG_SHOWN).map((entry) => (
        <li key={entry.id}>
          {t.logBy(
            actionWord(entry.action),
            entry.actor?.username ?? 'the site',
            entry.reason ? ` (${entry.reason})` : '',
          )}{' '}
          <TimeAgo at={entry.created_at} />
        </li>
      ))}
    </ul>
  )
}
