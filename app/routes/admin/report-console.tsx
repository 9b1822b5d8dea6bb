// The console of reports as a screen: the route shows it, and the server renders it for the first paint (own-part.tsx), where
// no route has data.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ReportState, STATES } from '#app/domain/reports/report-reasons.ts'
import { PageHead } from '#app/features/admin/admin-frame.tsx'
import { actionWord } from '#app/features/admin/log/log.ts'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { ReportQueue } from '#app/features/moderation/report-queue.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin-pages.ts'

export function ReportConsole() {
  const state = useAskedState()
  const waiting = useQuery(moderationQueries.openCases)
  const { data: cases, isError, refetch } = useQuery(moderationQueries.queue(state))
  const log = useQuery(moderationQueries.logOf(cases ?? []))
  const open = waiting.data ? ` (${formatNumber(waiting.data)})` : ''
  return (
    <>
      <PageHead title={t.reports} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <LinkTabs
          label={t.stateOfTheReports}
          tabs={(Object.keys(STATES) as ReportState[]).map((one) => ({
            to: one === 'open' ? '/admin/moderate' : `/admin/moderate?state=${one}`,
            label: one === 'open' ? `${STATES[one]}${open}` : STATES[one],
            isCurrent: one === state,
          }))}
        />
        <p className="text-13 text-muted max-lg:hidden">{t.orJKToMove}</p>
      </div>
      {isError ? (
        <Failed message={t.theReportsCouldNotBe} onRetry={() => void refetch()} />
      ) : !cases ? (
        <Skeleton isFirst={state === 'open'} label={t.loadingTheReports} rows={4} />
      ) : cases.length > 0 ? (
        <ReportQueue cases={cases} log={log.data ?? []} actionWord={actionWord} />
      ) : (
        <Empty title={state === 'open' ? t.noOpenReports : t.nothingHereYet}>
          {state === 'open' ? t.whatMembersReportAppearsHere : t.reportsThatWereAreListed(state)}
        </Empty>
      )}
    </>
  )
}

function useAskedState(): ReportState {
  const [search] = useSearchParams()
  const wanted = search.get('state')
  return wanted === 'resolved' || wanted === 'dismissed' ? wanted : 'open'
}
