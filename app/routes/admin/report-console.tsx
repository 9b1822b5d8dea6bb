// The console of reports as a screen: the route shows it, and the server renders it for the first paint (own-part.tsx), where
// no route has data.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ReportState, STATES } from '#app/domain/reports/report-reasons.ts'
import { PageHead, WAITING } from '#app/features/admin/admin-frame.tsx'
import { actionWord } from '#app/features/admin/log/log.ts'
import { HeldQueue } from '#app/features/moderation/held-queue.tsx'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { ReportQueue } from '#app/features/moderation/report-queue.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin-pages.ts'
import * as moderation from '#words/moderation.ts'

export function ReportConsole() {
  const state = useAskedState()
  return (
    <>
      <PageHead title={state === 'waiting' ? t.waitingPosts : t.reports} />
      {state === 'waiting' ? <Waiting /> : <Reports state={state} />}
    </>
  )
}

type Shown = ReportState | 'waiting'

function Tabs({ state }: { state: Shown }) {
  const cases = useQuery(moderationQueries.openCases)
  const held = useQuery(moderationQueries.heldCount)
  const counted = (word: string, size: number | undefined) =>
    size ? `${word} (${formatNumber(size)})` : word
  return (
    <LinkTabs
      label={t.stateOfTheReports}
      tabs={[
        ...(Object.keys(STATES) as ReportState[]).map((one) => ({
          to: one === 'open' ? '/admin/moderate' : `/admin/moderate?state=${one}`,
          label: one === 'open' ? counted(STATES[one], cases.data) : STATES[one],
          isCurrent: one === state,
        })),
        { to: WAITING, label: counted(moderation.waiting, held.data), isCurrent: state === 'waiting' },
      ]}
    />
  )
}

/** The posts that others see when a moderator has looked. */
function Waiting() {
  const { data: posts, isError, refetch } = useQuery(moderationQueries.held)
  return (
    <>
      <div className="mb-4">
        <Tabs state="waiting" />
      </div>
      {isError ? (
        <Failed message={moderation.waitingPostsCouldNotBeLoaded} onRetry={() => void refetch()} />
      ) : !posts ? (
        <Skeleton isFirst label={moderation.loadingWaitingPosts} rows={3} />
      ) : posts.length > 0 ? (
        <HeldQueue posts={posts} />
      ) : (
        <Empty title={moderation.nothingWaits}>{moderation.nothingWaitsText}</Empty>
      )}
    </>
  )
}

function Reports({ state }: { state: ReportState }) {
  const { data: cases, isError, refetch } = useQuery(moderationQueries.queue(state))
  const log = useQuery(moderationQueries.logOf(cases ?? []))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Tabs state={state} />
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

function useAskedState(): Shown {
  const [search] = useSearchParams()
  const wanted = search.get('state')
  return wanted === 'resolved' || wanted === 'dismissed' || wanted === 'waiting' ? wanted : 'open'
}
