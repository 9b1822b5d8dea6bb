// The reserved names.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { NameTable, ReserveName } from '#app/features/admin/word-lists/names.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'

export const meta = adminMeta('Reserved names', '/admin/names')

export default function NameList() {
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const { data, isError, refetch } = useQuery(adminQueries.names)
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={18} aria-hidden />
      Reserve a Name
    </Button>
  )
  return (
    <>
      <PageHead title="Reserved names">{add}</PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">
        No member can take these names, or one that looks like them. A member who already has one keeps it.
        The name of the site is always reserved.
      </p>
      {isError ? (
        <Failed message="The reserved names could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the reserved names..." />
      ) : data.length === 0 ? (
        <Empty title="No reserved names" action={add}>
          A member could pass for the people who run the site.
        </Empty>
      ) : (
        <NameTable names={data} />
      )}
      {isAdding ? <ReserveName onClose={() => setIsAdding(false)} onReserved={refresh} /> : null}
    </>
  )
}
