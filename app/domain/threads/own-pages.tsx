// A member's own discussions of a category, asked for here: a guest's browser never loads it.
import type { ReactNode } from 'react'
import { withQueries } from '#app/platform/query/with-queries.tsx'
import { useMyThreads } from './my-threads.ts'
import type { ThreadPage } from './queries.ts'

export type Shown = { list: ThreadPage | null; error: string | null; retry: () => void }

type OwnPagesProps = {
  category: { id: string; thread_count: number } | null
  page: number
  children: (shown: Shown) => ReactNode
}

export default withQueries(OwnPages)

function OwnPages({ category, page, children }: OwnPagesProps) {
  const { data, error, refetch } = useMyThreads(category, page)
  return children({ list: data ?? null, error: error?.message ?? null, retry: () => void refetch() })
}
