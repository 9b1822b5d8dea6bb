// The messages of the contact form.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { MessageTable } from '#app/features/admin/inbox/messages.tsx'
import type { Shown } from '#app/features/admin/inbox/queries.ts'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { pageOf, pagesOf, withSearch } from '#app/platform/address/page-number.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

const SHOWN: readonly { show: Shown; label: string }[] = [
  { show: 'open', label: 'Open' },
  { show: 'answered', label: 'Answered' },
  { show: 'all', label: 'All' },
]

export const meta = adminMeta('Contact', '/admin/contact')

export default function ContactList() {
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const page = pageOf(search)
  const show = SHOWN.find((one) => one.show === search.get('show'))?.show ?? 'open'
  const { data, isError, refetch } = useQuery(adminQueries.messages({ show, page }))
  return (
    <>
      <PageHead title="Contact" />
      <div className="mb-4">
        <LinkTabs
          label="Which messages"
          tabs={SHOWN.map((one) => ({
            to: one.show === 'open' ? '/admin/contact' : `/admin/contact?show=${one.show}`,
            label: one.label,
            isCurrent: one.show === show,
          }))}
        />
      </div>
      {isError ? (
        <Failed message="The messages could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the messages..." />
      ) : data.rows.length === 0 ? (
        <Empty title={show === 'open' ? 'Every message is answered' : 'No messages yet'}>
          Messages from the contact form appear here, and arrive by mail.
        </Empty>
      ) : (
        <>
          <MessageTable
            messages={data.rows}
            onChanged={() => queries.invalidateQueries({ queryKey: adminQueries.all })}
          />
          <Pagination
            label="Pages of the messages"
            page={page}
            pages={pagesOf(data.total)}
            href={(to) => `/admin/contact${withSearch(search, { page: to })}`}
          />
        </>
      )}
    </>
  )
}
