// The discussions with new replies among those that the member has opened.
import { OWN_PAGES, OwnThreadsPage } from '#app/features/unread/own-threads-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { MembersOnly } from '#app/shell/members-only.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/unread'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { ...OWN_PAGES.unread, path: '/unread', isIndexed: false })
}

export default function Unread() {
  return (
    <OwnThreadsPage
      news="unread"
      signIn={(finds) => <MembersOnly title={t.pleaseSignInToView5} finds={finds} />}
    />
  )
}
