// The appeals against sanctions and hidden posts.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { AppealList } from '#app/features/admin/sanctions/appeals.tsx'
import type { AppealsShown } from '#app/features/admin/sanctions/queries.ts'
import { pageOf, pagesOf, withSearch } from '#app/platform/address/page-number.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import * as t from '#words/admin-sanctions.ts'

const SHOWN: readonly { show: AppealsShown; label: string; to: string }[] = [
  { show: 'open', label: t.open, to: '/admin/appeals' },
  { show: 'decided', label: t.decided, to: '/admin/appeals?show=decided' },
]

export const meta = adminMeta(t.appeals, '/admin/appeals')

export default function Appeals() {
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const page = pageOf(search)
  const show: AppealsShown = search.get('show') === 'decided' ? 'decided' : 'open'
  const { data, isError, refetch } = useQuery(adminQueries.appeals({ show, page }))
  return (
    <>
      <PageHead title={t.appeals}>
        <Link to="/admin/reasons" className={buttonClass('secondary')}>
          {t.reasons}
        </Link>
      </PageHead>
      <div className="mb-4">
        <LinkTabs
          label={t.whichAppeals}
          tabs={SHOWN.map(({ to, label, show: one }) => ({ to, label, isCurrent: one === show }))}
        />
      </div>
      {isError ? (
        <Failed message={t.appealsCouldNotBeLoaded} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingAppeals} />
      ) : data.rows.length === 0 ? (
        <Empty title={show === 'open' ? t.noOpenAppeals : t.noAppealsYet}>{t.appealsText}</Empty>
      ) : (
        <>
          <AppealList
            appeals={data.rows}
            onChanged={() => queries.invalidateQueries({ queryKey: adminQueries.all })}
          />
          <Pagination
            label={t.whichAppeals}
            page={page}
            pages={pagesOf(data.total)}
            href={(to) => `/admin/appeals${withSearch(search, { page: to })}`}
          />
        </>
      )}
    </>
  )
}
