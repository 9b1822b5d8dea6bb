// Deleting what one wrote, with a few seconds to think again.
//
// The request waits for the time to undo, so that undoing restores everything (votes, answers, notifications): nothing
// has happened yet. It does not wait for longer than the page: a tab that is closed or put away sends it at once, with
// `keepalive`, which outlives the page. Only a browser that dies in these seconds keeps the post, which is then seen to
// be there; a deletion that was taken back by accident would not be.
import { client } from '#app/platform/session/session.ts'
import { publishableKey } from '#app/platform/supabase/client-options.ts'

const UNDO_MS = 6_000

export type Deletion = {
  method: 'DELETE' | 'POST'
  /** Below /rest/v1/. */
  path: string
  body?: object
}

/**
 * Sends `deletion` when the time to undo it is over, or the page is left.
 * @param onEnd gets the answer's body, or null when it failed; not called after `undo`
 * @returns undo: nothing is sent; send: sends now, unless it was undone or sent
 */
export async function deleteSoon(
  deletion: Deletion,
  onEnd: (answer: unknown) => void,
): Promise<{ undo: () => void; send: () => void }> {
  // Asked for now: a page that is being left has no time for it.
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
    // A policy doesn't refuse a deletion, it shows no row to delete.
    if (response.ok && !(Array.isArray(answer) && answer.length === 0)) return answer
    console.warn('the deletion was refused', answer)
  } catch (error) {
    console.warn('the deletion could not be sent', error)
  }
  return null
}
