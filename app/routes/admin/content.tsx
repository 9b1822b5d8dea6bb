// The Content tab (SPEC.md section 2, Admin dashboard): discussions and replies, with search and actions.
import { useQuery } from '@tanstack/react-query'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { ROWS } from '#app/features/moderation/content.ts'
import { ContentReplies } from '#app/features/moderation/content-replies.tsx'
import { ContentSearch, useContentSearch } from '#app/features/moderation/content-search.tsx'
import { ContentThreads } from '#app/features/moderation/content-threads.tsx'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'

export const meta = adminMeta('Content', '/admin/content')

export default function Content() {
  const { shown } = useContentSearch()
  return (
    <>
      <PageHead title="Content" />
      <ContentSearch />
      {shown === 'threads' ? <Threads /> : <Replies />}
    </>
  )
}

function Threads() {
  const { text, filter } = useContentSearch()
  const threads = useQuery(moderationQueries.threads({ text, filter }))
  const categories = useQuery(adminQueries.categoryNames)
  if (threads.isError) return <NotLoaded what="threads" onRetry={() => void threads.refetch()} />
  if (!threads.data) return <TableSkeleton label="Loading the threads..." />
  if (threads.data.length === 0) return <Nothing what="threads" />
  return (
    <>
      <ContentThreads threads={threads.data} categories={categories.data ?? []} />
      <Newest shown={threads.data.length} />
    </>
  )
}

function Replies() {
  const { text, filter } = useContentSearch()
  const { data, isError, refetch } = useQuery(moderationQueries.replies({ text, filter }))
  if (isError) return <NotLoaded what="replies" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton label="Loading the replies..." />
  if (data.length === 0) return <Nothing what="replies" />
  return (
    <>
      <ContentReplies replies={data} />
      <Newest shown={data.length} />
    </>
  )
}

function NotLoaded({ what, onRetry }: { what: string; onRetry: () => void }) {
  return <Failed message={`The ${what} could not be loaded.`} onRetry={onRetry} />
}

function Nothing({ what }: { what: 'threads' | 'replies' }) {
  const { text, filter } = useContentSearch()
  const all = (
    <ButtonLink
      variant="secondary"
      to={what === 'threads' ? '/admin/content' : '/admin/content?show=replies'}
    >
      Show all {what}
    </ButtonLink>
  )
  if (text)
    return (
      <Empty title={`No ${what} found`} action={all}>
        Nothing contains "{text}" here.
      </Empty>
    )
  if (filter === 'reported')
    return (
      <Empty title="Nothing reported" action={all}>
        No {what} wait for your word.
      </Empty>
    )
  if (filter === 'flagged')
    return (
      <Empty title="Nothing hidden" action={all}>
        All {what} can be seen by everybody.
      </Empty>
    )
  return <Empty title={`No ${what} yet`}>What members write is listed here.</Empty>
}

function Newest({ shown }: { shown: number }) {
  if (shown < ROWS) return null
  return <p className="mt-3 text-13 text-muted">The newest {ROWS}. Search for what is older.</p>
}
