// The discussions that others began since the member's last visit.
import { OWN_PAGES, OwnThreadsPage } from '#app/features/unread/own-threads-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/new'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { ...OWN_PAGES.new, path: '/new', isIndexed: false })
}

export default function New() {
  return (
    <OwnThreadsPage
      news="new"
      signIn={(finds) => <MembersOnly title={t.pleaseSignInToView2} finds={finds} />}
    />
  )
}
