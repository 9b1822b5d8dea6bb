// Access tokens: signed with the site's ES256 key, verified with it, its predecessors, or keys that the operator
// configured. The token itself never decides which key, algorithm or URL is trusted.
import {
  type CryptoKey,
  errors,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose'
import { publicHalf, type SigningKeys } from '../signing-keys.ts'

export const ACCESS_TOKEN_SECONDS = 3_600
const CLOCK_SKEW_SECONDS = 30

export type Claims = Record<string, unknown> & { exp: number }

/** The verification step that failed. 'expired' is separate because the client can refresh. */
export type TokenFault = 'malformed' | 'algorithm' | 'key' | 'signature' | 'claims' | 'expired'

export class TokenError extends Error {
  readonly fault: TokenFault

  constructor(fault: TokenFault, message: string) {
    super(message)
    this.fault = fault
  }
}

type VerifyingKey = { key: CryptoKey; alg: string; retiredAt: number | null }

/**
 * @param keys private ES256 JWK with its kid, which signs, and the public ones before it
 * @param issuer `iss` of the tokens signed here
 * @param secret verifies the operator's HS256 tokens; null: none are accepted
 * @param verificationKeys public keys of others who sign tokens for this site
 */
export async function createTokens(options: {
  keys: SigningKeys
  issuer: string
  secret: string | null
  verificationKeys?: JWK[]
}) {
  const { keys, issuer, verificationKeys = [] } = options
  const { kid = '' } = keys.current
  const privateKey = await importJWK({ ...keys.current, alg: 'ES256' })
  const secret = options.secret === null ? null : new TextEncoder().encode(options.secret)
  const published = [publicHalf(keys.current), ...keys.previous, ...verificationKeys]
  const known = new Map<string, VerifyingKey>()
  for (const jwk of published) {
    const { alg = 'ES256', kid: name = '' } = jwk
    // The first key keeps the kid: an operator's key cannot replace ours.
    if (known.has(name)) continue
    const retiredAt = 'retired_at' in jwk && typeof jwk.retired_at === 'number' ? jwk.retired_at : null
    known.set(name, { key: (await importJWK({ ...jwk, alg })) as CryptoKey, alg, retiredAt })
  }
  const algorithms = [...new Set([...known.values()].map(({ alg }) => alg)), ...(secret ? ['HS256'] : [])]

  const keyFor = ({ alg, kid: named }: JWTHeaderParameters) => {
    const found = named === undefined ? undefined : known.get(named)
    if (found && found.alg === alg) return found.key
    if (alg === 'HS256' && named === undefined && secret) return secret
    throw new TokenError('key', 'No suitable key was found to decode the JWT')
  }

  return {
    /** The public halves, as /.well-known/jwks.json serves them. */
    jwks: { keys: published.map(({ retired_at: _, ...key }: JWK & { retired_at?: unknown }) => key) },
    /** Signs `claims`; iat and exp are set here. */
    sign: async (claims: Record<string, unknown>) => {
      const issuedAt = Math.floor(Date.now() / 1_000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ iss: issuer, ...claims, iat: issuedAt, exp: expiresAt })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .sign(privateKey)
      return { token, expiresAt }
    },
    /** @throws TokenError */
    verify: async (token: string): Promise<Claims> => {
      const parts = token.split('.').length
      if (parts !== 3) throw new TokenError('malformed', `Expected 3 parts in JWT; got ${parts}`)
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keyFor, {
          algorithms,
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_SKEW_SECONDS,
        })
        if (typeof payload.iat === 'number' && payload.iat > Date.now() / 1_000 + CLOCK_SKEW_SECONDS) {
          throw new TokenError('claims', 'JWT issued at future')
        }
        // A token that a retired key signed in time expires before this; a later one is forged.
        const retiredAt = known.get(protectedHeader.kid ?? '')?.retiredAt ?? null
        const last = retiredAt === null ? null : retiredAt + ACCESS_TOKEN_SECONDS + CLOCK_SKEW_SECONDS
        if (last !== null && (payload.exp ?? 0) > last) {
          throw new TokenError('key', 'No suitable key was found to decode the JWT')
        }
        return payload as Claims
      } catch (error) {
        throw error instanceof TokenError ? error : explain(error)
      }
    },
  }
}

export type Tokens = Awaited<ReturnType<typeof createTokens>>

function explain(error: unknown): TokenError {
  if (error instanceof errors.JWTExpired) return new TokenError('expired', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const early = error.claim === 'nbf' && error.reason === 'check_failed'
    return new TokenError(
      'claims',
      early ? 'JWT not yet valid' : `JWT claim ${error.claim} is missing or wrong`,
    )
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return new TokenError('algorithm', 'Wrong or unsupported encoding algorithm')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', 'JWT cryptographic operation failed')
  }
  return new TokenError('malformed', 'JWT could not be decoded')
}
