// The discussions with new replies among those that the member follows or has opened.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellPlus, CheckCheck, MonitorSmartphone } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { LatestTabs } from '#app/domain/threads/latest-tabs.tsx'
import { readPage } from '#app/domain/threads/list-address.ts'
import { MARK_ALL_READ, ownReadQueries } from '#app/domain/threads/own-reads.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty, Failed, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Route } from './+types/unread'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Unread',
      description: 'New replies in the discussions that you follow or have opened.',
      path: '/unread',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default withQueries(Unread)

function Unread() {
  const session = useSession()
  return (
    <div className="page">
      <Breadcrumb
        crumbs={[{ label: 'Home', to: '/' }, { label: 'Forums', to: '/forums' }, { label: 'Unread' }]}
      />
      <h1 className="text-28">Unread</h1>
      <p className="mt-1 mb-4 text-15 text-muted">
        New replies in the discussions that you follow or have opened.
      </p>
      <NeedsScript what="Your list of unread discussions" />
      <div className="guest-only">
        <MembersOnly
          title="Please sign in to view what is unread."
          path="/unread"
          finds={[
            {
              Icon: CheckCheck,
              title: 'Read on',
              text: 'Every discussion that you opened comes back when somebody replies.',
            },
            {
              Icon: MonitorSmartphone,
              title: 'On every device',
              text: 'Kept with your account: read on the phone is read at the desk.',
            },
            { Icon: BellPlus, title: 'Nothing missed', text: 'The first new reply is one click away.' },
          ]}
        />
      </div>
      <div className="member-only">
        <div className="mb-3">
          <LatestTabs current="unread" />
        </div>
        {session.status === 'member' ? (
          <Own userId={session.userId} key={session.userId} />
        ) : (
          <Skeleton label="Loading unread discussions..." rows={5} />
        )}
      </div>
    </div>
  )
}

function Own({ userId }: { userId: string }) {
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(ownReadQueries.unread(userId, page))
  const { note, remove } = useUndoable({
    said: 'All marked as read',
    failed: 'There was an error marking the discussions as read. Please try again.',
    failedTitle: 'Failed to mark as read',
    onDeleted: () => queries.invalidateQueries({ queryKey: ownReadQueries.all }),
  })
  if (note) return note
  if (isError)
    return <Failed message="Unread discussions could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <Skeleton label="Loading unread discussions..." rows={5} />
  if (data.threads.length === 0) {
    return (
      <Empty
        title={page > 1 ? 'Nothing on this page' : 'Everything is read'}
        action={
          page > 1 ? (
            <ButtonLink to="/unread">Go to the first page</ButtonLink>
          ) : (
            <ButtonLink to="/latest">Latest discussions</ButtonLink>
          )
        }
      >
        When others reply in a discussion that you follow or have opened, it is listed here.
      </Empty>
    )
  }
  return (
    <section aria-labelledby="discussions">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="discussions" className="font-sans text-15 text-muted">
          Discussions with new replies
        </h2>
        <Button variant="secondary" size="small" onClick={() => remove(MARK_ALL_READ)}>
          Mark all read
        </Button>
      </div>
      <ThreadList threads={data.threads} within="site" />
      <Pagination
        page={page}
        pages={data.pages}
        href={(to) => (to === 1 ? '/unread' : `/unread?page=${to}`)}
        label="Pages of discussions"
      />
    </section>
  )
}
