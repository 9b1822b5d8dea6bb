// Local stand-ins for Google and GitHub (oauth2-mock-server), and functions that follow their redirects as a browser does.
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import type { TestServer } from './server.ts'

/** The claims that the provider returns for the next sign-in. */
type Person = { id: string; email: string; verified: boolean; name?: string }

export type TestProviders = {
  /** Settings that make a server use the stand-ins. */
  env: Record<string, string>
  google: OAuth2Server
  gitHub: OAuth2Server
  /** Signs in as this person at both providers. */
  be(person: Person): void
  /** Changes the next ID token before it is signed. */
  forge(change: (payload: Record<string, unknown>) => void): void
  stop(): Promise<void>
}

export async function startProviders(): Promise<TestProviders> {
  let person: Person = { id: '1', email: 'nobody@example.com', verified: false }
  let change: ((payload: Record<string, unknown>) => void) | null = null
  const google = new OAuth2Server()
  await google.issuer.keys.generate('RS256')
  await google.start(0, '127.0.0.1')
  google.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    const { id, email, verified, name } = person
    Object.assign(payload, { sub: id, email, email_verified: verified, ...(name ? { name } : {}) })
    change?.(payload)
  })

  const gitHub = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  })
  await gitHub.issuer.keys.generate('RS256')
  await gitHub.start(0, '127.0.0.1')
  // GitHub supports OAuth 2 but not OpenID Connect.
  gitHub.service.on('beforeResponse', ({ body }: MutableResponse) => {
    if (body !== '') delete body.id_token
  })
  const answer = (path: string, body: () => unknown) =>
    gitHub.service.addRoute('GET', path, (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body()))
    })
  answer('/api/v3/user', () => ({
    id: Number(person.id),
    login: 'octo-asha',
    name: person.name ?? null,
    email: 'other@example.com',
  }))
  answer('/api/v3/user/emails', () => [
    { email: 'second@example.com', primary: false, verified: true },
    { email: person.email, primary: true, verified: person.verified },
  ])

  return {
    env: {
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GITHUB_CLIENT_ID: 'github-client',
      GITHUB_CLIENT_SECRET: 'github-secret',
      GOOGLE_ISSUER: google.issuer.url ?? '',
      GITHUB_URL: gitHub.issuer.url ?? '',
    },
    google,
    gitHub,
    be: (next) => {
      person = next
      change = null
    },
    forge: (next) => {
      change = next
    },
    stop: async () => {
      await Promise.all([google.stop(), gitHub.stop()])
    },
  }
}

export type Hop = { status: number; location: URL; cookies: string[]; body: string }

/** Sends one request without following redirects. */
export async function hop(address: string | URL, cookies: readonly string[] = []): Promise<Hop> {
  const response = await fetch(address, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
  const location = response.headers.get('location') ?? 'http://nowhere.invalid/'
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  return { status: response.status, location: new URL(location), cookies: set, body: await response.text() }
}

/** Goes to a provider and signs in there. @returns the redirect back to the site, not yet followed, and the cookies */
export async function leave(
  server: TestServer,
  provider: string,
  query: Record<string, string> = {},
): Promise<{ back: URL; cookies: string[] }> {
  const search = new URLSearchParams({ provider, ...query })
  const off = await hop(`${server.url}/auth/v1/authorize?${search}`)
  if (off.status !== 302) throw new Error(`authorize answered ${off.status}: ${off.body}`)
  return { back: (await hop(off.location)).location, cookies: off.cookies }
}

/** Signs in at a provider and follows the redirect back. @returns the final address */
export async function roundTrip(
  server: TestServer,
  provider: string,
  query: Record<string, string> = {},
): Promise<URL> {
  const { back, cookies } = await leave(server, provider, query)
  return (await hop(back, cookies)).location
}

/** Goes on as a browser does from the answer that leads to the provider. */
export async function completeLinking(off: Response): Promise<URL> {
  const cookies = off.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const back = await hop(off.headers.get('location') ?? '')
  return (await hop(back.location, cookies)).location
}
