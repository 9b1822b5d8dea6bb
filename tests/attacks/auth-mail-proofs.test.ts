// Links, codes and PKCE under attack: guessed, replayed, expired, exchanged by another client, redirected elsewhere, or
// used to enumerate accounts.
import { createHash, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fragmentOf, newEmail, newMember, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import { follow, type Mailbox, mailFolder } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ADMIN_EMAIL = 'head@arthachowk.example'

let server: TestServer
let sql: postgres.Sql
let mails: Mailbox

beforeAll(async () => {
  server = await startServer({ ADMIN_EMAIL })
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

const open = async (link: string) => {
  const response = await follow(link)
  return new URL(response.headers.get('location') ?? '')
}
const verifyCode = (email: string, token: string, type = 'email') =>
  ask(server, 'verify', { body: { type, email, token } })

async function newMail(path = 'otp', body: object = {}) {
  const { user, access_token: token } = await newMember(server)
  await ask(server, path, { body: { email: user.email, ...body } })
  return { user, token, email: user.email as string, mail: await mails.newest(user.email) }
}

function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

describe('whether an address has an account', () => {
  // The mail queue is paused: it works after the response, and would compete with the test's client for the processor.
  beforeAll(async () => {
    await sql.unsafe(`
      create function public.rest_a_while() returns trigger language plpgsql as
        $$ begin new.run_at := now() + interval '1 day'; return new; end $$;
      create trigger rest_a_while before insert on graphile_worker._private_jobs
        for each row execute function public.rest_a_while()`)
  })

  afterAll(async () => {
    await sql.unsafe(`
      drop trigger rest_a_while on graphile_worker._private_jobs;
      drop function public.rest_a_while();
      update graphile_worker._private_jobs set run_at = now()`)
  })

  /** A time among the fastest, because other load makes some responses slower and none faster. */
  function quick(values: number[]): number {
    return values.toSorted((one, other) => one - other)[Math.floor(values.length / 5)] ?? Number.NaN
  }

  test.each([
    ['recover', {}],
    ['otp', {}],
    ['otp', { create_user: false }],
    ['magiclink', {}],
    ['resend', { type: 'signup' }],
  ])(
    'is not revealed by the body, headers or time of /%s %j',
    // Times are measured, so a busy machine gets two retries. A real leak fails every attempt.
    { timeout: 60_000, retry: 2 },
    async (path, body) => {
      const times = { known: [] as number[], unknown: [] as number[] }
      const seen = new Set<string>()
      const known = await Promise.all(Array.from({ length: 25 }, () => newMember(server)))
      for (const { user } of known) {
        for (const [kind, email] of [
          ['known', user.email],
          ['unknown', newEmail()],
        ] as const) {
          const answer = await ask(server, path, { body: { email, ...body } })
          times[kind].push(answer.milliseconds)
          const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers)
          seen.add(JSON.stringify([answer.status, answer.body, headers]))
        }
      }
      expect(seen.size).toBe(1)
      // Both requests queue one task and do nothing else.
      const ratio = quick(times.known) / quick(times.unknown)
      expect(ratio).toBeGreaterThan(0.5)
      expect(ratio).toBeLessThan(2)
    },
  )
})

describe('codes', () => {
  test('reveal nothing when wrong: an address without a code and one without an account get the same response', async () => {
    const { email } = await newMail()
    const answers = [await verifyCode(email, 'x'), await verifyCode(newEmail(), 'x')]
    const [one, other] = answers.map(({ status, body }) => [status, body])
    expect(one).toEqual(other)
  })

  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('expire after five wrong attempts; the link of the same mail stays valid, so that an attacker cannot cancel it', async () => {
    const { email, mail } = await newMail()
    for (let i = 0; i < 5; i += 1) expect((await verifyCode(email, otherThan(mail.code))).status).toBe(403)
    expect((await verifyCode(email, mail.code)).body.error_code).toBe('otp_expired')
    expect(fragmentOf(await open(mail.link))).toHaveProperty('access_token')
  })

  test('the twin: the right code is accepted after four wrong ones', async () => {
    const { email, mail } = await newMail()
    for (let i = 0; i < 4; i += 1) await verifyCode(email, otherThan(mail.code))
    expect((await verifyCode(email, mail.code)).status).toBe(200)
  })

  test('expire equally when a hundred guesses come at once', async () => {
    const { email, mail } = await newMail()
    const guesses = Array.from({ length: 60 }, (_, i) => String(i).padStart(6, '0'))
    await Promise.all(guesses.filter((guess) => guess !== mail.code).map((guess) => verifyCode(email, guess)))
    const [row] = await sql`select code_hash, attempts from auth.one_time_tokens where relates_to = ${email}`
    expect(row).toEqual({ code_hash: null, attempts: 5 })
    expect((await verifyCode(email, mail.code)).status).toBe(403)
  })

  test('are valid once, also when twenty requests come at once', async () => {
    const { email, mail } = await newMail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyCode(email, mail.code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('expire after ten minutes, even when the link of the mail is valid for a day', async () => {
    const { email, mail } = await newMail()
    await sql`
      update auth.one_time_tokens
      set created_at = now() - interval '601 s', expires_at = now() + interval '1 day' where relates_to = ${email}`
    expect((await verifyCode(email, mail.code)).status).toBe(403)
  })

  test('of one account or purpose are refused for another', async () => {
    const { email, mail } = await newMail()
    const other = await newMail()
    expect((await verifyCode(other.email, mail.code)).status).toBe(403)
    for (const type of ['signup', 'invite', 'email_change']) {
      expect((await verifyCode(email, mail.code, type)).status).toBe(403)
    }
    expect((await verifyCode(email, mail.code)).status).toBe(200)
  })

  test('and links are stored only as hashes, which are not accepted', async () => {
    const { email, mail } = await newMail()
    const secret = new URL(mail.link).searchParams.get('token') ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const [row] = await sql`select * from auth.one_time_tokens where relates_to = ${email}`
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(mail.code)
    for (const stolen of [row?.token_hash, row?.code_hash]) {
      const answer = await ask(server, 'verify', { body: { type: 'magiclink', token_hash: stolen } })
      expect(answer.status).toBe(403)
    }
    // The stored value must not be the plain hash of the code: with only a million codes, an attacker could try them
    // all.
    const plain = createHash('sha256').update(mail.code).digest('base64url')
    expect(row?.code_hash).not.toBe(plain)
  })
})

describe('links', () => {
  test('are valid once, also when twenty requests come at once', async () => {
    const { mail } = await newMail('recover')
    const targets = await Promise.all(Array.from({ length: 20 }, () => open(mail.link)))
    expect(targets.filter((target) => 'access_token' in fragmentOf(target))).toHaveLength(1)
  })

  test('expire after ten minutes', async () => {
    const { email, mail } = await newMail('recover')
    const [row] = await sql`
      select extract(epoch from expires_at - created_at)::int as seconds from auth.one_time_tokens
      where relates_to = ${email}`
    expect(row).toEqual({ seconds: 600 })
    await sql`update auth.one_time_tokens set expires_at = now() - interval '1 s' where relates_to = ${email}`
    expect(fragmentOf(await open(mail.link)).error_code).toBe('otp_expired')
  })

  test('are revoked by a newer link and by a change of password or address', async () => {
    const { email, token, mail } = await newMail('recover')
    await ask(server, 'recover', { body: { email } })
    const second = await mails.newest(email, 2)
    expect(fragmentOf(await open(mail.link)).error_code).toBe('otp_expired')
    await ask(server, 'user', { method: 'PUT', token, body: { password: 'monsoon-river-12' } })
    expect(fragmentOf(await open(second.link)).error_code).toBe('otp_expired')
    expect((await mails.newest(email, 3)).subject).toBe('Your password was changed · ArthaChowk')
    await ask(server, 'recover', { body: { email } })
    const third = await mails.newest(email, 4)
    const move = { email: newEmail(), current_password: 'monsoon-river-12' }
    await ask(server, 'user', { method: 'PUT', token, body: move })
    expect(fragmentOf(await open(third.link)).error_code).toBe('otp_expired')
  })

  test('of a banned member are refused', async () => {
    const { user, mail } = await newMail('recover')
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`
    expect(fragmentOf(await open(mail.link)).error_code).toBe('user_banned')
    const before = mails.to(user.email).length
    await ask(server, 'recover', { body: { email: user.email } })
    const other = await newMail('recover')
    expect(other.mail.link).not.toBe('')
    expect(mails.to(user.email)).toHaveLength(before)
  })

  test('point to the site, regardless of Host and forwarding headers', async () => {
    const { user } = await newMember(server)
    const evil = 'evil.example'
    await ask(server, 'recover', {
      body: { email: user.email },
      headers: {
        'x-forwarded-host': evil,
        'x-forwarded-proto': 'https',
        forwarded: `host=${evil}`,
        'x-original-host': evil,
        origin: `https://${evil}`,
        referer: `https://${evil}/`,
      },
    })
    const mail = await mails.newest(user.email)
    expect(new URL(mail.link).origin).toBe(server.url)
    expect(mail.text + mail.html).not.toContain(evil)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'SITE@evil.example',
    'SITE.evil.example',
    'http://user@HOST/',
    'http://evil.example#SITE',
    'http://evil.example\\@HOST/',
    'https://HOST/',
    'http://127.0.0.1:1/',
    'SITE/\r\nLocation: https://evil.example',
  ])('never redirect to %j', async (wish) => {
    const { user } = await newMember(server)
    const host = new URL(server.url).host
    const redirect = wish.replace('SITE', server.url).replace('HOST', host)
    await ask(server, `recover?redirect_to=${encodeURIComponent(redirect)}`, { body: { email: user.email } })
    const { link } = await mails.newest(user.email)
    expect(new URL(link).searchParams.get('redirect_to')).toMatch(new RegExp(`^${server.url}(/|$)`))
    // The redirect address in the link may be changed in transit too.
    const rewritten = new URL(link)
    rewritten.searchParams.set('redirect_to', redirect)
    const target = await open(rewritten.href)
    expect(target.origin).toBe(server.url)
  })
})

describe('PKCE', () => {
  async function newCode() {
    const { verifier, challenge } = newVerifier()
    const { email, mail } = await newMail('recover', {
      code_challenge: challenge,
      code_challenge_method: 's256',
    })
    const target = await open(mail.link)
    expect(target.hash).toBe('')
    return { email, verifier, challenge, code: target.searchParams.get('code') ?? '' }
  }
  const exchange = (code: string, verifier: string) =>
    ask(server, 'token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })

  test('a wrong verifier is refused and uses the code up; the challenge is not accepted as the verifier', async () => {
    for (const wrong of [newVerifier().verifier, null, 'x', 'x'.repeat(4_000)]) {
      const { verifier, challenge, code } = await newCode()
      const answer = await exchange(code, wrong ?? challenge)
      expect([answer.status, answer.body.error_code]).toEqual([400, 'bad_code_verifier'])
      expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found')
    }
  })

  test('a code is exchanged once, also when twenty come at once', async () => {
    const { verifier, code } = await newCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('a code expires after five minutes', async () => {
    const { verifier, code } = await newCode()
    const hashed = createHash('sha256').update(code).digest('base64url')
    await sql`
      update auth.flow_state set auth_code_issued_at = now() - interval '301 s' where auth_code = ${hashed}`
    const answer = await exchange(code, verifier)
    expect([answer.status, answer.body.error_code]).toEqual([403, 'flow_state_expired'])
  })

  test('values from the database are not accepted', async () => {
    const { verifier, code } = await newCode()
    const hashed = createHash('sha256').update(code).digest('base64url')
    expect(await sql`select from auth.flow_state where auth_code = ${hashed}`).toHaveLength(1)
    expect((await exchange(hashed, verifier)).status).toBe(404)
  })

  test('plain and incomplete challenges are refused by every endpoint that takes one', async () => {
    for (const path of ['signup', 'recover', 'otp', 'magiclink', 'resend']) {
      for (const challenge of [
        { code_challenge: newVerifier().challenge, code_challenge_method: 'plain' },
        { code_challenge: newVerifier().challenge },
        { code_challenge_method: 's256' },
        { code_challenge: 'short', code_challenge_method: 's256' },
      ]) {
        const body = { email: newEmail(), password: PASSWORD, type: 'signup', ...challenge }
        const answer = await ask(server, path, { body })
        expect([path, answer.status, answer.body.error_code]).toEqual([path, 400, 'validation_failed'])
      }
    }
  })
})

describe('an account that an attacker made first', () => {
  test('loses its password and its sessions when the mailbox’s owner has saved a new one, and not before', async () => {
    const email = newEmail()
    const thief = await newMember(server, email)
    await ask(server, 'otp', { body: { email } })
    const { code } = await mails.newest(email)
    const owner = await verifyCode(email, code)
    expect(owner.status).toBe(200)
    expect(owner.body.user.app_metadata).not.toHaveProperty('email_verified')
    expect((await signIn(server, email)).status, 'who closes the page has lost nothing').toBe(200)
    const token = owner.body.access_token
    const saved = await ask(server, 'user', { method: 'PUT', token, body: { password: 'monsoon-river-12' } })
    expect(saved.status).toBe(200)
    expect((await ask(server, 'user', { token: thief.access_token })).body.error_code).toBe(
      'session_not_found',
    )
    expect((await signIn(server, email)).status).toBe(400)
    const { body } = await signIn(server, email, 'monsoon-river-12')
    expect(body.user.app_metadata.email_verified).toBe(true)
  })

  test('is not verified at another address than the one whose mail was opened', async () => {
    const [own, victim] = [newEmail(), newEmail()]
    const thief = await newMember(server, own)
    await ask(server, 'otp', { body: { email: own } })
    const { code } = await mails.newest(own)
    const session = await verifyCode(own, code)
    await sql`update auth.users set email = ${victim} where id = ${thief.user.id}`
    const token = session.body.access_token
    await ask(server, 'user', { method: 'PUT', token, body: { password: 'monsoon-river-12' } })
    const { body } = await signIn(server, victim, 'monsoon-river-12')
    expect(body.user.app_metadata).not.toHaveProperty('email_verified')
  })

  test('does not make the attacker an administrator through ADMIN_EMAIL; the owner becomes one', async () => {
    const isAdmin = async (token: string) => {
      const answer = await fetch(`${server.url}/rest/v1/rpc/is_admin`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
      })
      return answer.status === 200 ? await answer.json() : answer.status
    }
    const thief = await newMember(server, ADMIN_EMAIL)
    expect(await isAdmin(thief.access_token)).toBe(false)
    await ask(server, 'recover', { body: { email: ADMIN_EMAIL } })
    const { code } = await mails.newest(ADMIN_EMAIL)
    const owner = await verifyCode(ADMIN_EMAIL, code, 'recovery')
    const token = owner.body.access_token
    expect(await isAdmin(token), 'while the attacker’s password works').toBe(false)
    await ask(server, 'user', { method: 'PUT', token, body: { password: 'monsoon-river-12' } })
    expect(await isAdmin(token)).toBe(true)
    expect(await isAdmin(thief.access_token)).toBe(401)
    expect((await signIn(server, ADMIN_EMAIL)).status).toBe(400)
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
