// Computes a proof of work in a worker, so that the page stays responsive.
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const WITHIN_MS = 30_000

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge: data, deriveKey, timeout: WITHIN_MS })
  self.postMessage(solution)
}
