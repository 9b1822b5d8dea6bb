// Counts one view for each opened discussion. For guests who open it by its address, the inline script of the page has
// done so (app/shell/first-paint/views.ts), long before these modules are loaded.

import { useEffect } from 'react'
import { countGuestView } from '#app/domain/threads/guest-view.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { ROOT_VIEWED } from '#shared/page-contract.ts'

/** Counts one view of the discussion, however many of its pages are opened. */
export function useCountView(threadId: string): void {
  const { publishableKey } = useSite()
  const { status } = useSession()
  const known = status !== 'unknown'
  const asMember = status === 'member'
  useEffect(() => {
    if (!known || counted === threadId) return
    counted = threadId
    if (document.documentElement.getAttribute(ROOT_VIEWED) === threadId) return
    count(threadId, asMember, publishableKey).catch((error: unknown) =>
      console.warn('the view was not counted', error),
    )
  }, [threadId, known, asMember, publishableKey])
}

/** The last counted discussion; another page of it, or signing in on it, is not a new view. */
let counted: string | null = null

async function count(threadId: string, asMember: boolean, publishableKey: string): Promise<void> {
  if (asMember) {
    await (await client()).rpc('increment_thread_views', { thread_id: threadId }).throwOnError()
    return
  }
  const answer = await countGuestView(threadId, publishableKey)
  if (!answer.ok) throw new Error(`status ${answer.status}`)
}
