// Password recovery, magic links and sign-in codes on a site without a mail server, which writes mails to files. The
// official client covers the flows; raw requests cover statuses, redirects and bodies.
import { createHash, randomBytes } from 'node:crypto'
import { AuthClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ageProofs,
  ask,
  claimsOf,
  fragmentOf,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  refusal,
  sessionOf,
  signIn,
  UUID,
} from '../support/identity.ts'
import { follow, type Mailbox, mailFolder } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
let mails: Mailbox

beforeAll(async () => {
  server = await startServer({ REDIRECT_URLS: 'https://app.example.com/in, arthachowk://callback' })
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

/** The official client with an in-memory storage instead of a browser's. */
function newClient(flowType: 'implicit' | 'pkce') {
  const storage = new Map<string, string>()
  return new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.publishableKey },
    flowType,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
}

const open = (link: string, method = 'POST') =>
  method === 'POST' ? follow(link) : fetch(link, { redirect: 'manual', method })
const targetOf = (response: Response) => new URL(response.headers.get('location') ?? '')

describe('POST /recover', () => {
  test('answers {} and mails a link that signs in, in the fragment of the requested address', async () => {
    const { user } = await newMember(server)
    const answer = await ask(server, `recover?redirect_to=${server.url}/reset-password`, {
      body: { email: user.email.toUpperCase() },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({})
    const mail = await mails.newest(user.email)
    expect(mail.subject).toBe('Choose a new password · ArthaChowk')
    const response = await open(mail.link)
    expect(response.status).toBe(303)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const target = targetOf(response)
    expect(`${target.origin}${target.pathname}`).toBe(`${server.url}/reset-password`)
    expect(target.search).toBe('')
    expect(fragmentOf(target)).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: expect.stringMatching(/^\d{10}$/),
      expires_in: '3600',
      refresh_token: expect.stringMatching(/^[\w-]{22,}$/),
      token_type: 'bearer',
      type: 'recovery',
      sb: '',
    })
    const { access_token: token = '' } = fragmentOf(target)
    expect(claimsOf(token)).toMatchObject({
      sub: user.id,
      aal: 'aal1',
      amr: [{ method: 'otp', timestamp: expect.any(Number) }],
      // Verified once a new password is saved (attacks/auth-mail-proofs).
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  test('its session sets a new password: the old sessions end, a mail says so', async () => {
    const email = newEmail()
    const { access_token: before } = await newMember(server, email)
    const client = newClient('pkce')
    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const target = targetOf(await open((await mails.newest(email)).link))
    expect(target.hash).toBe('')
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const { data, error } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'monsoon-river-12' })).error).toBeNull()
    expect((await ask(server, 'user', { token: before })).body.error_code).toBe('session_not_found')
    expect((await signIn(server, email)).status).toBe(400)
    expect((await signIn(server, email, 'monsoon-river-12')).status).toBe(200)
    const notice = await mails.newest(email, 2)
    expect(notice.subject).toBe('Your password was changed · ArthaChowk')
    expect(notice.link).toMatch(/\/auth\/v1\/confirm\?token=[\w-]{43}&type=undo(?:&|$)/)
  })

  test('answers {} for an address without an account, and mails nothing', async () => {
    const email = newEmail()
    const answer = await ask(server, 'recover', { body: { email } })
    expect([answer.status, answer.body]).toEqual([200, {}])
    // Mails are sent in order: when the next one has arrived, this one would have arrived too.
    const { user } = await newMember(server)
    await ask(server, 'recover', { body: { email: user.email } })
    await mails.newest(user.email)
    expect(mails.to(email)).toEqual([])
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0)
  })

  test.each([
    [{}, 400, 'validation_failed', 'Password recovery requires an email'],
    [{ email: 'nobody' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [
      { email: 'a@example.com', code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      ...([400, 'validation_failed', 'code_challenge_method must be s256'] as const),
    ],
    [
      { email: 'a@example.com', code_challenge: 'x'.repeat(43) },
      ...([400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'] as const),
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await ask(server, 'recover', { body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(refusal(status, code, message))
  })
})

describe('POST /otp and /magiclink', () => {
  test.each(['otp', 'magiclink'])(
    '%s: mails a member a code and a link; the code alone signs in',
    async (path) => {
      const { user } = await newMember(server)
      const answer = await ask(server, path, { body: { email: user.email } })
      expect([answer.status, answer.body]).toEqual([200, {}])
      const { code, subject } = await mails.newest(user.email)
      expect(subject).toBe('Your link to sign in · ArthaChowk')
      const session = await ask(server, 'verify', { body: { type: 'email', email: user.email, token: code } })
      expect(session.status).toBe(200)
      expect(session.body.user.id).toBe(user.id)
    },
  )

  test('makes an account for a new address, and its code signs in', async () => {
    const email = newEmail()
    const client = newClient('implicit')
    const asked = await client.signInWithOtp({ email, options: { data: { full_name: 'Asha' } } })
    expect(asked).toEqual({ data: { user: null, session: null }, error: null })
    const { code } = await mails.newest(email)
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      app_metadata: { email_verified: true },
      user_metadata: { full_name: 'Asha', email_verified: true },
    })
    expect(await sql`select from public.profiles where id = ${data.user?.id ?? ''}`).toHaveLength(1)
  })

  test('makes no account with create_user: false', async () => {
    const email = newEmail()
    const answer = await ask(server, 'otp', { body: { email, create_user: false } })
    expect([answer.status, answer.body]).toEqual([200, {}])
    const { user } = await newMember(server)
    await ask(server, 'otp', { body: { email: user.email, create_user: false } })
    await mails.newest(user.email)
    expect(mails.to(email)).toEqual([])
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0)
  })

  test.each([
    [{ phone: '+911234567890' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    [{}, 400, 'validation_failed', 'One of email or phone must be set'],
    [
      { email: 'asha@example.com', data: { username: 'a b' } },
      ...([422, 'validation_failed', 'A username has 3 to 30 letters, numbers, _ . -'] as const),
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await ask(server, 'otp', { body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(refusal(status, code, message))
  })
})

describe('/verify', () => {
  async function mailTo(path = 'otp', redirect = '') {
    const { user } = await newMember(server)
    await ask(server, `${path}${redirect ? `?redirect_to=${encodeURIComponent(redirect)}` : ''}`, {
      body: { email: user.email },
    })
    return { user, mail: await mails.newest(user.email) }
  }
  const secretOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

  test('POST accepts the link’s secret as token_hash', async () => {
    const { user, mail } = await mailTo('recover')
    const answer = await ask(server, 'verify', {
      body: { type: 'recovery', token_hash: secretOf(mail.link) },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ...sessionOf(user.email), user: { id: user.id } })
  })

  test.each([
    ['https://app.example.com/in', 'https://app.example.com/in'],
    ['https://app.example.com/in/deep?a=1', 'https://app.example.com/in/deep?a=1'],
    ['arthachowk://callback', 'arthachowk://callback'],
    ['https://app.example.com/inside', null],
    ['https://evil.example', null],
  ])('redirects %s to %s (null: the site)', async (wish, target) => {
    const { mail } = await mailTo('otp', wish)
    const location = (await open(mail.link)).headers.get('location') ?? ''
    expect(location.split('#')[0]).toBe(target ?? `${server.url}/`)
    expect(location).toContain('#access_token=')
  })

  test('an expired link reports the error in the fragment, and for PKCE in the query too', async () => {
    const { mail } = await mailTo()
    await open(mail.link)
    const target = targetOf(await open(mail.link))
    expect(fragmentOf(target)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      sb: '',
      error_description: 'Email link is invalid or has expired',
    })
    expect(target.search).toBe('')
    const made = `${server.url}/auth/v1/verify?token=pkce_x&type=recovery`
    expect(targetOf(await open(made)).searchParams.get('error_code')).toBe('otp_expired')
  })

  test('HEAD, which mail filters send, does not use the link up', async () => {
    const { mail } = await mailTo()
    expect((await open(mail.link, 'HEAD')).status).toBe(200)
    expect(targetOf(await open(mail.link)).hash).toContain('access_token')
  })

  test.each([
    [{ token: '123456', email: 'a@example.com' }, 'Verify requires a verification type'],
    [{ type: 'nonsense', token: '123456', email: 'a@example.com' }, 'Unsupported verification type'],
    [{ type: 'email', email: 'a@example.com' }, 'Verify requires either a token or a token hash'],
    [
      { type: 'email', email: 'a@example.com', token_hash: 'x' },
      'Only the token_hash and type should be provided',
    ],
    [
      { type: 'email', token: '123456' },
      'Only an email address or phone number should be provided on verify',
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await ask(server, 'verify', { body })
    expect([answer.status, answer.body]).toEqual([400, refusal(400, 'validation_failed', message)])
  })

  test('a wrong code is 403 otp_expired', async () => {
    const { user } = await mailTo()
    const answer = await ask(server, 'verify', { body: { type: 'email', email: user.email, token: 'none' } })
    const words = 'Token has expired or is invalid'
    expect([answer.status, answer.body]).toEqual([403, refusal(403, 'otp_expired', words)])
  })

  test('a wrong token_hash is the same error, with the message for links', async () => {
    const answer = await ask(server, 'verify', { body: { type: 'email', token_hash: 'none' } })
    const words = 'Email link is invalid or has expired'
    expect([answer.status, answer.body]).toEqual([403, refusal(403, 'otp_expired', words)])
  })
})

describe('POST /token?grant_type=pkce', () => {
  test('answers a session whose method is the mail’s', async () => {
    const { user } = await newMember(server)
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    await ask(server, 'recover', {
      body: { email: user.email, code_challenge: challenge, code_challenge_method: 'S256' },
    })
    const code = targetOf(await open((await mails.newest(user.email)).link)).searchParams.get('code')
    const answer = await ask(server, 'token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: verifier },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ...sessionOf(user.email), user: { id: UUID } })
    expect(claimsOf(answer.body.access_token).amr).toEqual([
      { method: 'recovery', timestamp: expect.any(Number) },
    ])
  })

  test.each([
    [{}, 400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'],
    [
      { auth_code: 'made-up', code_verifier: 'x'.repeat(43) },
      ...([404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'] as const),
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await ask(server, 'token?grant_type=pkce', { body })
    expect([answer.status, answer.body]).toEqual([status, refusal(status, code, message)])
  })
})

describe('GET /reauthenticate', () => {
  test('mails a code that lets an old session change the password, once', async () => {
    const { access_token: token, user } = await newMember(server)
    await ageProofs(sql, user.id)
    const answer = await ask(server, 'reauthenticate', { token })
    expect([answer.status, answer.body]).toEqual([200, {}])
    const { code, link } = await mails.newest(user.email)
    expect(link).toBe('')
    const change = (nonce: string) =>
      ask(server, 'user', { method: 'PUT', token, body: { password: 'monsoon-river-12', nonce } })
    const wrong = await change(code === '000000' ? '000001' : '000000')
    expect([wrong.status, wrong.body]).toEqual([
      422,
      refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
    ])
    expect((await change(code)).status).toBe(200)
    expect((await change(code)).body.error_code).toBe('reauthentication_not_valid')
  })

  test('needs a token', async () => {
    expect((await ask(server, 'reauthenticate')).body.error_code).toBe('no_authorization')
  })
})

test('every mail has the same text in plain and HTML, and loads nothing', async () => {
  const { user } = await newMember(server)
  await ask(server, 'recover', { body: { email: user.email } })
  const mail = await mails.newest(user.email)
  expect(mail.from).toBe('post@localhost')
  expect(mail.text).toContain(mail.code)
  expect(mail.html).toContain(mail.code)
  expect(mail.html).toContain(mail.link.replaceAll('&', '&amp;'))
  expect(mail.html).not.toMatch(/<img|<script|<link|url\(|src=/)
})

test('AUTOCONFIRM=off requires the mail even when mails are written to files', async () => {
  const laptop = await startServer({ AUTOCONFIRM: 'off' })
  try {
    const email = newEmail()
    const { body } = await ask(laptop, 'signup', { body: { email, password: PASSWORD } })
    expect(body).not.toHaveProperty('access_token')
    expect((await signIn(laptop, email)).body.error_code).toBe('email_not_confirmed')
    const { code } = await mailFolder(laptop.dataDir).newest(email)
    const answer = await ask(laptop, 'verify', { body: { type: 'signup', email, token: code } })
    expect(answer.status).toBe(200)
  } finally {
    await laptop.stop()
  }
}, 60_000)

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
