// Identifies the caller by API key or access token: a fact, or an error that each service words in its own format. Without
// credentials the caller is a guest.
import { LRUCache } from 'lru-cache'
import { digest, isEqual } from '../crypto.ts'
import { guest, type Viewer } from '../viewer.ts'
import { type Claims, TokenError, type Tokens } from './tokens.ts'

/** Size of the cache of verified tokens: a member's requests come in bursts. */
const REMEMBERED = 10_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What a client may identify itself with; null: it did not. */
export type Credentials = { apiKey: string | null; authorization: string | null }

/** @throws CredentialError */
export type Identify = (credentials: Credentials, address: string) => Promise<Viewer>

/** An API key that nobody has, or a token that cannot be believed. */
export class CredentialError extends Error {
  readonly status = 401
  /** Null: the key. */
  readonly fault: TokenError['fault'] | null

  constructor(message: string, fault: TokenError['fault'] | null) {
    super(message)
    this.fault = fault
  }
}

/** The credentials in the headers of a request, its key also in the query string. */
export function credentialsOf(request: Request): Credentials {
  return { apiKey: apiKeyOf(request), authorization: request.headers.get('authorization') }
}

export function createGate(tokens: Tokens, keys: { publishable: string; secret: string }) {
  const verifyToken = rememberVerified(tokens)
  const roleOf = createRoleOf(keys)

  /** @throws CredentialError for an `apikey` that nobody has; none is allowed */
  const checkApiKey = async (apiKey: string | null): Promise<void> => {
    if (apiKey === null || roleOf(apiKey)) return
    // A legacy key is a JWT that the operator signed with the role anon.
    const claims = await verifyToken(apiKey).catch(() => null)
    if (claims?.role !== 'anon') throw new CredentialError('Invalid API key', null)
  }

  const identify: Identify = async ({ apiKey, authorization }, address) => {
    await checkApiKey(apiKey)
    const credential = bearerOf(authorization) ?? apiKey
    if (credential === null) return guest(address)
    const role = roleOf(credential)
    if (role === 'service_role') return { role, claims: { role }, userId: null, sessionId: null, address }
    if (role === 'anon') return guest(address)
    try {
      return asViewer(await verifyToken(credential), address)
    } catch (error) {
      if (error instanceof TokenError) throw new CredentialError(error.message, error.fault)
      throw error
    }
  }

  return { identify, checkApiKey, verifyToken }
}

/** The API key of a request: in a header, or in the query string where headers cannot be set. */
export function apiKeyOf({ headers, url }: Request): string | null {
  const sent = headers.get('apikey')
  // Checked as text first, because every request passes here.
  return sent === null && url.includes('apikey=') ? new URL(url).searchParams.get('apikey') : sent
}

/** The token of a Bearer authorization, possibly empty; null for any other scheme. */
export function bearerOf(authorization: string | null): string | null {
  const match = /^bearer(?:\s+(\S.*)?)?$/i.exec(authorization ?? '')
  return match ? (match[1] ?? '').trim() : null
}

function asViewer(claims: Claims, address: string): Viewer {
  const role = claims.role ?? 'anon'
  // No token grants the service role, regardless of who signed it.
  if (role !== 'authenticated' && role !== 'anon') {
    throw new TokenError('claims', `Role ${JSON.stringify(role)} is not allowed`)
  }
  const { sub, session_id: sessionId } = claims
  if (role === 'anon') return { ...guest(address), claims: { ...claims, role } }
  if (!isUuid(sub)) throw new TokenError('claims', 'invalid claim: sub claim must be a UUID')
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw new TokenError('claims', 'invalid claim: session_id claim must be a UUID')
  }
  return { role, claims, userId: sub, sessionId: sessionId ?? null, address }
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

function createRoleOf(keys: {
  publishable: string
  secret: string
}): (credential: string) => 'anon' | 'service_role' | null {
  const isSecretKey = secretKeyTest(keys.secret)
  return (credential) => {
    // The publishable key is public, so its comparison needs no constant time.
    if (credential === keys.publishable) return 'anon'
    return isSecretKey(credential) ? 'service_role' : null
  }
}

/** Whether a credential is the secret key, in constant time. */
export function secretKeyTest(secretKey: string): (credential: string) => boolean {
  return (credential) => credential.length === secretKey.length && isEqual(credential, secretKey)
}

function rememberVerified(tokens: Tokens): (token: string) => Promise<Claims> {
  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED })
  return async (token) => {
    const key = digest(token)
    const known = remembered.get(key)
    // Without the clock skew: a token in its last half minute is verified each time.
    if (known && known.exp > Date.now() / 1_000) return known
    const claims = await tokens.verify(token)
    remembered.set(key, claims)
    return claims
  }
}

/** The refusal in PostgREST's shape; that of a key in the gateway's. */
export function refusalOfCredential({ fault, message, status }: CredentialError): Response {
  const headers = { 'WWW-Authenticate': 'Bearer', 'Access-Control-Allow-Origin': '*' }
  if (fault === null) return Response.json({ message }, { status, headers })
  const code = fault === 'expired' || fault === 'claims' ? 'PGRST303' : 'PGRST301'
  const description = message.replaceAll('"', "'")
  return Response.json(
    { code, details: null, hint: null, message },
    {
      status,
      headers: {
        ...headers,
        'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"`,
        'Proxy-Status': `PostgREST; error=${code}`,
      },
    },
  )
}
