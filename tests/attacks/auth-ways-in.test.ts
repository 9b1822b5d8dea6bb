// A thief with an access token tries every way into the account: each is refused, or undone by the owner's mail alone.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  ageProofs,
  ask,
  fragmentOf,
  newEmail,
  openDatabase,
  PASSWORD,
  refresh,
  signIn,
  waysInto,
} from '../support/identity.ts'
import { follow, type MailServer, startMailServer } from '../support/mailbox.ts'
import { completeLinking, hop, leave, startProviders, type TestProviders } from '../support/providers.ts'
import { codeOf, enrol, show, withFactor } from '../support/second-factor.ts'
import { startServer, type TestServer } from '../support/server.ts'

let mails: MailServer
let providers: TestProviders
let server: TestServer
let sql: postgres.Sql
let lastId = 9_000

const THIEFS_PASSWORD = 'monsoon-river-12'

beforeAll(async () => {
  mails = await startMailServer()
  providers = await startProviders()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'post@localhost' }
  server = await startServer({ ...providers.env, ...mail, RATE_LIMITS: 'off' })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
  await providers.stop()
  await mails.stop()
})

const open = async (link: string) => new URL((await follow(link)).headers.get('location') ?? '')

type Robbed = { id: string; email: string; owner: Answer['body']; thief: Answer['body'] }

/** A member who confirmed by mail, with a session of their own and one whose tokens a thief has. */
async function robbed(): Promise<Robbed> {
  const email = newEmail('owner')
  await ask(server, 'signup', { body: { email, password: PASSWORD } })
  await open((await mails.newest(email)).link)
  const { body: owner } = await signIn(server, email)
  const { body: thief } = await signIn(server, email)
  return { id: owner.user.id, email, owner, thief }
}

/** The same with two-step sign-in; the thief has the only session, which has shown the second factor. */
async function robbedOfFactor(): Promise<Robbed & { factorId: string; secret: string }> {
  const member = await robbed()
  const { factorId, secret, session } = await withFactor(server, member.thief.access_token)
  return { ...member, thief: session, factorId, secret }
}

const put = (token: string, body: object) => ask(server, 'user', { method: 'PUT', token, body })
const makeCodes = (token: string) => ask(server, 'factors/recovery-codes', { token, method: 'POST' })
const linking = (token: string, provider = 'github') =>
  fetch(`${server.url}/auth/v1/user/identities/authorize?provider=${provider}`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
  })

const thiefsIdentity = () =>
  providers.be({ id: String(++lastId), email: newEmail('thief'), verified: true, name: 'A Thief' })

async function undoMail(email: string, subject: string) {
  await expect.poll(() => mails.to(email).at(-1)?.subject, { timeout: 15_000 }).toMatch(subject)
  const mail = await mails.newest(email)
  expect(mail.link).toMatch(/\/auth\/v1\/confirm\?token=[\w-]{43}&type=undo(?:&|$)/)
  return mail.link
}

describe('with a session older than ten minutes', () => {
  test.each<[string, (token: string) => Promise<{ status: number; code: string }>]>([
    ['a new password', async (token) => codeFrom(await put(token, { password: THIEFS_PASSWORD }))],
    [
      'a new password, with a guess at the mailed code',
      async (token) => codeFrom(await put(token, { password: THIEFS_PASSWORD, nonce: '000000' })),
    ],
    ['an authenticator app', async (token) => codeFrom(await enrol(server, token))],
    [
      'an account at a provider',
      async (token) => {
        const answer = await linking(token)
        return { status: answer.status, code: ((await answer.json()) as { error_code: string }).error_code }
      },
    ],
    [
      'a proof made of nothing',
      async (token) => codeFrom(await ask(server, 'reauthenticate', { token, body: { nonce: '000000' } })),
    ],
    [
      'a proof made of a guessed password',
      async (token) =>
        codeFrom(await ask(server, 'reauthenticate', { token, body: { password: THIEFS_PASSWORD } })),
    ],
  ])('%s is refused, also with a refreshed token', async (_name, attempt) => {
    const { id, thief } = await robbed()
    await ageProofs(sql, id)
    const before = await waysInto(sql, id)
    const { body: refreshed } = await refresh(server, thief.refresh_token)
    const { status, code } = await attempt(refreshed.access_token)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(['reauthentication_needed', 'reauthentication_not_valid', 'invalid_credentials']).toContain(code)
    expect(await waysInto(sql, id)).toEqual(before)
  })

  test('the twin: with the password, or the mailed code, the owner goes on', async () => {
    const { id, email, owner } = await robbed()
    const token = owner.access_token
    for (const proof of ['password', 'nonce'] as const) {
      await ageProofs(sql, id)
      expect((await enrol(server, token)).body.error_code).toBe('reauthentication_needed')
      const count = mails.to(email).length
      if (proof === 'nonce') await ask(server, 'reauthenticate', { token })
      const given = proof === 'password' ? PASSWORD : (await mails.newest(email, count + 1)).code
      const proven = await ask(server, 'reauthenticate', { token, body: { [proof]: given } })
      expect([proven.status, proven.body]).toEqual([200, {}])
      expect((await enrol(server, token)).status).toBe(200)
    }
  })

  test('a factor that was enrolled in time is not verified later', async () => {
    const { id, thief } = await robbed()
    const token = thief.access_token
    const { body } = await enrol(server, token)
    await ageProofs(sql, id)
    const shown = await show(server, token, body.id, codeOf(body.totp.secret))
    expect([shown.status, shown.body.error_code]).toEqual([403, 'reauthentication_needed'])
    expect((await waysInto(sql, id))?.factors).toBeNull()
  })

  test('with a second factor, its codes and the factor stay as they are', async () => {
    const { id, thief, factorId } = await robbedOfFactor()
    const token = thief.access_token
    expect((await makeCodes(token)).status).toBe(200)
    await ageProofs(sql, id)
    const before = await waysInto(sql, id)
    const attempts = [
      await ask(server, 'factors/recovery-codes/regenerate', { token, method: 'POST' }),
      await ask(server, 'factors/recovery-codes', { token, method: 'DELETE' }),
      await ask(server, `factors/${factorId}`, { token, method: 'DELETE' }),
      await enrol(server, token),
      await put(token, { password: THIEFS_PASSWORD }),
    ]
    expect(attempts.map(({ body }) => body.error_code)).toEqual(attempts.map(() => 'reauthentication_needed'))
    expect(await waysInto(sql, id)).toEqual(before)
  })

  test('an address changes by the owner’s mailbox alone', async () => {
    const { id, email, thief } = await robbed()
    await ageProofs(sql, id)
    const taken = newEmail('thief')
    expect((await put(thief.access_token, { email: taken })).status).toBe(200)
    await open((await mails.newest(taken)).link)
    expect((await waysInto(sql, id))?.email).toBe(email)
  })
})

test('a linking that began before the owner signed out everywhere is refused', async () => {
  const { id, owner, thief } = await robbed()
  thiefsIdentity()
  const off = await linking(thief.access_token)
  expect(off.status).toBe(302)
  await ask(server, 'logout?scope=others', { token: owner.access_token, method: 'POST' })
  const landed = await completeLinking(off)
  expect(landed.searchParams.get('error_code') ?? fragmentOf(landed).error_code).toBe('session_not_found')
  expect((await waysInto(sql, id))?.identities).toHaveLength(1)
})

describe('with a session of the last ten minutes, the owner’s mail alone undoes', () => {
  test.each<[string, string, (token: string) => Promise<unknown>]>([
    ['a new password', 'Your password was changed', (token) => put(token, { password: THIEFS_PASSWORD })],
    ['an authenticator app', 'Two-step sign-in was set up', (token) => withFactor(server, token)],
    [
      'an account at a provider',
      'GitHub was connected',
      async (token) => {
        thiefsIdentity()
        await completeLinking(await linking(token))
      },
    ],
  ])('%s', async (_name, subject, attack) => {
    const { id, email, owner, thief } = await robbed()
    const before = await waysInto(sql, id)
    await attack(thief.access_token)
    expect(await waysInto(sql, id)).not.toEqual(before)
    expect((await ask(server, 'user', { token: owner.access_token })).body.error_code).toBe(
      'session_not_found',
    )
    const link = await undoMail(email, subject)
    const landed = await open(link)
    expect(`${landed.origin}${landed.pathname}`).toBe(`${server.url}/forgot-password`)
    expect(fragmentOf(landed)).toEqual({ undone: 'true', sb: '' })
    expect(await waysInto(sql, id)).toEqual(before)
    expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
    expect((await refresh(server, thief.refresh_token)).status).toBe(400)
    expect((await signIn(server, email, THIEFS_PASSWORD)).status).toBe(400)
    expect((await signIn(server, email)).status).toBe(200)
    expect(fragmentOf(await open(link)).error_code, 'once').toBe('otp_expired')
  })

  test.each<[string, string, (token: string, factorId: string) => Promise<Answer>]>([
    [
      'new recovery codes',
      'New recovery codes were made',
      (token) => ask(server, 'factors/recovery-codes/regenerate', { token, method: 'POST' }),
    ],
    [
      'the removal of recovery codes',
      'Recovery codes were removed',
      (token) => ask(server, 'factors/recovery-codes', { token, method: 'DELETE' }),
    ],
    [
      'the removal of the second factor',
      'A second step was removed',
      (token, factorId) => ask(server, `factors/${factorId}`, { token, method: 'DELETE' }),
    ],
  ])('%s', async (_name, subject, attack) => {
    const { id, email, thief, factorId, secret } = await robbedOfFactor()
    const { body: made } = await makeCodes(thief.access_token)
    const before = await waysInto(sql, id)
    expect((await attack(thief.access_token, factorId)).status).toBe(200)
    expect(await waysInto(sql, id)).not.toEqual(before)
    await open(await undoMail(email, subject))
    expect(await waysInto(sql, id)).toEqual(before)
    // What the owner has, works as before.
    const { body: session } = await signIn(server, email)
    expect((await show(server, session.access_token, factorId, codeOf(secret, 1))).status).toBe(200)
    const { body: again } = await signIn(server, email)
    const code = made.codes[0]
    const raised = await ask(server, 'factors/recovery-codes/verify', {
      token: again.access_token,
      body: { code },
    })
    expect(raised.status).toBe(200)
  })

  test('the disconnection of an account at a provider, which signs in again', async () => {
    const email = newEmail('owner')
    const person = { id: String(++lastId), email, verified: true }
    providers.be(person)
    const { back, cookies } = await leave(server, 'google')
    await hop(back, cookies)
    await ask(server, 'otp', { body: { email } })
    const token = fragmentOf(await open((await mails.newest(email)).link)).access_token ?? ''
    thiefsIdentity()
    await completeLinking(await linking(token))
    const { body: user } = await ask(server, 'user', { token })
    const own = user.identities.find(({ provider }: { provider: string }) => provider === 'google')
    const before = await waysInto(sql, user.id)
    const removed = await ask(server, `user/identities/${own.identity_id}`, { token, method: 'DELETE' })
    expect(removed.status).toBe(200)
    await open(await undoMail(email, 'Google was disconnected'))
    expect(await waysInto(sql, user.id)).toEqual(before)
  })
})

test('of a chain of changes, the oldest that is undone takes the later ones with it, and their buttons', async () => {
  const { id, email, thief } = await robbed()
  const before = await waysInto(sql, id)
  const token = thief.access_token
  await put(token, { password: THIEFS_PASSWORD })
  const first = await undoMail(email, 'Your password was changed')
  thiefsIdentity()
  await completeLinking(await linking(token))
  const second = await undoMail(email, 'GitHub was connected')
  const afterFirst = await waysInto(sql, id)
  await withFactor(server, token)
  const third = await undoMail(email, 'Two-step sign-in was set up')
  await open(second)
  expect({ ...(await waysInto(sql, id)), raw_app_meta_data: null }).toMatchObject({
    encrypted_password: afterFirst?.encrypted_password,
    factors: null,
  })
  expect((await waysInto(sql, id))?.identities).toHaveLength(1)
  expect(fragmentOf(await open(third)).error_code).toBe('otp_expired')
  await open(first)
  expect(await waysInto(sql, id)).toEqual(before)
})

describe('a changed address', () => {
  /** The thief has read the owner's mailbox once, and so has moved the account. */
  async function moved() {
    const member = await robbed()
    const taken = newEmail('thief')
    await put(member.thief.access_token, { email: taken })
    await open((await mails.newest(taken)).link)
    await open((await mails.newest(member.email, 2)).link)
    const undo = await undoMail(member.email, 'Your e-mail address was changed')
    const { body: thief } = await signIn(server, taken)
    return { ...member, thief, taken, undo }
  }

  test('goes back by the old address’s mail; the new one’s mail has no button', async () => {
    const { id, email, taken, undo } = await moved()
    const notice = await mails.newest(taken, 2)
    expect(notice.subject).toMatch('Your e-mail address was changed')
    expect(notice.text).not.toContain('/auth/v1/confirm')
    await open(undo)
    expect(await waysInto(sql, id)).toMatchObject({ email, raw_app_meta_data: { email_verified: true } })
    expect((await signIn(server, email)).status).toBe(200)
    expect((await signIn(server, taken)).status).toBe(400)
  })

  test('the thief’s own mails undo nothing of the owner’s: the oldest wins', async () => {
    const { id, email, taken, thief, undo } = await moved()
    await put(thief.access_token, { password: THIEFS_PASSWORD })
    const thiefsUndo = await undoMail(taken, 'Your password was changed')
    // The owner's mailbox hears of what follows, too.
    await expect.poll(() => mails.to(email).at(-1)?.subject).toMatch('Your password was changed')
    await open(undo)
    const before = await waysInto(sql, id)
    expect(before).toMatchObject({ email })
    expect(fragmentOf(await open(thiefsUndo)).error_code).toBe('otp_expired')
    expect(await waysInto(sql, id)).toEqual(before)
  })

  test('the old address is held for the owner: nobody signs up with it meanwhile', async () => {
    const { id, email, undo } = await moved()
    await ask(server, 'signup', { body: { email, password: THIEFS_PASSWORD } })
    await ask(server, 'otp', { body: { email } })
    providers.be({ id: String(++lastId), email, verified: true })
    const { back, cookies } = await leave(server, 'google')
    const { location } = await hop(back, cookies)
    expect(location.searchParams.get('error_code')).toBe('email_exists')
    expect(await sql`select from auth.users where lower(email) = ${email}`).toHaveLength(0)
    await open(undo)
    expect((await waysInto(sql, id))?.email).toBe(email)
  })
})

test('what the operator has replaced, no mail brings back', async () => {
  const { id, email, owner } = await robbed()
  await put(owner.access_token, { password: THIEFS_PASSWORD })
  const link = await undoMail(email, 'Your password was changed')
  await ask(server, `admin/users/${id}`, {
    method: 'PUT',
    token: server.secretKey,
    body: { password: 'another-pond-78' },
  })
  expect(fragmentOf(await open(link)).error_code).toBe('otp_expired')
  expect((await signIn(server, email, 'another-pond-78')).status).toBe(200)
})

test('a mail filter that opens the link by GET and HEAD, twice, undoes nothing; it ends after 72 hours', async () => {
  const { id, email, thief } = await robbed()
  await put(thief.access_token, { password: THIEFS_PASSWORD })
  const link = await undoMail(email, 'Your password was changed')
  const after = await waysInto(sql, id)
  for (const method of ['HEAD', 'GET', 'GET', 'HEAD']) {
    const response = await fetch(link, { method, redirect: 'manual' })
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  }
  expect(await waysInto(sql, id)).toEqual(after)
  const [row] = await sql`
    select token_hash, extract(epoch from expires_at - created_at) / 3600 as hours
    from auth.credential_changes where user_id = ${id}`
  expect(Number(row?.hours)).toBe(72)
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(row?.token_hash).not.toContain(token)
  await sql`update auth.credential_changes set expires_at = now() where user_id = ${id}`
  expect(fragmentOf(await open(link)).error_code).toBe('otp_expired')
  expect(await waysInto(sql, id)).toEqual(after)
})

test('at most 30 changes in 72 hours, so that a thief floods neither mailbox nor database', async () => {
  const { id, thief } = await robbedOfFactor()
  const token = thief.access_token
  await makeCodes(token)
  await sql`
    insert into auth.credential_changes (user_id, kind, ways_in, expires_at)
    select ${id}, 'password', '{}', now() + interval '1 hour' from generate_series(1, 28)`
  const refused = await ask(server, 'factors/recovery-codes/regenerate', { token, method: 'POST' })
  expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})

function codeFrom({ status, body }: Answer): { status: number; code: string } {
  return { status, code: body.error_code }
}
