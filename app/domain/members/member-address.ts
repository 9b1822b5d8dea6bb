// Addresses of a member's page: its tabs, and their pages.
import { memberPath } from '#shared/slugs.ts'

type MemberTab = 'discussions' | 'replies' | 'about'
export type MemberAddress = { tab: MemberTab; page: number }

const TABS: readonly MemberTab[] = ['discussions', 'replies', 'about']

/** Reads `?tab=` and `?page=`; the default is the first page of the discussions. */
export function readMemberAddress(search: URLSearchParams): MemberAddress {
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'discussions'
  const page = search.get('page') ?? ''
  return { tab, page: tab !== 'about' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 }
}

/** The address of a page of a tab, without default values. */
export function memberPagePath(username: string, { tab, page }: MemberAddress): string {
  const search = new URLSearchParams()
  if (tab !== 'discussions') search.set('tab', tab)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `${memberPath(username)}?${query}` : memberPath(username)
}
