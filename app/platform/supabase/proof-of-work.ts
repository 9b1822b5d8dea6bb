// When many people behind one address sign up or in, identity asks for a proof of work (docs/contract-auth.md). It is
// found here, and the request is sent once more with it: whoever fills in the form sees a moment pass, and no captcha.
import type { Challenge } from 'altcha-lib'

/** What identity answers where a proof helps. */
type Asking = { captcha_challenge?: Challenge }

/**
 * The request of `init` once more, with the proof that `response` asks for.
 * @returns null where none is asked for, or none can be found
 */
export async function withProof(init: RequestInit, response: Response): Promise<RequestInit | null> {
  if (typeof init.body !== 'string') return null
  const asking = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Asking
  const challenge = asking.captcha_challenge
  if (!challenge) return null
  const solution = await solve(challenge)
  if (!solution) return null
  const captcha_token = btoa(JSON.stringify({ challenge, solution }))
  const body: Record<string, unknown> = JSON.parse(init.body)
  return { ...init, body: JSON.stringify({ ...body, gotrue_meta_security: { captcha_token } }) }
}

/** @returns the solution; null when there is none in time, or where a page may not compute (no encryption, no workers) */
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
