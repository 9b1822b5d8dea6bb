// What the front page shows to a member: one line of news, and rows for them. A guest's browser never loads this module.
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { firstRunQueries, stepsDone } from '#app/domain/members/first-run.ts'
import { MOST_NEWS, ownReadQueries } from '#app/domain/threads/own-reads.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import { TabRows } from './tab-rows.tsx'

const LINK = 'font-medium text-accent hover:underline'

export const News = withQueries(function News({ userId }: { userId: string }) {
  const { data } = useQuery(ownReadQueries.news(userId))
  const { data: run } = useQuery(firstRunQueries.of(userId))
  const done = stepsDone(run)
  if (!data) return null
  return (
    <div className="flex gap-x-4">
      <p>{since(data)}</p>
      {done === null ? null : (
        <Link to="/dashboard" className={LINK}>
          Get started: {done} of 3
        </Link>
      )}
    </div>
  )
})

type NewsOfMember = {
  replies: number
  categories: readonly { name: string; slug: string; threads: number }[]
}

function since(data: NewsOfMember): ReactNode {
  const { replies, categories } = data
  if (replies === 0 && categories.length === 0) return 'Nothing new since yesterday.'
  const discussions = categories.reduce((sum, { threads }) => sum + threads, 0)
  return (
    <>
      Since yesterday:{' '}
      {replies > 0 ? (
        <Link to="/notifications" className={LINK}>
          {counted(replies)} {replies === 1 ? 'reply' : 'replies'} to you
        </Link>
      ) : null}
      {replies > 0 && discussions > 0 ? ' · ' : null}
      {discussions > 0 ? `${counted(discussions)} new in ` : null}
      {categories.map(({ slug, name }, index) => (
        <Fragment key={slug}>
          {index === 0 ? null : index === categories.length - 1 ? ' and ' : ', '}
          <Link to={`/forums/${slug}`} className={LINK}>
            {name}
          </Link>
        </Fragment>
      ))}
    </>
  )
}

function counted(value: number): string {
  return value < MOST_NEWS ? String(value) : `${MOST_NEWS - 1}+`
}

type OwnListProps = { userId: string; tab: 'unread' | null; loading: ReactNode }

export const OwnList = withQueries(function OwnList({ userId, tab, loading }: OwnListProps) {
  return tab === 'unread' ? (
    <Unread userId={userId} loading={loading} />
  ) : (
    <ForYou userId={userId} loading={loading} />
  )
})

type OwnRowsProps = { userId: string; loading: ReactNode }

function ForYou({ userId, loading }: OwnRowsProps) {
  const { data, isError, refetch } = useQuery(ownReadQueries.forYou(userId))
  if (isError)
    return <Failed message="Your discussions could not be loaded." onRetry={() => void refetch()} />
  if (!data) return loading
  return <TabRows threads={data} more="/latest" />
}

function Unread({ userId, loading }: OwnRowsProps) {
  const { data, isError, refetch } = useQuery(ownReadQueries.unread(userId, 1))
  if (isError)
    return <Failed message="Unread discussions could not be loaded." onRetry={() => void refetch()} />
  if (!data) return loading
  if (data.threads.length === 0) {
    return (
      <Empty
        title="Everything is read"
        action={<ButtonLink to="/?tab=latest">Latest discussions</ButtonLink>}
      >
        When others reply in a discussion that you follow or have opened, it is listed here.
      </Empty>
    )
  }
  return (
    <>
      <ThreadList threads={data.threads} within="site" />
      <p className="mt-3">
        <MoreLink to="/unread" label="See all unread" />
      </p>
    </>
  )
}
