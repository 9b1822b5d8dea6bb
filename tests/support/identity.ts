// Raw requests to /auth/v1, and access to its tables as their owner.
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

export const PASSWORD = 'lotus-pond-77'

export type Answer = {
  status: number
  // Bodies differ by endpoint; the tests compare them whole or name the field they mean.
  // biome-ignore lint/suspicious/noExplicitAny: what a wire gives has no type
  body: any
  headers: Headers
  milliseconds: number
}

type Ask = {
  method?: string
  body?: unknown
  /** Sent unchanged instead of `body` as JSON. */
  raw?: BodyInit
  token?: string
  headers?: Record<string, string>
}

/** The parameters in a URL's fragment. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
}

/** Sends a request to `path` of /auth/v1 with the publishable key. With a body it is a POST. */
export async function ask(server: TestServer, path: string, options: Ask = {}): Promise<Answer> {
  const { body, raw, token, headers } = options
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body))
  const start = performance.now()
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: options.method ?? (sent === null ? 'GET' : 'POST'),
    body: sent,
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
  const text = await response.text()
  const milliseconds = performance.now() - start
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    headers: response.headers,
    milliseconds,
  }
}

/** An unused address. */
export function newEmail(name = 'member'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`
}

/** @returns the session of a new account */
export async function newMember(server: TestServer, email = newEmail()): Promise<Answer['body']> {
  const { status, body } = await ask(server, 'signup', { body: { email, password: PASSWORD } })
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export function signIn(server: TestServer, email: string, password = PASSWORD): Promise<Answer> {
  return ask(server, 'token?grant_type=password', { body: { email, password } })
}

export function refresh(server: TestServer, token: string): Promise<Answer> {
  return ask(server, 'token?grant_type=refresh_token', { body: { refresh_token: token } })
}

/** Connects to the database as its owner. The caller ends the connection. */
export function openDatabase(server: TestServer): postgres.Sql {
  const address = new URL(server.adminDatabaseUrl)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  return postgres(address.href, { max: 1, onnotice: () => undefined, ...(folder ? { host: folder } : {}) })
}

/** Moves every sign-in and second factor of the account back beyond the ten minutes that they prove something for. */
export async function ageProofs(sql: postgres.Sql, userId: string): Promise<void> {
  await sql`
    update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'
    where session_id in (select id from auth.sessions where user_id = ${userId})`
}

// GoTrue's formats, to compare whole bodies.

export const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
export const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)

/** The user object of a confirmed account. */
export function userOf(email: string, data: object = {}) {
  const identity = { ...data, sub: UUID, email, email_verified: false, phone_verified: false }
  return {
    id: UUID,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: INSTANT,
    phone: '',
    confirmed_at: INSTANT,
    last_sign_in_at: INSTANT,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...identity, email_verified: true },
    identities: [
      {
        identity_id: UUID,
        id: UUID,
        user_id: UUID,
        identity_data: identity,
        provider: 'email',
        last_sign_in_at: INSTANT,
        created_at: INSTANT,
        updated_at: INSTANT,
        email,
      },
    ],
    created_at: INSTANT,
    updated_at: INSTANT,
    is_anonymous: false,
  }
}

/** The session object of a confirmed account. */
export function sessionOf(email: string, data: object = {}) {
  return {
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.closeTo(Date.now() / 1_000 + 3_600, -2),
    refresh_token: expect.stringMatching(/^[\w-]{22,}$/),
    user: userOf(email, data),
  }
}

/** An error body of the first API version. */
export const refusal = (code: number, error_code: string, msg: string) => ({ code, error_code, msg })

/** The claims of a token, without verification. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** The ways in, without what any use of them changes. */
export async function waysInto(sql: postgres.Sql, id: string) {
  const [row] = await sql`
    select u.email, u.encrypted_password,
      u.raw_app_meta_data, u.raw_user_meta_data,
      (select jsonb_agg(to_jsonb(i) - '{last_sign_in_at,updated_at}'::text[] order by i.id)
        from auth.identities i where i.user_id = u.id) as identities,
      (select jsonb_agg(to_jsonb(f) - '{last_used_step,last_challenged_at,updated_at}'::text[] order by f.id)
        from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factors,
      (select jsonb_agg(to_jsonb(c) order by c.code_hash) from auth.mfa_recovery_codes c
        join auth.mfa_factors f on f.id = c.factor_id where f.user_id = u.id) as codes
    from auth.users u where u.id = ${id}`
  return row
}
