// The member's own discussions of a category, fetched in the browser. A guest's browser never loads this module.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useSession } from '#app/platform/session/session.ts'
import type { ThreadPage } from './queries.ts'
import { threadQueries } from './query-options.ts'

export type Shown = { list: ThreadPage | null; error: string | null; retry: () => void }

type OwnPagesProps = {
  category: { id: string; thread_count: number } | null
  page: number
  children: (shown: Shown) => ReactNode
}

export default withQueries(function OwnPages({ category, page, children }: OwnPagesProps) {
  const session = useSession()
  const { data, error, refetch } = useQuery<ThreadPage>(threadQueries.mine(session, category, page))
  return children({ list: data ?? null, error: error?.message ?? null, retry: () => void refetch() })
})
