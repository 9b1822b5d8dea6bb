// What is new to the member, or unread: of all categories or of one, with 'Mark all read'. A guest's browser never loads
// this module.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import * as t from '#words/threads-more.ts'
import { markAllRead, type News, ownReadQueries } from './own-reads.ts'
import { ThreadList } from './thread-list.tsx'

type OwnThreadsProps = {
  userId: string
  news: News
  /** Null for all. */
  category: { id: string } | null
  page: number
  href: (page: number) => string
  loading: ReactNode
}

const WORDS: Record<News, { head: string; nothing: string; rule: string }> = {
  new: {
    head: t.begunSinceYourLastVisit,
    nothing: t.nothingNew,
    rule: t.discussionsThatOthersBeganSince,
  },
  unread: {
    head: t.withNewReplies,
    nothing: t.everythingIsRead,
    rule: t.whenOthersReplyInA,
  },
}

export default withQueries(function OwnThreads(props: OwnThreadsProps) {
  const { userId, news, category, page, href, loading } = props
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(ownReadQueries.list(userId, news, page, category?.id ?? null))
  const { note, remove } = useUndoable({
    said: t.allMarkedAsRead,
    failed: t.thereWasAnErrorMarking,
    failedTitle: t.failedToMarkAsRead,
    onDeleted: () => queries.invalidateQueries({ queryKey: ownReadQueries.all }),
  })
  const { head, nothing, rule } = WORDS[news]
  if (note) return note
  if (isError) return <Failed message={t.yourDiscussionsCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return loading
  if (data.threads.length === 0)
    return page > 1 ? (
      <Empty title={t.nothingOnThisPage} action={<ButtonLink to={href(1)}>{t.goToTheFirstPage}</ButtonLink>}>
        {rule}
      </Empty>
    ) : (
      <Empty title={nothing} action={<ButtonLink to="/latest">{t.latestDiscussions}</ButtonLink>}>
        {rule}
      </Empty>
    )
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="font-sans text-14 font-normal text-muted">{head}</h2>
        <Button
          variant="secondary"
          size="small"
          onClick={() => remove(markAllRead(news, category?.id ?? null))}
        >
          {t.markAllRead}
        </Button>
      </div>
      <ThreadList threads={data.threads} within={category ? 'category' : 'site'} />
      <Pagination page={page} pages={data.pages} href={href} label={t.pagesOfDiscussions} />
    </>
  )
})
