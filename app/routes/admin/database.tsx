// The database statements that took the most time.
import { useQuery } from '@tanstack/react-query'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { MISSING } from '#app/features/admin/database/queries.ts'
import { StatementTable } from '#app/features/admin/database/statement-table.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { formatMoment } from '#shared/format.ts'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Database', '/admin/database')

export default function DatabaseStatements() {
  const { data, isError, refetch } = useQuery(adminQueries.statements)
  return (
    <>
      <PageHead title={t.database} />
      {isError ? (
        <Failed message={t.theStatementsCouldNotBe} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t.loadingTheStatements} />
      ) : data.state === 'missing' ? (
        <p className="text-15 text-muted">{MISSING[data.because]}</p>
      ) : (
        <>
          <p className="-mt-3 mb-4 max-w-prose text-15 text-muted">
            {t.theStatementsOnWhichThe(data.statements.length, formatMoment(data.since))}
          </p>
          <StatementTable statements={data.statements} />
        </>
      )}
    </>
  )
}
