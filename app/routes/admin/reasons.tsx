// The reasons that the dialog of a sanction offers.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { ReasonDialog, ReasonTable } from '#app/features/admin/sanctions/reasons.tsx'
import { Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/admin-sanctions.ts'

export const meta = adminMeta(t.reasons, '/admin/reasons')

export default function ReasonList() {
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const { data, isError, refetch } = useQuery(adminQueries.reasons)
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  return (
    <>
      <PageHead title={t.reasons}>
        <Button onClick={() => setIsAdding(true)}>
          <Plus size={18} aria-hidden />
          {t.addReason}
        </Button>
      </PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">{t.reasonsText}</p>
      {isError ? (
        <Failed message={t.reasonsCouldNotBeLoaded} onRetry={() => void refetch()} />
      ) : data ? (
        <ReasonTable reasons={data} onChanged={refresh} />
      ) : (
        <TableSkeleton label={t.loadingReasons} />
      )}
      {isAdding ? <ReasonDialog reason={null} onClose={() => setIsAdding(false)} onSaved={refresh} /> : null}
    </>
  )
}
