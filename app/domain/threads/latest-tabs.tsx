// The lists of discussions of all forums.
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import * as t from '#words/threads-more.ts'
import { countOf, useNewsCounts } from './news-counts.ts'

export function LatestTabs({ current }: { current: 'latest' | 'new' | 'unread' }) {
  const counts = useNewsCounts(null)
  return (
    <LinkTabs
      label={t.whichDiscussions}
      tabs={[
        { to: '/latest', label: t.latest, isCurrent: current === 'latest' },
        ...(['new', 'unread'] as const).map((news) => ({
          to: `/${news}`,
          label: news === 'new' ? t.newLabel : t.unread,
          isCurrent: current === news,
          count: countOf(counts, news),
          className: 'member-only',
        })),
        { to: '/trending', label: t.trending, isCurrent: false },
      ]}
    />
  )
}
