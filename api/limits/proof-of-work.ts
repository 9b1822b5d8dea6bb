// Proofs of work, which clients provide once an address exceeds a limit. Many people share an address, for example on
// mobile networks in India; each of them computes for a moment in the background. Ten thousand requests cost an hour
// of computing.
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { hmac } from '../crypto.ts'
import type { CounterFactory } from './counters.ts'
import { RULES } from './rules.ts'

export type { Challenge }

/**
 * One attempt is 2,000 rounds of SHA-256 and one in 256 succeeds, so half a million rounds are expected: a few tenths
 * of a second on a phone. Creating a challenge costs one HMAC, verifying a solution one attempt.
 */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2_000, keyPrefix: '00' } as const
/** A solution has about 600 characters. */
const MOST_TOKEN = 2_048

export type ProofOfWork = {
  /** Whether it is an unused solution; the result is stable across calls. */
  isValid(): Promise<boolean>
}

export const NO_PROOF_OF_WORK: ProofOfWork = { isValid: () => Promise.resolve(false) }

const TOKEN = z.object({
  challenge: z.object({
    parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** @param secret shared by all nodes of the site */
export function createProver(secret: string, counterFor: CounterFactory) {
  const hmacSignatureSecret = hmac(secret, 'proof of work', 'hex')
  const used = counterFor(RULES.proof)
  const judge = async (token: string): Promise<boolean> => {
    const parsed = TOKEN.safeParse(parse(token))
    if (!parsed.success) return false
    const challenge = parsed.data.challenge as unknown as Challenge & { signature: string }
    const { solution } = parsed.data
    const { verified } = await verifySolution({
      challenge,
      solution: { ...solution, time: 0 },
      deriveKey,
      hmacSignatureSecret,
    }).catch(() => ({ verified: false }))
    return verified && (await used.take(challenge.signature)) === 0
  }
  return {
    challenge: () =>
      createChallenge({
        ...WORK,
        deriveKey,
        hmacSignatureSecret,
        expiresAt: Math.floor(Date.now() / 1_000) + RULES.proof.seconds,
      }),
    /** @param token base64 of `{challenge, solution}`, as ALTCHA's clients write it */
    read: (token: unknown): ProofOfWork => {
      if (typeof token !== 'string' || token === '' || token.length > MOST_TOKEN) return NO_PROOF_OF_WORK
      let judged: Promise<boolean> | null = null
      return {
        isValid: () => {
          judged ??= judge(token)
          return judged
        },
      }
    },
  }
}

function parse(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
