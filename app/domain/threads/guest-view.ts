// A guest's browser never loads the API's client; `fetch` is enough for one call.

/** Counts a view of the discussion; `keepalive`, because the reader may leave at once. */
export function countGuestView(threadId: string, publishableKey: string): Promise<Response> {
  return fetch('/rest/v1/rpc/increment_thread_views', {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: threadId }),
    keepalive: true,
  })
}
