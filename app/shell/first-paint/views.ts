// Counts a guest's view of a discussion. The page's modules count a member's, under the member's name
// (app/features/discussion/count-view.ts).
import { countGuestView } from '#app/domain/threads/guest-view.ts'
import { META_DISCUSSION, META_PUBLISHABLE_KEY, ROOT_VIEWED } from '#shared/page-contract.ts'
import { isMember, metaContent, root } from './page.ts'

export function countViews(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const threadId = metaContent(META_DISCUSSION)
    if (!threadId || isMember()) return
    root.setAttribute(ROOT_VIEWED, threadId)
    countGuestView(threadId, metaContent(META_PUBLISHABLE_KEY) ?? '').catch(() => undefined)
  })
}
