// Keys that sign and verify access tokens: one signs, its predecessors verify until their last token expires, and the
// operator may configure others that verify.
//
// Of a replaced key only the public half and the time of replacement are kept: tokens signed later are rejected, so a
// stolen key is useful for an hour at most after `npm run rotate-keys`.
import type { JWK } from 'jose'
import { z } from 'zod'

/** A public key with the time of its replacement (`retired_at`, seconds since 1970), if known. */
export type RetiredKey = JWK & { retired_at?: number }

export type SigningKeys = {
  /** Private ES256 JWK with its kid: signs. */
  current: JWK
  /** Public ES256 JWKs: verify. */
  previous: RetiredKey[]
}

const part = z.string().regex(/^[\w-]{43}$/)
const p256 = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: part,
  y: part,
  d: part.optional(),
  kid: z.string().min(1).max(200),
  retired_at: z.number().int().positive().optional(),
})

/** The operator's SIGNING_KEYS: the first signs, all verify. @throws Error describing the accepted form */
export function parseSigningKeys(text: string): SigningKeys {
  const parsed = z.array(p256).min(1).safeParse(readKeys(text))
  const [current, ...previous] = (parsed.data ?? []) as RetiredKey[]
  if (!current?.d) throw new Error('must be ES256 keys as JWK, each with a kid, the first of them private')
  if (new Set(parsed.data?.map(({ kid }) => kid)).size !== parsed.data?.length) {
    throw new Error('must be keys that each have a kid of their own')
  }
  return { current: { ...current, alg: 'ES256', use: 'sig' }, previous: previous.map(publicHalf) }
}

/** The entry of the secrets file for a replaced key. */
export function retire(key: JWK, at: number): RetiredKey {
  return { ...publicHalf(key), retired_at: Math.floor(at / 1_000) }
}

export async function newSigningKey(): Promise<JWK> {
  const { exportJWK, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64url')
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
}

const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const
const verifying = z.looseObject({
  kty: z.enum(['EC', 'RSA', 'OKP']),
  alg: z.enum(ALGORITHMS),
  kid: z.string().min(1),
})

/** The operator's VERIFICATION_KEYS: public keys of others who sign tokens for this site. */
export function parseVerificationKeys(text: string): JWK[] {
  const parsed = z.array(verifying).safeParse(readKeys(text))
  if (!parsed.success) {
    throw new Error(`must be public keys as JWK, each with its kid and its alg (${ALGORITHMS.join(', ')})`)
  }
  if (parsed.data.some((key) => 'd' in key)) throw new Error('must be public keys: one of them is private')
  return parsed.data as JWK[]
}

export function publicHalf(key: RetiredKey): RetiredKey {
  const { kty = '', crv = '', x = '', y = '', kid = '', retired_at: at } = key
  const half: JWK = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  return at === undefined ? half : { ...half, retired_at: at }
}

/** One JWK, an array of them, or a key set. */
function readKeys(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('must be JSON')
  }
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null && 'keys' in value ? value.keys : [value]
}
