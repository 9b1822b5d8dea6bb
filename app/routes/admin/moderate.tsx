// The console of reports (SPEC.md links to /admin/moderate).
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ReportState, STATES } from '#app/domain/reports/report-reasons.ts'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { actionWord } from '#app/features/admin/log/log.ts'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { ReportQueue } from '#app/features/moderation/report-queue.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { formatNumber } from '#shared/format.ts'

export const meta = adminMeta('Reports', '/admin/moderate')

export default function Moderate() {
  const state = useAskedState()
  const waiting = useQuery(moderationQueries.openReports)
  const { data, isError, refetch } = useQuery(moderationQueries.queue(state))
  const open = waiting.data ? ` (${formatNumber(waiting.data)})` : ''
  return (
    <>
      <PageHead title="Reports" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <LinkTabs
          label="State of the reports"
          tabs={(Object.keys(STATES) as ReportState[]).map((one) => ({
            to: one === 'open' ? '/admin/moderate' : `/admin/moderate?state=${one}`,
            label: one === 'open' ? `${STATES[one]}${open}` : STATES[one],
            isCurrent: one === state,
          }))}
        />
        <p className="text-13 text-muted max-lg:hidden">↑ ↓ or j k to move</p>
      </div>
      {isError ? (
        <Failed message="The reports could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton label="Loading the reports..." rows={4} />
      ) : data.cases.length > 0 ? (
        <ReportQueue cases={data.cases} log={data.log} actionWord={actionWord} />
      ) : (
        <Empty title={state === 'open' ? 'No open reports' : 'Nothing here yet'}>
          {state === 'open'
            ? 'What members report appears here, the most reported first.'
            : `Reports that were ${state} are listed here, the latest first.`}
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
