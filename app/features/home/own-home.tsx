// What the front page shows to a member: one line of news, and rows for them. A guest's browser never loads this module.
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { type CategoryNews, countedNews, ownReadQueries } from '#app/domain/threads/own-reads.ts'
import OwnThreads from '#app/domain/threads/own-threads.tsx'
import { ChooseSubjects, useOffer } from '#app/domain/tracking/choose-subjects.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Link } from '#app/ui/link.tsx'
import { formatDate } from '#shared/format.ts'
import { startOfYesterday } from '#shared/indian-time.ts'
import * as t from '#words/home.ts'
import { TabRows } from './tab-rows.tsx'

const LINK = 'font-medium text-accent underline underline-offset-2'
/** The line names so many categories. */
const NAMED = 2

export const News = withQueries(function News({ userId }: { userId: string }) {
  const { data } = useQuery(ownReadQueries.news(userId))
  return data ? <p>{newsLine(data)}</p> : null
})

type NewsOfMember = {
  new: number
  unread: number
  replies: number
  since: string
  categories: readonly CategoryNews[]
}

/** The same numbers as at the bell, the tabs and the dots. */
function newsLine({ new: begun, unread, replies, since, categories }: NewsOfMember): ReactNode {
  const isRecent = Date.parse(since) >= Date.parse(startOfYesterday(Date.now()))
  const when = isRecent ? t.yesterday : formatDate(since)
  if (replies + begun + unread === 0) return t.nothingNewSince(when)
  const named = categories.slice(0, NAMED)
  const more = categories.length - named.length
  const parts = [
    replies > 0 ? (
      <Link key="replies" to="/notifications" className={LINK}>
        {t.toYou(countedNews(replies), replies === 1 ? t.reply : t.replies)}
      </Link>
    ) : null,
    begun > 0 ? (
      <Fragment key="new">
        {t.inLabel(
          <Link to="/?tab=new" className={LINK}>
            {t.newLabel2(countedNews(begun))}
          </Link>,
        )}{' '}
        {named.map(({ slug, name }, index) => (
          <Fragment key={slug}>
            {index === 0 ? null : index === named.length - 1 && more === 0 ? t.and : ', '}
            <Link to={`/forums/${slug}?show=new`} className={LINK}>
              {name}
            </Link>
          </Fragment>
        ))}
        {more > 0 ? t.andMore(more) : null}
      </Fragment>
    ) : null,
    unread > 0 ? (
      <Link key="unread" to="/?tab=unread" className={LINK}>
        {t.unread2(countedNews(unread))}
      </Link>
    ) : null,
  ].filter((part) => part !== null)
  return (
    <>
      {t.since(when)}{' '}
      {parts.map((part, index) => (
        <Fragment key={part.key}>
          {index === 0 ? null : ' · '}
          {part}
        </Fragment>
      ))}
    </>
  )
}

type OwnListProps = { userId: string; tab: 'new' | 'unread' | null; loading: ReactNode }

export const OwnList = withQueries(function OwnList({ userId, tab, loading }: OwnListProps) {
  return tab === null ? (
    <ForYou userId={userId} loading={loading} />
  ) : (
    <OwnThreads
      userId={userId}
      news={tab}
      category={null}
      page={1}
      href={(page) => (page === 1 ? `/?tab=${tab}` : `/${tab}?page=${page}`)}
      loading={loading}
    />
  )
})

function ForYou({ userId, loading }: { userId: string; loading: ReactNode }) {
  const { data, isError, refetch } = useQuery(ownReadQueries.forYou(userId))
  const isOffered = useOffer(userId)
  if (isOffered === undefined || !(data || isError)) return loading
  return (
    <>
      {isOffered ? <ChooseSubjects userId={userId} /> : null}
      {data ? (
        <TabRows threads={data} more="/latest" />
      ) : (
        <Failed message={t.yourDiscussionsCouldNotBe} onRetry={() => void refetch()} />
      )}
    </>
  )
}
