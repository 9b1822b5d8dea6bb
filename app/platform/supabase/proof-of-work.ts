// If many people behind one address sign up or in, or search, the API requires a proof of work (docs/contract-auth.md,
// docs/contract.md). The browser computes it and repeats the request with it, so the user sees a short delay instead of a
// captcha.
import type { Challenge } from 'altcha-lib'

/** The API's code for a missing proof. */
type Asking = { captcha_challenge?: Challenge }

/** Where other endpoints than those of /auth/v1 take it. */
const HEADER = 'x-captcha-token'

/**
 * Repeats the request of `init` with the proof that `response` requires.
 * @returns null if none is required, or none was found
 */
export async function withProof(init: RequestInit, response: Response): Promise<RequestInit | null> {
  const isAuth = new URL(response.url, window.location.origin).pathname.startsWith('/auth/v1/')
  if (isAuth && typeof init.body !== 'string') return null
  const asking = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Asking
  const challenge = asking.captcha_challenge
  if (!challenge) return null
  const solution = await solve(challenge)
  if (!solution) return null
  const captcha_token = btoa(JSON.stringify({ challenge, solution }))
  if (!isAuth) {
    const headers = new Headers(init.headers)
    headers.set(HEADER, captcha_token)
    return { ...init, headers }
  }
  const body: Record<string, unknown> = JSON.parse(String(init.body))
  return { ...init, body: JSON.stringify({ ...body, gotrue_meta_security: { captcha_token } }) }
}

/**
 * @returns the solution; null if none was found in time, or the page may not compute one (no Web Crypto, no workers)
 */
function solve(challenge: Challenge): Promise<unknown> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    const end = (solution: unknown) => {
      worker.terminate()
      resolve(solution)
    }
    worker.onmessage = ({ data }) => end(data)
    worker.onerror = () => end(null)
    worker.postMessage(challenge)
  })
}
