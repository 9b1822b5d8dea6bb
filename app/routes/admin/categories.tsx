// The Categories tab (SPEC.md section 2, Admin dashboard).
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { AddCategory } from '#app/features/admin/categories/category-forms.tsx'
import { CategoryTable } from '#app/features/admin/categories/category-table.tsx'
import { OrderCategories } from '#app/features/admin/categories/order-categories.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Categories', '/admin/categories')

export default function Categories() {
  const session = useSession()
  // The layout admits administrators only.
  const userId = session.status === 'member' ? session.userId : ''
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'add' | 'order' | null>(null)
  const { data, isError, refetch } = useQuery(adminQueries.categories)
  const refresh = () => queries.invalidateQueries()
  const add = (
    <Button onClick={() => setAsked('add')}>
      <Plus size={18} aria-hidden />
      {t.addCategory}
    </Button>
  )
  return (
    <>
      <PageHead title={t.categories}>
        <Button variant="secondary" disabled={!data || data.length < 2} onClick={() => setAsked('order')}>
          <ListOrdered size={18} aria-hidden />
          {t.reorder}
        </Button>
        {add}
      </PageHead>
      {isError ? (
        <Failed message={t.failedToLoadForumCategories} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheCategories} />
      ) : data.length === 0 ? (
        <Empty title={t.noCategoriesYet} action={add}>
          {t.everyDiscussionNeedsACategory}
        </Empty>
      ) : (
        <CategoryTable categories={data} userId={userId} onChanged={refresh} />
      )}
      <AddCategory userId={userId} open={asked === 'add'} onClose={() => setAsked(null)} onAdded={refresh} />
      <OrderCategories
        open={asked === 'order'}
        categories={data ?? []}
        onClose={() => setAsked(null)}
        onOrdered={refresh}
      />
    </>
  )
}
