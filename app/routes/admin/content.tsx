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
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Content', '/admin/content')

export default function Content() {
  const { shown } = useContentSearch()
  return (
    <>
      <PageHead title={t.content} />
      <ContentSearch />
      {shown === 'threads' ? <Threads /> : <Replies />}
    </>
  )
}

function Threads() {
  const { text, filter } = useContentSearch()
  const threads = useQuery(moderationQueries.threads({ text, filter }))
  const categories = useQuery(adminQueries.categoryNames)
  if (threads.isError) return <NotLoaded what={t.threads} onRetry={() => void threads.refetch()} />
  if (!threads.data) return <TableSkeleton label={t.loadingTheThreads} />
  if (threads.data.length === 0) return <Nothing what={t.threads} />
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
  if (isError) return <NotLoaded what={t.replies} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton label={t.loadingTheReplies} />
  if (data.length === 0) return <Nothing what={t.replies} />
  return (
    <>
      <ContentReplies replies={data} />
      <Newest shown={data.length} />
    </>
  )
}

function NotLoaded({ what, onRetry }: { what: string; onRetry: () => void }) {
  return <Failed message={t.theCouldNotBeLoaded(what)} onRetry={onRetry} />
}

function Nothing({ what }: { what: 'threads' | 'replies' }) {
  const { text, filter } = useContentSearch()
  const all = (
    <ButtonLink
      variant="secondary"
      to={what === 'threads' ? '/admin/content' : '/admin/content?show=replies'}
    >
      {t.showAll(what)}
    </ButtonLink>
  )
  if (text)
    return (
      <Empty title={t.noFound(what)} action={all}>
        {t.nothingContainsHere(text)}
      </Empty>
    )
  if (filter === 'reported')
    return (
      <Empty title={t.nothingReported} action={all}>
        {t.noWaitForYourWord(what)}
      </Empty>
    )
  if (filter === 'flagged')
    return (
      <Empty title={t.nothingHidden} action={all}>
        {t.allCanBeSeenBy(what)}
      </Empty>
    )
  return <Empty title={t.noYet(what)}>{t.whatMembersWriteIsListed}</Empty>
}

function Newest({ shown }: { shown: number }) {
  if (shown < ROWS) return null
  return <p className="mt-3 text-13 text-muted">{t.theNewestSearchForWhat(ROWS)}</p>
}
