// The subscribers of the newsletter.

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { exportSubscribers, STATES, type State } from '#app/features/admin/newsletter/queries.ts'
import { SubscriberTable } from '#app/features/admin/newsletter/subscriber-table.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { pageOf, pagesOf, withSearch } from '#app/platform/address/page-number.ts'
import { client } from '#app/platform/session/session.ts'
import { download } from '#app/platform/text/csv.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin-pages.ts'

const LABELS: Record<State, string> = {
  confirmed: 'Confirmed',
  pending: t.unconfirmed,
  unsubscribed: 'Unsubscribed',
}

export const meta = adminMeta('Newsletter', '/admin/newsletter')

export default function NewsletterList() {
  const [search] = useSearchParams()
  const page = pageOf(search)
  const state = STATES.find((one) => one === search.get('state')) ?? 'confirmed'
  const { data, isError, refetch } = useQuery(adminQueries.subscribers({ state, page }))
  const counts = useQuery(adminQueries.subscriberCounts)
  const [exportList, isExporting] = useAct(
    async () => download(`newsletter-${state}.csv`, await exportSubscribers(await client(), state)),
    { failed: notDone('Error', t.theListCouldNotBe) },
  )
  return (
    <>
      <PageHead title={t.newsletter}>
        <Button
          variant="secondary"
          disabled={isExporting || data?.total === 0}
          onClick={() => void exportList()}
        >
          <Download size={18} aria-hidden />
          {isExporting ? t.exporting : t.exportLabel}
        </Button>
      </PageHead>
      <div className="mb-4">
        <LinkTabs
          label={t.whichSubscribers}
          tabs={STATES.map((one) => ({
            to: one === 'confirmed' ? '/admin/newsletter' : `/admin/newsletter?state=${one}`,
            label: counts.data ? `${LABELS[one]} (${formatNumber(counts.data[one])})` : LABELS[one],
            isCurrent: one === state,
          }))}
        />
      </div>
      {isError ? (
        <Failed message={t.theSubscribersCouldNotBe} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheSubscribers} />
      ) : data.rows.length === 0 ? (
        <Empty title={t.nobodyHereYet}>{t.newSubscribersAreUnconfirmed}</Empty>
      ) : (
        <>
          <SubscriberTable state={state} subscribers={data.rows} />
          <Pagination
            label={t.pagesOfTheSubscribers}
            page={page}
            pages={pagesOf(data.total)}
            href={(to) => `/admin/newsletter${withSearch(search, { page: to })}`}
          />
        </>
      )}
    </>
  )
}
