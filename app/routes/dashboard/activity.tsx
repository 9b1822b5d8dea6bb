// The My Activity tab: the member's discussions, replies, upvotes received, bookmarks and drafts.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listBookmarks } from '#app/domain/bookmarks/bookmark-list.ts'
import { ownReplies } from '#app/domain/replies/replies-by.ts'
import { WrittenReplies } from '#app/domain/replies/written-replies.tsx'
import { ownThreads } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { BookmarkRows } from '#app/features/bookmarks/bookmark-rows.tsx'
import { ACTIVITY_LISTS, type ActivityList, dashboardPath } from '#app/features/dashboard/address.ts'
import { DraftList } from '#app/features/dashboard/draft-list.tsx'
import { dashboardQueries, ownUpvotes } from '#app/features/dashboard/queries.ts'
import { UpvotedPosts } from '#app/features/dashboard/upvoted-posts.tsx'
import type { Client } from '#app/platform/session/session.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import * as t from '#words/dashboard-pages.ts'

type ActivityProps = { userId: string; list: ActivityList; page: number }

export function Activity({ userId, list, page }: ActivityProps) {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="sr-only">
        {t.myActivity}
      </h2>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <LinkTabs
          label={t.whichActivity}
          tabs={ACTIVITY_LISTS.map((one) => ({
            to: dashboardPath('activity', one.list),
            label: one.label,
            isCurrent: one.list === list,
          }))}
        />
        {list === 'bookmarks' ? <MoreLink to="/bookmarks" label={t.manageBookmarks} /> : null}
      </div>
      <Shown key={list} userId={userId} list={list} page={page} />
    </section>
  )
}

function Shown({ userId, list, page }: ActivityProps) {
  const asked = { userId, list, page }
  switch (list) {
    case 'discussions':
      return (
        <Paged
          {...asked}
          read={async (supabase) => {
            const { threads, pages } = await ownThreads(supabase, userId, page)
            return { rows: threads, pages }
          }}
          show={(threads) => <ThreadList threads={threads} within="site" showsMuted />}
          empty={t.noDiscussionsYet}
          way={<ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>}
          words={t.discussionsThatYouStartAre}
        />
      )
    case 'replies':
      return (
        <Paged
          {...asked}
          read={async (supabase) => {
            const { replies, pages } = await ownReplies(supabase, userId, page)
            return { rows: replies, pages }
          }}
          show={(replies) => <WrittenReplies replies={replies} />}
          empty={t.noRepliesYet}
          words={t.yourAnswersWillBeListed}
        />
      )
    case 'upvotes':
      return (
        <Paged
          {...asked}
          read={async (supabase) => {
            const { posts, pages } = await ownUpvotes(supabase, page)
            return { rows: posts, pages }
          }}
          show={(posts) => <UpvotedPosts posts={posts} />}
          empty={t.noUpvotesYet}
          words={t.whenOthersFindAPost}
        />
      )
    case 'bookmarks':
      return (
        <Paged
          {...asked}
          read={async (supabase) => {
            const { bookmarks, pages } = await listBookmarks(supabase, page)
            return { rows: bookmarks, pages }
          }}
          show={(bookmarks) => <BookmarkRows bookmarks={bookmarks} />}
          empty={t.noBookmarksYet}
          words={t.pressBookmarkUnderADiscussion}
        />
      )
    case 'drafts':
      return <DraftList userId={userId} page={page} />
  }
}

type PagedProps<Row> = ActivityProps & {
  read: (supabase: Client) => Promise<{ rows: readonly Row[]; pages: number }>
  show: (rows: readonly Row[]) => ReactNode
  /** The texts of the empty states, with a link. */
  empty: string
  words: string
  way?: ReactNode
}

const TO_FORUMS = <ButtonLink to="/forums">{t.browseTheForums}</ButtonLink>

function Paged<Row>(props: PagedProps<Row>) {
  const { userId, list, page, read, show, empty, words, way = TO_FORUMS } = props
  const { data, isError, refetch } = useQuery(dashboardQueries.activity(userId, list, page, read))
  if (isError) return <Failed message={t.theListCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label={t.loadingYourActivity} rows={5} />
  if (data.rows.length === 0 && page === 1)
    return (
      <Empty title={empty} action={way}>
        {words}
      </Empty>
    )
  return (
    <>
      {data.rows.length === 0 ? (
        <Empty
          title={t.nothingOnThisPage}
          action={<ButtonLink to={dashboardPath('activity', list)}>{t.goToTheFirstPage}</ButtonLink>}
        />
      ) : (
        show(data.rows)
      )}
      <Pagination
        page={page}
        pages={Math.max(data.pages, page)}
        href={(to) => dashboardPath('activity', list, to)}
        label={t.pagesOfYourActivity}
      />
    </>
  )
}
