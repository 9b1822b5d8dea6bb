// The member's reports and their outcomes.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { cut } from '#shared/cut.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/reports-more.ts'
import { type OwnReport, reportQueries } from './queries.ts'
import { ownWords, reasonLabel } from './report-reasons.ts'
import { StateChip, targetPath, targetTitle } from './report-target.tsx'

const EXCERPT_LENGTH = 150

type OwnReportsProps = { userId: string; page: number; href: (page: number) => string }

export function OwnReports({ userId, page, href }: OwnReportsProps) {
  const { data, isError, refetch } = useQuery(reportQueries.own(userId, page))
  if (isError) return <Failed message={t.yourReportsCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label={t.loadingYourReports} />
  if (data.reports.length === 0)
    return (
      <Empty
        title={t.noReports}
        action={
          <ButtonLink to="/guidelines" variant="secondary">
            {t.readTheGuidelines}
          </ButtonLink>
        }
      >
        {t.somethingAgainstTheRulesThe}
      </Empty>
    )
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {data.reports.map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ul>
      <Pagination page={page} pages={data.pages} href={href} label={t.pagesOfReports} />
    </>
  )
}

function Row({ report }: { report: OwnReport }) {
  const path = targetPath(report)
  const title = targetTitle(report)
  const words = ownWords(report)
  return (
    <li className="relative px-4 py-3 hover:bg-raised">
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-15 leading-snug font-semibold [overflow-wrap:anywhere]">
          {path ? (
            <Link to={path} {...spoken(title)} className="stretched hover:text-accent">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <StateChip state={report.state} />
      </div>
      {report.target_excerpt ? (
        <p {...spoken(report.target_excerpt)} className="mt-0.5 text-14 [overflow-wrap:anywhere] text-muted">
          {cut(report.target_excerpt, EXCERPT_LENGTH)}
        </p>
      ) : null}
      <p className="mt-1.5 text-13 [overflow-wrap:anywhere] text-muted">
        {reasonLabel(report.ground)}
        {words ? (
          <>
            : <span {...spoken(words)}>{words}</span>
          </>
        ) : null}{' '}
        · <TimeAgo at={report.created_at} />
        {path ? '' : t.noLongerVisible}
      </p>
      {report.resolved_at ? (
        <p className="mt-2 border-l-2 border-control-line pl-3 text-14 [overflow-wrap:anywhere]">
          {report.resolution ? (
            <span {...spoken(report.resolution)}>{report.resolution}</span>
          ) : report.state === 'resolved' ? (
            t.actionWasTaken
          ) : (
            t.nothingWasAgainstTheRules
          )}
          <span className="text-13 text-muted">
            {' '}
            · <TimeAgo at={report.resolved_at} />
          </span>
        </p>
      ) : null}
    </li>
  )
}
