// The lists of discussions of all forums.
import { LinkTabs } from '#app/ui/link-tabs.tsx'

export function LatestTabs({ current }: { current: 'latest' | 'unread' }) {
  return (
    <LinkTabs
      label="Which discussions"
      tabs={[
        { to: '/latest', label: 'Latest', isCurrent: current === 'latest' },
        { to: '/unread', label: 'Unread', isCurrent: current === 'unread', className: 'member-only' },
        { to: '/trending', label: 'Trending', isCurrent: false },
      ]}
    />
  )
}
