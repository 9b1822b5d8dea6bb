// Who gets the newsletter.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { PageHead } from '#app/features/admin/page-head.tsx'
import {
  countSubscribers,
  exportSubscribers,
  listSubscribers,
  STATES,
  type State,
} from '#app/features/subscribers/queries.ts'
import { SubscriberTable } from '#app/features/subscribers/subscriber-table.tsx'
import { adminMeta } from '#app/lib/admin-meta.ts'
import { download } from '#app/lib/csv.ts'
import { formatNumber } from '#app/lib/format.ts'
import { pageOf, pagesOf, withSearch } from '#app/lib/page-number.ts'
import { client } from '#app/lib/session.ts'
import { Button } from '#app/ui/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { useOneAtATime } from '#app/ui/one-at-a-time.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Route } from './+types/newsletter'

const LABELS: Record<State, string> = {
  confirmed: 'Confirmed',
  pending: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, { title: 'Newsletter', path: '/admin/newsletter' })
}

export default function NewsletterList() {
  const [search] = useSearchParams()
  const page = pageOf(search)
  const state = STATES.find((one) => one === search.get('state')) ?? 'confirmed'
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin', 'newsletter', state, page],
    queryFn: async () => listSubscribers(await client(), { state, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const counts = useQuery({
    queryKey: ['admin', 'newsletter', 'counts'],
    queryFn: async () => countSubscribers(await client()),
    staleTime: 0,
  })
  const [exportList, isExporting] = useOneAtATime(async () => {
    try {
      download(`newsletter-${state}.csv`, await exportSubscribers(await client(), state))
    } catch (error) {
      console.warn('subscribers were not exported', error)
      toast({ title: 'Error', text: 'The list could not be exported.', variant: 'destructive' })
    }
  })
  return (
    <>
      <PageHead title="Newsletter">
        <Button
          look="secondary"
          disabled={isExporting || data?.total === 0}
          onClick={() => void exportList()}
        >
          <Download size={18} aria-hidden />
          {isExporting ? 'Exporting...' : 'Export'}
        </Button>
      </PageHead>
      <div className="mb-4">
        <LinkTabs
          label="Which subscribers"
          tabs={STATES.map((one) => ({
            to: one === 'confirmed' ? '/admin/newsletter' : `/admin/newsletter?state=${one}`,
            label: counts.data ? `${LABELS[one]} (${formatNumber(counts.data[one])})` : LABELS[one],
            isCurrent: one === state,
          }))}
        />
      </div>
      {isError ? (
        <Failed message="The subscribers could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the subscribers..." />
      ) : data.rows.length === 0 ? (
        <Empty title="Nobody here yet">
          Who asks for the newsletter is unconfirmed until the link in the mail is opened.
        </Empty>
      ) : (
        <>
          <SubscriberTable state={state} subscribers={data.rows} />
          <Pagination
            label="Pages of the subscribers"
            page={page}
            pages={pagesOf(data.total)}
            href={(to) => `/admin/newsletter${withSearch(search, { page: to })}`}
          />
        </>
      )}
    </>
  )
}
