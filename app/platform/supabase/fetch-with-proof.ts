// `fetch` for the API: it repeats a request with a proof of work if the server requires one, notes when a rate-limited
// visitor may retry, and has the words of the page's language for what is refused.
import { loadRefusals } from '#app/platform/words/refused.ts'
import { noteRateLimit } from './retry-after.ts'

/** @param send instead of `fetch`, such as an upload that tells its progress */
export async function fetchWithProof(
  input: RequestInfo | URL,
  init?: RequestInit,
  send = fetch,
): Promise<Response> {
  const response = await sendOnce(input, init, send)
  if (!response.ok) await loadRefusals()
  return response
}

async function sendOnce(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  send: typeof fetch,
): Promise<Response> {
  const response = await send(input, init)
  if (response.status !== 429) return response
  const proven = await prove(init, response)
  const last = proven ? await send(input, proven) : response
  if (last.status === 429) noteRateLimit(last, Date.now())
  return last
}

async function prove(init: RequestInit | undefined, response: Response): Promise<RequestInit | null> {
  if (!init || response.headers.get('x-sb-error-code') !== 'captcha_failed') return null
  const { withProof } = await import('./proof-of-work.ts')
  return withProof(init, response)
}
