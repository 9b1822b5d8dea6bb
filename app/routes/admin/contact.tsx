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
import * as t from '#words/admin-pages.ts'

const SHOWN: readonly { show: Shown; label: string }[] = [
  { show: 'open', label: t.open },
  { show: 'answered', label: t.answered },
  { show: 'all', label: t.all },
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
      <PageHead title={t.contact} />
      <div className="mb-4">
        <LinkTabs
          label={t.whichMessages}
          tabs={SHOWN.map((one) => ({
            to: one.show === 'open' ? '/admin/contact' : `/admin/contact?show=${one.show}`,
            label: one.label,
            isCurrent: one.show === show,
          }))}
        />
      </div>
      {isError ? (
        <Failed message={t.theMessagesCouldNotBe} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheMessages} />
      ) : data.rows.length === 0 ? (
        <Empty title={show === 'open' ? t.everyMessageIsAnswered : t.noMessagesYet}>
          {t.messagesFromTheContactForm}
        </Empty>
      ) : (
        <>
          <MessageTable
            messages={data.rows}
            onChanged={() => queries.invalidateQueries({ queryKey: adminQueries.all })}
          />
          <Pagination
            label={t.pagesOfTheMessages}
            page={page}
            pages={pagesOf(data.total)}
            href={(to) => `/admin/contact${withSearch(search, { page: to })}`}
          />
        </>
      )}
    </>
  )
}
