// Solves a proof of work beside the page, so that nothing on it stands still meanwhile.
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const WITHIN_MS = 30_000

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge: data, deriveKey, timeout: WITHIN_MS })
  self.postMessage(solution)
}
