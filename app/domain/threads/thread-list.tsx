// Rows of discussions in one frame, with the heads of their columns.
import type { ReactNode } from 'react'
import type { ThreadSummary } from './queries.ts'
import { ThreadRow } from './thread-row.tsx'

type ListProps = {
  threads: readonly ThreadSummary[]
  within: 'category' | 'site'
  control?: (thread: ThreadSummary) => ReactNode
}

export function ThreadList({ threads, within, control }: ListProps) {
  return (
    <div className="flex grow flex-col overflow-hidden rounded-card border border-line bg-surface">
      {/* The rows say these words themselves to who listens. */}
      <div
        aria-hidden
        className="hidden justify-end border-b border-line px-4 py-1.5 text-right text-13 text-muted sm:flex"
      >
        <span className="mr-auto">Discussion</span>
        <span className="w-16">Replies</span>
        {within === 'category' ? <span className="w-16">Views</span> : null}
        <span className="w-30">Activity</span>
      </div>
      {/* Beside a taller column the rows share what is left. */}
      <ul className="grid grow divide-y divide-line">
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} within={within} control={control?.(thread)} />
        ))}
      </ul>
    </div>
  )
}
