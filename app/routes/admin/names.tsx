// The reserved names.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { NameTable, ReserveName } from '#app/features/admin/word-lists/names.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta(t.reservedNames, '/admin/names')

export default function NameList() {
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const { data, isError, refetch } = useQuery(adminQueries.names)
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={18} aria-hidden />
      {t.reserveAName}
    </Button>
  )
  return (
    <>
      <PageHead title={t.reservedNames}>{add}</PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">{t.noMemberCanTakeThese}</p>
      {isError ? (
        <Failed message={t.theReservedNamesCouldNot} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheReservedNames} />
      ) : data.length === 0 ? (
        <Empty title={t.noReservedNames} action={add}>
          {t.aMemberCouldPassFor}
        </Empty>
      ) : (
        <NameTable names={data} />
      )}
      {isAdding ? <ReserveName onClose={() => setIsAdding(false)} onReserved={refresh} /> : null}
    </>
  )
}
