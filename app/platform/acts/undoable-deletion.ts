// Deletes one's own post with a few seconds to undo it.
//
// The request is delayed until the time to undo is over, so that undo restores everything (votes, replies,
// notifications). If the tab is closed or hidden before, the request is sent at once, with `keepalive`, which outlives
// the page. Only if the browser crashes in these seconds does the post stay, and the user sees it.
import { client } from '#app/platform/session/session.ts'
import { publishableKey } from '#app/platform/supabase/client-options.ts'

const UNDO_MS = 6_000

export type Deletion = {
  method: 'DELETE' | 'POST'
  /** The path below /rest/v1/. */
  path: string
  body?: object
}

/**
 * Sends `deletion` when the time to undo it is over, or the page is hidden.
 * @param onEnd gets the body of the response, or null if it failed; not called after `undo`
 * @returns undo: nothing is sent; send: sends now, unless it was undone or sent
 */
export async function deleteSoon(
  deletion: Deletion,
  onEnd: (answer: unknown) => void,
): Promise<{ undo: () => void; send: () => void }> {
  // Prepared now, because a page that is being closed has no time for it.
  const { data } = await (await client()).auth.getSession()
  const token = data.session?.access_token ?? ''
  const leave = new AbortController()
  const { signal } = leave

  async function send() {
    if (signal.aborted) return
    leave.abort()
    clearTimeout(timer)
    onEnd(await request(deletion, token))
  }

  const timer = setTimeout(() => void send(), UNDO_MS)
  window.addEventListener('pagehide', () => void send(), { signal })
  document.addEventListener('visibilitychange', () => void (document.hidden && send()), { signal })
  return {
    send: () => void send(),
    undo: () => {
      leave.abort()
      clearTimeout(timer)
    },
  }
}

async function request({ method, path, body }: Deletion, token: string): Promise<unknown> {
  try {
    const response = await fetch(`/rest/v1/${path}`, {
      method,
      keepalive: true,
      headers: {
        apikey: publishableKey(),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = await response.json()
    // A policy does not refuse a deletion; it hides the row.
    if (response.ok && !(Array.isArray(answer) && answer.length === 0)) return answer
    console.warn('the deletion was refused', answer)
  } catch (error) {
    console.warn('the deletion could not be sent', error)
  }
  return null
}
