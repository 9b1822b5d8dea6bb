// The rules of the scam shield, and what it stopped.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { AddRule, RuleTable } from '#app/features/admin/shield/shield-rules.tsx'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/admin-shield.ts'

export const meta = adminMeta(t.scamShield, '/admin/shield')

/** Reasons that are listed. */
const SHOWN = 12

export default function Shield() {
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const { data, isError, refetch } = useQuery(adminQueries.shieldRules)
  const { data: hits } = useQuery(adminQueries.shieldHits)
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  const all = hits?.find(({ reason }) => reason === 'any')?.hits ?? 0
  return (
    <>
      <PageHead title={t.scamShield}>
        <Button onClick={() => setIsAdding(true)}>
          <Plus size={18} aria-hidden />
          {t.addARule}
        </Button>
      </PageHead>
      <p className="mb-4 max-w-prose text-15 text-muted">{t.whatItIs}</p>
      {isError ? (
        <Failed message={t.rulesCouldNotBeLoaded} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheRules} />
      ) : data.length === 0 ? (
        <Empty title={t.noRulesYet}>{t.theShieldDecidesAlone}</Empty>
      ) : (
        <RuleTable rules={data} onChanged={refresh} />
      )}
      <section aria-labelledby="stopped" className="mt-8">
        <h2 id="stopped" className="text-18">
          {t.stoppedLately(formatNumber(all))}
        </h2>
        <dl className="mt-3 grid grid-cols-[max-content_max-content] gap-x-6 gap-y-1 text-15">
          {(hits ?? [])
            .filter(({ reason }) => reason !== 'any')
            .slice(0, SHOWN)
            .map(({ reason, hits: times }) => (
              <div key={reason} className="contents">
                <dt className="text-muted">{reason}</dt>
                <dd>{formatNumber(times)}</dd>
              </div>
            ))}
        </dl>
      </section>
      {isAdding ? <AddRule onClose={() => setIsAdding(false)} onAdded={refresh} /> : null}
    </>
  )
}
