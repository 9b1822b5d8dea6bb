// The member's bookmarks. Removing one is an optimistic update.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkX, Lock, MonitorSmartphone } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { bookmarkQueries, setBookmark } from '#app/domain/bookmarks/query-options.ts'
import type { ThreadSummary } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty, Failed, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Route } from './+types/bookmarks'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Bookmarks',
      description: 'The discussions that you wanted to find again.',
      path: '/bookmarks',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default withQueries(Bookmarks)

function Bookmarks() {
  const session = useSession()
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Bookmarks' }]} />
      <h1 tabIndex={-1} className="text-28 outline-none">
        Bookmarks
      </h1>
      <p className="mt-1 mb-5 text-15 text-muted">Nobody but you sees what you keep here.</p>
      <NeedsScript what="Your list of bookmarks" />
      <div className="guest-only">
        <MembersOnly
          title="Please sign in to view your bookmarks."
          path="/bookmarks"
          finds={[
            {
              Icon: Bookmark,
              title: 'Find it again',
              text: 'Press Bookmark under a discussion to keep it here.',
            },
            {
              Icon: MonitorSmartphone,
              title: 'On every device',
              text: 'Kept with your account: saved on the phone, read at the desk.',
            },
            { Icon: Lock, title: 'Only yours', text: 'Nobody else sees what you keep, not even its author.' },
          ]}
        />
      </div>
      <div className="member-only">
        {session.status === 'member' ? (
          <Own userId={session.userId} key={session.userId} />
        ) : (
          <Skeleton label="Loading your bookmarks..." rows={5} />
        )}
      </div>
    </div>
  )
}

function Own({ userId }: { userId: string }) {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, isError, refetch } = useQuery(bookmarkQueries.list(userId, page))
  const remove = useRemove(userId, page)
  if (isError) return <Failed message="Your bookmarks could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <Skeleton label="Loading your bookmarks..." rows={5} />
  return (
    <>
      {data.threads.length === 0 ? (
        <Empty
          title={page > 1 ? 'Nothing on this page' : 'No bookmarks yet'}
          action={
            page > 1 ? (
              <ButtonLink to="/bookmarks">To the first page</ButtonLink>
            ) : (
              <ButtonLink to="/forums">Browse the forums</ButtonLink>
            )
          }
        >
          Press Bookmark under a discussion to find it here again.
        </Empty>
      ) : (
        <ThreadList
          threads={data.threads}
          within="site"
          control={(thread) => (
            <button
              type="button"
              aria-label={`Remove bookmark: ${thread.title}`}
              onClick={() => remove(thread)}
              className="relative col-start-2 -ml-2 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-control px-2 text-14 text-muted hover:bg-raised hover:text-text max-sm:-mb-2 sm:col-start-3 sm:-mr-2 sm:-mb-1 sm:min-h-9 sm:justify-self-end"
            >
              <BookmarkX size={16} aria-hidden />
              Remove
            </button>
          )}
        />
      )}
      <Pagination
        page={page}
        pages={data.pages}
        href={(to) => (to === 1 ? '/bookmarks' : `/bookmarks?page=${to}`)}
        label="Pages of bookmarks"
      />
    </>
  )
}

/** Removes a row at once, and restores it on an error. */
function useRemove(userId: string, page: number): (thread: ThreadSummary) => void {
  const queries = useQueryClient()
  const { queryKey } = bookmarkQueries.list(userId, page)
  const { mutate } = useMutation({
    mutationFn: async (thread: ThreadSummary) => setBookmark(await client(), userId, thread.id, false),
    onMutate: async ({ id }) => {
      // The button is removed with its row, so the focus moves to the list's heading.
      document.querySelector<HTMLElement>('h1')?.focus()
      // A response that is on its way still has the row.
      await queries.cancelQueries({ queryKey: bookmarkQueries.all })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (before) =>
        before ? { ...before, threads: before.threads.filter((thread) => thread.id !== id) } : before,
      )
      return { before }
    },
    onSuccess: () => toast({ title: 'Bookmark removed' }),
    onError: (error, _thread, kept) => {
      queries.setQueryData(queryKey, kept?.before)
      toastRefused('Failed to remove', error, 'There was an error removing your bookmark. Please try again.')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: bookmarkQueries.all }),
  })
  return mutate
}
