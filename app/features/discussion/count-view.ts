// Counts one view for each opened discussion. For guests who open it by its address, the inline script of the page has
// done so (app/shell/before-paint.js), long before these modules are loaded.
import { useEffect } from 'react'
import { client, useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'

/** Counts one view of the discussion, however many of its pages are opened. */
export function useCountView(threadId: string): void {
  const { publishableKey } = useSite()
  const { status } = useSession()
  const known = status !== 'unknown'
  const asMember = status === 'member'
  useEffect(() => {
    if (!known || counted === threadId) return
    counted = threadId
    if (document.documentElement.dataset.viewed === threadId) return
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
  // A guest's browser never loads the API's client; `fetch` is enough for one call.
  const answer = await fetch('/rest/v1/rpc/increment_thread_views', {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: threadId }),
    keepalive: true,
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
}
