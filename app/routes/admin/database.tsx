// The database statements that took the most time.
import { useQuery } from '@tanstack/react-query'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { MISSING } from '#app/features/admin/database/queries.ts'
import { StatementTable } from '#app/features/admin/database/statement-table.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { formatMoment } from '#shared/format.ts'

export const meta = adminMeta('Database', '/admin/database')

export default function DatabaseStatements() {
  const { data, isError, refetch } = useQuery(adminQueries.statements)
  return (
    <>
      <PageHead title="Database" />
      {isError ? (
        <Failed message="The statements could not be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the statements..." />
      ) : data.state === 'missing' ? (
        <p className="text-15 text-muted">{MISSING[data.because]}</p>
      ) : (
        <>
          <p className="-mt-3 mb-4 max-w-prose text-15 text-muted">
            The {data.statements.length} statements on which the database has spent the most time since{' '}
            {formatMoment(data.since)}. Values are left out.
          </p>
          <StatementTable statements={data.statements} />
        </>
      )}
    </>
  )
}
