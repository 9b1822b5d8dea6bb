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
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/bookmarks'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.bookmarks,
    description: t.theDiscussionsAndRepliesThat,
    path: '/bookmarks',
    isIndexed: false,
  })
}

export default withQueries(Bookmarks)

function Bookmarks() {
  const session = useSession()
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={[{ label: t.home, to: '/' }, { label: t.bookmarks }]} />
      <h1 tabIndex={-1} className="text-28 outline-none">
        {t.bookmarks}
      </h1>
      <p className="mt-1 mb-5 text-15 text-muted">{t.nobodyButYouSeesWhat}</p>
      <NeedsScript what={t.yourListOfBookmarks} />
      <div className="guest-only">
        <MembersOnly
          title={t.pleaseSignInToView}
          finds={[
            {
              Icon: Bookmark,
              title: t.findItAgain,
              text: t.pressBookmarkUnderADiscussion,
            },
            {
              Icon: AlarmClock,
              title: t.comeBackToIt,
              text: t.aReminderTellsYouTonight,
            },
            { Icon: Lock, title: t.onlyYours, text: t.nobodyElseSeesWhatYou },
          ]}
        />
      </div>
      <div className="member-only">
        {session.status === 'member' ? (
          <Own userId={session.userId} key={session.userId} />
        ) : (
          <Skeleton label={t.loadingYourBookmarks} rows={5} />
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
  if (isError) return <Failed message={t.yourBookmarksCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label={t.loadingYourBookmarks} rows={5} />
  return (
    <>
      <h2 className="sr-only">{t.whatYouKeep}</h2>
      {data.bookmarks.length === 0 ? (
        <Empty
          title={page > 1 ? t.nothingOnThisPage : t.noBookmarksYet}
          action={
            page > 1 ? (
              <ButtonLink to="/bookmarks">{t.goToTheFirstPage}</ButtonLink>
            ) : (
              <ButtonLink to="/forums">{t.browseTheForums}</ButtonLink>
            )
          }
        >
          {t.pressBookmarkUnderADiscussion2}
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
        label={t.pagesOfBookmarks}
      />
    </>
  )
}
