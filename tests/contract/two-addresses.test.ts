// An app at one address (SITE_URL) and the API at another (API_URL): mails and providers lead to the API, which leads back
// to the app, and the app's pages may open channels.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareSocket } from '../support/channels.ts'
import { ask, claimsOf, fragmentOf, newEmail, newMember } from '../support/identity.ts'
import { follow, type Mailbox, mailFolder } from '../support/mailbox.ts'
import { freePort } from '../support/program.ts'
import { hop, leave, startProviders, type TestProviders } from '../support/providers.ts'
import { startServer, type TestServer } from '../support/server.ts'

const APP = 'http://localhost:5173'
const OTHER_APP = 'https://other.example.com'

let api: TestServer
let providers: TestProviders
let mails: Mailbox

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  providers = await startProviders()
  const started = await startServer({
    ...providers.env,
    PORT: String(port),
    SITE_URL: APP,
    API_URL: `${url}/`,
    REDIRECT_URLS: `${OTHER_APP}/in, capacitor://localhost/in`,
  })
  // A start announces the address of the pages.
  api = { ...started, url }
  mails = mailFolder(api.dataDir)
})

afterAll(async () => {
  await api?.stop()
  await providers?.stop()
})

test('the link of a mail leads to the API, and its button back to the app', async () => {
  const { user } = await newMember(api)
  const client = createClient(api.url, api.publishableKey)
  await client.auth.resetPasswordForEmail(user.email ?? '', { redirectTo: `${APP}/reset` })
  const { link, text } = await mails.newest(user.email ?? '')
  expect(link).toMatch(new RegExp(`^${api.url}/auth/v1/confirm\\?`))
  expect(text.split('\n')).toContain(APP)
  expect((await fetch(link)).status).toBe(200)
  const back = new URL((await follow(link)).headers.get('location') ?? '')
  expect(`${back.origin}${back.pathname}`).toBe(`${APP}/reset`)
  expect(fragmentOf(back)).toMatchObject({ type: 'recovery' })
})

test('a link that the operator asks for leads to the API, and without a target to the app', async () => {
  const admin = createClient(api.url, api.secretKey).auth.admin
  const { data } = await admin.generateLink({ type: 'magiclink', email: newEmail() })
  const link = new URL(data.properties?.action_link ?? '')
  expect([link.origin, link.pathname, link.searchParams.get('redirect_to')]).toEqual([
    api.url,
    '/auth/v1/verify',
    APP,
  ])
  const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(back.origin).toBe(APP)
})

test.each(['google', 'github'])('%s leads back to the API, and it to the app', async (provider) => {
  providers.be({ id: String(Date.now()), email: newEmail(provider), verified: true })
  const { back, cookies } = await leave(api, provider, { redirect_to: `${APP}/in` })
  expect(`${back.origin}${back.pathname}`).toBe(`${api.url}/auth/v1/callback`)
  const landed = (await hop(back, cookies)).location
  expect(`${landed.origin}${landed.pathname}`).toBe(`${APP}/in`)
  expect(fragmentOf(landed)).toHaveProperty('access_token')
})

test('the issuer of tokens is the API, where their keys are', async () => {
  const { access_token } = await newMember(api)
  const { iss } = claimsOf(access_token)
  expect(iss).toBe(`${api.url}/auth/v1`)
  expect((await fetch(`${iss}/.well-known/jwks.json`)).status).toBe(200)
})

test('a target that nobody allowed becomes the app, also the API itself', async () => {
  const { user } = await newMember(api)
  for (const [index, target] of ['https://foreign.example.com', api.url].entries()) {
    await ask(api, `recover?redirect_to=${target}`, { method: 'POST', body: { email: user.email } })
    const { link } = await mails.newest(user.email ?? '', index + 1)
    expect(new URL(link).searchParams.get('redirect_to')).toBe(APP)
  }
})

describe('a socket', () => {
  test('is open to the pages of the app, of the API and of REDIRECT_URLS', async () => {
    for (const origin of [APP, api.url, OTHER_APP, 'capacitor://localhost']) {
      const { socket } = await bareSocket(api, { headers: { origin } })
      socket.close()
    }
  })

  test.each([
    'http://localhost:5174',
    'https://localhost:5173',
    'http://other.example.com',
    'https://other.example.com.foreign.example',
    'https://foreign.example.com',
    'capacitor://foreign',
    'null',
  ])('is refused to a page of %s', async (origin) => {
    await expect(bareSocket(api, { headers: { origin } })).rejects.toThrow('refused with 403')
  })
})
