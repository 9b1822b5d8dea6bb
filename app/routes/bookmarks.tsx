// The member's bookmarks, with notes and reminders. Removing one can be undone for a few seconds.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Bookmark, Lock } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { bookmarkQueries } from '#app/domain/bookmarks/query-options.ts'
import { BookmarkRows } from '#app/features/bookmarks/bookmark-rows.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty, Failed, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Route } from './+types/bookmarks'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Bookmarks',
      description: 'The discussions and replies that you wanted to find again.',
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
              text: 'Press Bookmark under a discussion or a reply to keep it here, with a note.',
            },
            {
              Icon: AlarmClock,
              title: 'Come back to it',
              text: 'A reminder tells you tonight, next week or on the day of the results.',
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
  const queries = useQueryClient()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, isError, refetch } = useQuery(bookmarkQueries.list(userId, page))
  if (isError) return <Failed message="Your bookmarks could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <Skeleton label="Loading your bookmarks..." rows={5} />
  return (
    <>
      <h2 className="sr-only">What you keep</h2>
      {data.bookmarks.length === 0 ? (
        <Empty
          title={page > 1 ? 'Nothing on this page' : 'No bookmarks yet'}
          action={
            page > 1 ? (
              <ButtonLink to="/bookmarks">Go to the first page</ButtonLink>
            ) : (
              <ButtonLink to="/forums">Browse the forums</ButtonLink>
            )
          }
        >
          Press Bookmark under a discussion or a reply to find it here again.
        </Empty>
      ) : (
        <BookmarkRows
          bookmarks={data.bookmarks}
          editor={{
            userId,
            onRemoved: () => queries.invalidateQueries({ queryKey: bookmarkQueries.all }),
          }}
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
