// Addresses of the dashboard: its tabs, the lists of My Activity, and their pages.

import * as t from '#words/dashboard.ts'

export type DashboardTab = 'overview' | 'activity' | 'admin'
export type ActivityList = 'discussions' | 'replies' | 'upvotes' | 'bookmarks' | 'drafts'
export type DashboardAddress = { tab: DashboardTab; list: ActivityList; page: number }

export const ACTIVITY_LISTS: readonly { list: ActivityList; label: string }[] = [
  { list: 'discussions', label: t.discussions },
  { list: 'replies', label: t.replies },
  { list: 'upvotes', label: t.upvotesReceived },
  { list: 'bookmarks', label: t.bookmarks },
  { list: 'drafts', label: t.drafts },
]

const TABS: readonly DashboardTab[] = ['overview', 'activity', 'admin']

/** Reads `?tab=`, `?show=` and `?page=`; invalid values become the defaults. */
export function readDashboardAddress(search: URLSearchParams): DashboardAddress {
  const page = search.get('page') ?? ''
  return {
    tab: TABS.find((one) => one === search.get('tab')) ?? 'overview',
    list: ACTIVITY_LISTS.find(({ list }) => list === search.get('show'))?.list ?? 'discussions',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a tab, or of a page of a list. */
export function dashboardPath(tab: DashboardTab, list: ActivityList = 'discussions', page = 1): string {
  const search = new URLSearchParams()
  if (tab !== 'overview') search.set('tab', tab)
  if (tab === 'activity' && list !== 'discussions') search.set('show', list)
  if (tab === 'activity' && page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/dashboard?${query}` : '/dashboard'
}
