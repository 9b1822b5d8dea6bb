// Sign-up and a change of address on a site with a mail server: mail confirms addresses.
import { AuthClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fragmentOf, newEmail, openDatabase, PASSWORD, refusal, signIn } from '../support/identity.ts'
import { follow, type MailServer, startMailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let mails: MailServer
let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer({ SMTP_URL: mails.url, MAIL_FROM: 'ArthaChowk <post@arthachowk.example>' })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
  await mails.stop()
})

const open = async (link: string) => new URL((await follow(link)).headers.get('location') ?? '')

/** Everything that opens an account. */
const accountOf = (email: string) => sql`
  select u.encrypted_password, u.email_confirmed_at, u.raw_app_meta_data,
    (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
    (select array_agg(t.token_hash || coalesce(t.code_hash, '') order by t.token_hash)
      from auth.one_time_tokens t where t.user_id = u.id) as tokens
  from auth.users u where u.email = ${email}`

/** @returns the address and an access token of a new member who confirmed by mail */
async function newConfirmed(email = newEmail()): Promise<{ email: string; token: string }> {
  await ask(server, 'signup', { body: { email, password: PASSWORD } })
  const target = await open((await mails.newest(email)).link)
  return { email, token: fragmentOf(target).access_token ?? '' }
}

test('what a link of a page in Hindi cannot do is said in Hindi, and leads to pages in it', async () => {
  const target = `${server.url}/hi/confirmed`
  const confirm = `${server.url}/auth/v1/confirm`
  const page = await fetch(
    `${confirm}?${new URLSearchParams({ token: 'x', type: 'signup', redirect_to: target })}`,
  )
  expect(await page.text()).toContain('action="confirm?language=hi"')
  const press = (fields: Record<string, string>) =>
    fetch(`${confirm}?language=hi`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const used = await press({ token: 'x', type: 'signup', redirect_to: target })
  expect(used.headers.get('location')).toContain(`${target}#error=access_denied&error_code=otp_expired`)
  const cut = await press({ redirect_to: target })
  expect(cut.status).toBe(400)
  const said = await cut.text()
  expect(said).toContain('<html lang="hi-IN">')
  expect(said).toContain('यह लिंक अधूरा है')
})

describe('signing up', () => {
  test('answers a user without a session, then a mailed link that confirms and signs in', async () => {
    const email = newEmail()
    const client = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.publishableKey },
      autoRefreshToken: false,
    })
    const redirect = `${server.url}/forums`
    const { data, error } = await client.signUp({
      email,
      password: PASSWORD,
      options: { data: { username: 'asha.k' }, emailRedirectTo: redirect },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect((await signIn(server, email)).body.error_code).toBe('email_not_confirmed')
    const mail = await mails.newest(email)
    expect(mail.from).toBe('post@arthachowk.example')
    expect(mail.subject).toBe('Confirm your e-mail address · ArthaChowk')
    const target = await open(mail.link)
    expect(`${target.origin}${target.pathname}`).toBe(redirect)
    expect(fragmentOf(target)).toMatchObject({ type: 'signup', token_type: 'bearer' })
    const { body: user } = await ask(server, 'user', { token: fragmentOf(target).access_token ?? '' })
    expect(user).toMatchObject({ email, app_metadata: { email_verified: true } })
    expect(user.identities[0].identity_data.email_verified).toBe(true)
    const [profile] = await sql`select username from public.profiles where id = ${user.id}`
    expect(profile).toEqual({ username: 'asha.k' })
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('who joins on a page in Hindi gets mails and the page behind their links in it, and an account that says so', async () => {
    const email = newEmail()
    await ask(server, `signup?redirect_to=${server.url}/hi`, {
      body: { email, password: PASSWORD, data: { language: 'hi' } },
    })
    const mail = await mails.newest(email)
    expect(mail.subject).toBe('अपने ईमेल पते की पुष्टि करें · ArthaChowk')
    expect(mail.text).toContain(`या यह कोड डालें: ${mail.code}`)
    expect(mail.text).toMatch(new RegExp(`-- \\nArthaChowk\\n${server.url}/hi\\n$`))
    expect(mail.html).toContain('<html lang="hi-IN">')
    const page = await (await fetch(mail.link)).text()
    expect(page).toContain('<html lang="hi-IN">')
    expect(page).toContain('<button class="act">पुष्टि करके साइन इन करें</button>')
    const target = await open(mail.link)
    expect(target.pathname).toBe('/hi')
    const { body: user } = await ask(server, 'user', { token: fragmentOf(target).access_token ?? '' })
    expect(await sql`select language from public.notification_settings where user_id = ${user.id}`).toEqual([
      { language: 'hi' },
    ])
    // The account's language, whatever page asks.
    await ask(server, 'recover', { body: { email } })
    expect((await mails.newest(email, 2)).subject).toBe('नया पासवर्ड चुनें · ArthaChowk')
    await sql`update public.notification_settings set language = 'en' where user_id = ${user.id}`
    await ask(server, `otp?redirect_to=${server.url}/hi`, { body: { email } })
    expect((await mails.newest(email, 3)).subject).toBe('Your link to sign in · ArthaChowk')
  })

  test('the mailed code also confirms and signs in', async () => {
    const email = newEmail()
    await ask(server, 'signup', { body: { email, password: PASSWORD } })
    const { code } = await mails.newest(email)
    const answer = await ask(server, 'verify', { body: { type: 'signup', email, token: code } })
    expect(answer.status).toBe(200)
    expect(answer.body.user.email).toBe(email)
  })

  describe.each([
    ['first', 0, 1],
    ['second', 1, 0],
  ])('of two sign-ups of one address, the owner’s %s,', (_, owner, attacker) => {
    const twice = async () => {
      const email = newEmail()
      const data = [{ city: 'Nagpur' }, { city: 'Pune' }]
      const passwords = ['monsoon-river-12', 'somebody-elses-99']
      for (const [place, password] of passwords.entries())
        await ask(server, 'signup', { body: { email, password, data: data[place] } })
      await mails.newest(email, 2)
      const links = mails.to(email).map(({ link }) => link)
      return {
        email,
        links,
        own: { password: passwords[owner] ?? '', data: data[owner] },
        other: passwords[attacker] ?? '',
      }
    }

    test('each mail confirms the password that was chosen with it, and the other one never works', async () => {
      const { email, links, own, other } = await twice()
      expect(fragmentOf(await open(links[owner] ?? ''))).toHaveProperty('access_token')
      const { status, body } = await signIn(server, email, own.password)
      expect([status, body.user?.user_metadata.city]).toEqual([200, own.data?.city])
      expect((await signIn(server, email, other)).status).toBe(400)
      // The other link is gone with its sign-up.
      expect(fragmentOf(await open(links[attacker] ?? '')).error_code).toBe('otp_expired')
    })

    test('a mail that is asked for again confirms the password of neither', async () => {
      const { email, own, other } = await twice()
      await ask(server, 'resend', { body: { type: 'signup', email } })
      const { link } = await mails.newest(email, 3)
      expect(fragmentOf(await open(link))).toHaveProperty('access_token')
      for (const password of [own.password, other])
        expect((await signIn(server, email, password)).status).toBe(400)
    })

    test('a link to sign in confirms the password of neither', async () => {
      const { email, own, other } = await twice()
      await ask(server, 'otp', { body: { email } })
      const { link } = await mails.newest(email, 3)
      expect(fragmentOf(await open(link))).toHaveProperty('access_token')
      for (const password of [own.password, other])
        expect((await signIn(server, email, password)).status).toBe(400)
    })
  })

  const invite = (email: string) => ask(server, 'invite', { token: server.secretKey, body: { email } })

  test.each([
    ['before', [invite, (email: string) => ask(server, 'signup', { body: { email, password: PASSWORD } })]],
    ['after', [(email: string) => ask(server, 'signup', { body: { email, password: PASSWORD } }), invite]],
  ])('an invitation that was sent %s somebody signed up confirms no password of theirs', async (_, acts) => {
    const email = newEmail()
    for (const act of acts) expect((await act(email)).status).toBe(200)
    await mails.newest(email, 2)
    const letter = mails.to(email).find(({ subject }) => subject.startsWith('You are invited'))
    expect(fragmentOf(await open(letter?.link ?? ''))).toHaveProperty('access_token')
    expect((await signIn(server, email)).status).toBe(400)
  })

  test('the mail of a sign-up changes nothing once its account was confirmed otherwise', async () => {
    const email = newEmail()
    for (const password of [PASSWORD, 'somebody-elses-99'])
      await ask(server, 'signup', { body: { email, password } })
    const { link } = await mails.newest(email, 2)
    const [{ id } = { id: '' }] = await sql<
      { id: string }[]
    >`select id from auth.users where email = ${email}`
    await ask(server, `admin/users/${id}`, {
      method: 'PUT',
      token: server.secretKey,
      body: { email_confirm: true, password: 'monsoon-river-12' },
    })
    await open(link)
    expect((await signIn(server, email, 'somebody-elses-99')).status).toBe(400)
    expect((await signIn(server, email, 'monsoon-river-12')).status).toBe(200)
  })

  test('a mail filter that opens every link, by GET and HEAD and twice, changes nothing', async () => {
    const email = newEmail()
    await ask(server, 'signup', { body: { email, password: PASSWORD } })
    const kinds = [
      async () => mails.newest(email),
      async () => {
        await ask(server, 'recover', { body: { email } })
        return mails.newest(email, 2)
      },
      async () => {
        await ask(server, 'otp', { body: { email } })
        return mails.newest(email, 3)
      },
    ]
    for (const mail of kinds) {
      const { link, subject } = await mail()
      const before = await accountOf(email)
      for (const method of ['HEAD', 'GET', 'GET', 'HEAD']) {
        const response = await fetch(link, { method, redirect: 'manual' })
        expect([subject, response.status, response.headers.get('referrer-policy')]).toEqual([
          subject,
          200,
          'no-referrer',
        ])
      }
      expect(await accountOf(email), subject).toEqual(before)
      expect(fragmentOf(await open(link)), `${subject}: the button works`).toHaveProperty('access_token')
    }
    await ask(server, 'otp', { body: { email } })
    const { link, code } = await mails.newest(email, 4)
    await fetch(link)
    const byCode = await ask(server, 'verify', { body: { type: 'email', email, token: code } })
    expect(byCode.status, 'and so does the code').toBe(200)
    expect((await signIn(server, email)).status, 'and the password').toBe(200)
  })

  test.each([
    ['recover', 'the owner first'],
    ['recover', 'an attacker first'],
    ['otp', 'the owner first'],
    ['otp', 'an attacker first'],
  ])(
    'of two sign-ups of one address, /%s confirms the attacker’s password never: %s',
    async (path, order) => {
      const email = newEmail()
      const passwords = [PASSWORD, 'somebody-elses-99']
      for (const password of order === 'the owner first' ? passwords : passwords.toReversed())
        await ask(server, 'signup', { body: { email, password } })
      await mails.newest(email, 2)
      await ask(server, path, { body: { email } })
      const target = await open((await mails.newest(email, 3)).link)
      expect(fragmentOf(target)).toHaveProperty('access_token')
      expect((await signIn(server, email, 'somebody-elses-99')).status).toBe(400)
      const { link } = mails.to(email)[order === 'the owner first' ? 1 : 0] ?? { link: '' }
      await open(link)
      expect((await signIn(server, email, 'somebody-elses-99')).status, 'nor by its own late link').toBe(400)
    },
  )

  test('an eleventh sign-up of one address keeps no password: the link confirms the address alone', async () => {
    const email = newEmail()
    await ask(server, 'signup', { body: { email, password: 'somebody-elses-99' } })
    await mails.newest(email)
    await sql`
      insert into auth.sign_ups (user_id, encrypted_password, raw_user_meta_data, identity_data)
      select user_id, encrypted_password, raw_user_meta_data, identity_data
      from auth.sign_ups, generate_series(1, 9) where user_id = (select id from auth.users where email = ${email})`
    await ask(server, 'signup', { body: { email, password: PASSWORD } })
    const target = await open((await mails.newest(email, 2)).link)
    expect(fragmentOf(target)).toHaveProperty('access_token')
    for (const password of [PASSWORD, 'somebody-elses-99'])
      expect((await signIn(server, email, password)).status).toBe(400)
  })

  test('an address that has an account gets a mail, and its account is unchanged', async () => {
    const { email } = await newConfirmed()
    const answer = await ask(server, 'signup', { body: { email, password: 'somebody-elses-99' } })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('access_token')
    const mail = await mails.newest(email, 2)
    expect(mail.subject).toBe('You already have an account · ArthaChowk')
    expect(mail.link).toBe(`${server.url}/signin`)
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('POST /resend mails a new link, and the first one stops working', async () => {
    const email = newEmail()
    await ask(server, 'signup', { body: { email, password: PASSWORD } })
    const first = await mails.newest(email)
    const answer = await ask(server, 'resend', { body: { type: 'signup', email } })
    expect([answer.status, answer.body]).toEqual([200, {}])
    const second = await mails.newest(email, 2)
    expect(fragmentOf(await open(first.link)).error_code).toBe('otp_expired')
    expect(fragmentOf(await open(second.link))).toHaveProperty('access_token')
  })

  test.each([
    [
      { email: 'a@example.com' },
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [{ type: 'signup' }, 'validation_failed', 'Type provided requires an email address'],
    [{ type: 'sms', phone: '+911234567890' }, 'phone_provider_disabled', 'Unsupported phone provider'],
  ])('POST /resend refuses %j', async (body, code, message) => {
    const answer = await ask(server, 'resend', { body })
    expect([answer.status, answer.body]).toEqual([400, refusal(400, code, message)])
  })

  test('/settings say whether sign-up confirms accounts, which the community decides', async () => {
    const confirmsItself = async () => (await ask(server, 'settings')).body.mailer_autoconfirm
    expect(await confirmsItself()).toBe(false)
    await sql`update public.site_settings set require_email_verification = false`
    expect(await confirmsItself()).toBe(true)
    const answer = await ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD } })
    expect(answer.body).toHaveProperty('access_token')
    expect(answer.body.user.app_metadata).not.toHaveProperty('email_verified')
    await sql`update public.site_settings set require_email_verification = true`
  })
})

describe('PUT /user with a new address', () => {
  const change = (token: string, email: string) =>
    ask(server, 'user', { method: 'PUT', token, body: { email } })

  test('changes it once both mailboxes have confirmed, and notifies the old one', async () => {
    const { email, token } = await newConfirmed()
    const newAddress = newEmail('moved')
    const answer = await change(token, newAddress)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ email, new_email: newAddress })
    const target = await open((await mails.newest(newAddress)).link)
    expect(fragmentOf(target)).toEqual({
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      sb: '',
    })
    expect((await ask(server, 'user', { token })).body.email).toBe(email)
    await open((await mails.newest(email, 2)).link)
    const { body: user } = await ask(server, 'user', { token })
    expect(user).toMatchObject({
      email: newAddress,
      app_metadata: { email_verified: true },
      identities: [{ email: newAddress, identity_data: { email: newAddress, email_verified: true } }],
    })
    expect(user).not.toHaveProperty('new_email')
    expect((await mails.newest(email, 3)).subject).toBe('Your e-mail address was changed · ArthaChowk')
    expect((await signIn(server, newAddress)).status).toBe(200)
    expect((await signIn(server, email)).status).toBe(400)
  })

  test('one mailbox alone changes nothing, however many mails it asks for', async () => {
    const { email, token } = await newConfirmed()
    const newAddress = newEmail('moved')
    await change(token, newAddress)
    for (const count of [1, 2]) {
      const { code } = await mails.newest(newAddress, count)
      const half = await ask(server, 'verify', {
        body: { type: 'email_change', email: newAddress, token: code },
      })
      expect([half.status, half.body.code]).toEqual([200, '200'])
      await ask(server, 'resend', { body: { type: 'email_change', email } })
      await mails.newest(newAddress, count + 1)
    }
    expect((await ask(server, 'user', { token })).body).toMatchObject({ email, new_email: newAddress })
  })

  test.each(['the owner first', 'a thief first'])(
    'of two wishes for an address, %s, the older one’s links change nothing',
    async (order) => {
      const { email, token } = await newConfirmed()
      const wishes = [newEmail('own'), newEmail('thief')]
      const [older = '', newer = ''] = order === 'the owner first' ? wishes : wishes.toReversed()
      await change(token, older)
      const stale = [await mails.newest(older), await mails.newest(email, 2)]
      await change(token, newer)
      await mails.newest(newer)
      await mails.newest(email, 3)
      for (const { link } of stale) expect(fragmentOf(await open(link)).error_code).toBe('otp_expired')
      expect((await ask(server, 'user', { token })).body).toMatchObject({ email, new_email: newer })
      await open((await mails.newest(newer)).link)
      expect((await ask(server, 'user', { token })).body.email, 'one mailbox alone').toBe(email)
    },
  )

  test('needs the password in place of a confirmation by an address that was never verified', async () => {
    await sql`update public.site_settings set require_email_verification = false`
    const { body } = await ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD } })
    await sql`update public.site_settings set require_email_verification = true`
    const token = body.access_token
    const newAddress = newEmail('moved')
    expect((await change(token, newAddress)).body.error_code).toBe('reauthentication_needed')
    const wish = { email: newAddress, current_password: PASSWORD }
    expect((await ask(server, 'user', { method: 'PUT', token, body: wish })).status).toBe(200)
    await open((await mails.newest(newAddress)).link)
    expect((await ask(server, 'user', { token })).body.email).toBe(newAddress)
  })

  test('refuses the address of another account', async () => {
    const other = await newConfirmed()
    const { token } = await newConfirmed()
    const answer = await change(token, other.email)
    const words = 'A user with this email address has already been registered'
    expect([answer.status, answer.body]).toEqual([422, refusal(422, 'email_exists', words)])
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
