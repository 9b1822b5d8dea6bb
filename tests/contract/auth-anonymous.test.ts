// ANONYMOUS_SIGN_IN=on: signInAnonymously of the unmodified official client, what an anonymous account may do, and how
// it becomes an ordinary account.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  claimsOf,
  INSTANT,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  signIn,
  UUID,
} from '../support/identity.ts'
import { follow, type MailServer, startMailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ ANONYMOUS_SIGN_IN: 'on' })
})

afterAll(async () => {
  await server.stop()
})

async function newAnonymous() {
  const auth = { autoRefreshToken: false, persistSession: false }
  const client = createClient(server.url, server.publishableKey, { auth })
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, session: data.session }
}

describe('an anonymous account', () => {
  test('has a session, and no personal data', async () => {
    const { client, session } = await newAnonymous()
    expect(session.user).toEqual({
      id: UUID,
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: '',
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
      is_anonymous: true,
      last_sign_in_at: INSTANT,
      created_at: INSTANT,
      updated_at: INSTANT,
    })
    expect(claimsOf(session.access_token)).toMatchObject({
      sub: session.user.id,
      role: 'authenticated',
      is_anonymous: true,
      email: '',
      aal: 'aal1',
      amr: [{ method: 'anonymous', timestamp: expect.any(Number) }],
    })
    const sql = openDatabase(server)
    const rows = await sql`select email, is_anonymous from auth.users where id = ${session.user.id}`
    await sql.end()
    expect(rows).toEqual([{ email: null, is_anonymous: true }])
    const refreshed = await client.auth.refreshSession()
    expect([refreshed.error, refreshed.data.user?.is_anonymous]).toEqual([null, true])
  })

  test('is listed in /settings', async () => {
    const { body } = await ask(server, 'settings')
    expect(body.external).toMatchObject({ anonymous_users: true, email: true, google: false })
  })

  test('cannot write in the community', async () => {
    const { client, session } = await newAnonymous()
    const id = session.user.id
    const sql = openDatabase(server)
    const [category] = await sql`
      insert into public.forum_categories (name, slug, description) values ('Open', 'open', 'Open') returning id`
    const member = await newMember(server)
    const [thread] = await sql`
      insert into public.threads (title, content, category_id, author_id)
      values ('A title that is long enough', '<p>Content that is long enough</p>', ${category?.id}, ${member.user.id})
      returning id`
    const [reply] = await sql`
      insert into public.replies (content, thread_id, author_id)
      values ('<p>A reply</p>', ${thread?.id}, ${member.user.id}) returning id`
    const attempts: Record<string, Record<string, unknown>> = {
      profiles: { id, username: 'nobody-at-all' },
      threads: {
        title: 'Another long title',
        content: 'Long enough content',
        category_id: category?.id,
        author_id: id,
      },
      replies: { thread_id: thread?.id, author_id: id, content: 'A reply' },
      reactions: { thread_id: thread?.id, user_id: id, reaction_type: 'upvote' },
      bookmarks: { thread_id: thread?.id, user_id: id },
      reply_bookmarks: { reply_id: reply?.id, user_id: id },
      follows: { follower_id: id, followed_id: member.user.id },
      thread_subscriptions: { thread_id: thread?.id, user_id: id },
      mutes: { word: 'multibagger', user_id: id },
      watches: { tag: 'ipo', user_id: id },
      thread_reads: { thread_id: thread?.id, user_id: id, read_until: '2026-01-01' },
      category_reads: { category_id: category?.id, user_id: id, read_until: '2026-01-01' },
      reports: { reporter_id: id, thread_id: thread?.id, reason: 'A reason' },
      chat_messages: { message: 'Hello', username: 'nobody', user_id: id, is_anonymous: false },
    }
    for (const [table, row] of Object.entries(attempts)) {
      const { error } = await client.from(table).insert(row)
      expect([table, error?.code]).toEqual([table, '42501'])
    }
    const upload = await client.storage
      .from('content')
      .upload(`${id}/a.png`, new Blob(['x']), { contentType: 'image/png' })
    expect(upload.error).not.toBeNull()
    expect(await sql`select from public.profiles where id = ${id}`).toHaveLength(0)
    expect((await client.from('threads').select('id').eq('id', thread?.id)).data).toHaveLength(1)
    await sql.end()
  })

  test('cannot do what needs an address or a password', async () => {
    const { client, session } = await newAnonymous()
    const refused = { status: 403, code: 'no_authorization' }
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(refused)
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    })
    const path = 'user/identities/authorize?provider=google&skip_http_redirect=true'
    expect((await ask(server, path, { token: session.access_token })).status).toBe(403)
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  })

  test('becomes an ordinary account with an address and a password, unverified', async () => {
    const { client, session } = await newAnonymous()
    const email = newEmail('became')
    const { data, error } = await client.auth.updateUser({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: session.user.id,
      email,
      email_confirmed_at: INSTANT,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { theme: 'dark', email, email_verified: true },
      identities: [{ provider: 'email', email, identity_data: { email_verified: false } }],
    })
    expect(data.user?.app_metadata.email_verified).toBeUndefined()
    const again = await signIn(server, email)
    expect([again.status, again.body.user.id]).toEqual([200, session.user.id])
    expect(claimsOf(again.body.access_token)).toMatchObject({ is_anonymous: false, email })
    const mine = await client.from('profiles').select('id').eq('id', session.user.id)
    expect(mine.data).toHaveLength(1)
    // The account is now protected like any other.
    const moved = await client.auth.updateUser({ email: newEmail() })
    expect(moved.error).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('cannot take the address of another account', async () => {
    const { client } = await newAnonymous()
    const email = newEmail()
    await newMember(server, email)
    expect((await client.auth.updateUser({ email, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true)
  })
})

describe('with a mail server', () => {
  let post: MailServer
  let mailing: TestServer

  beforeAll(async () => {
    post = await startMailServer()
    mailing = await startServer({
      ANONYMOUS_SIGN_IN: 'on',
      RATE_LIMITS: 'on',
      SMTP_URL: post.url,
      MAIL_FROM: 'post@example.com',
    })
  })

  afterAll(async () => {
    await mailing.stop()
    await post.stop()
  })

  test('an account gets its first address once that mailbox has confirmed it', async () => {
    const { body: session } = await ask(mailing, 'signup', { body: {} })
    const token = session.access_token
    const email = newEmail('became')
    const asked = await ask(mailing, 'user', { method: 'PUT', token, body: { email, password: PASSWORD } })
    expect([asked.status, asked.body]).toMatchObject([200, { is_anonymous: true, new_email: email }])
    expect((await signIn(mailing, email)).body.error_code).toBe('invalid_credentials')
    await follow((await post.newest(email)).link)
    expect((await ask(mailing, 'user', { token })).body).toMatchObject({
      id: session.user.id,
      email,
      email_confirmed_at: INSTANT,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'], email_verified: true },
      identities: [{ provider: 'email', email, identity_data: { email_verified: true } }],
    })
    const again = await signIn(mailing, email)
    expect([again.status, again.body.user.id]).toEqual([200, session.user.id])
    const profiles = await fetch(`${mailing.url}/rest/v1/profiles?id=eq.${session.user.id}&select=id`, {
      headers: { apikey: mailing.publishableKey },
    })
    expect(await profiles.json()).toHaveLength(1)
  })

  test('accounts are limited like sign-ups', async () => {
    const answers = []
    for (let i = 0; i < 5; i += 1) answers.push(await ask(mailing, 'signup', { body: {} }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  })
})
