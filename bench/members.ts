// Members to write with, signed up through the contract like anybody, and what it costs to sign one in.

import type { TestServer } from '../tests/support/server.ts'
import { against, type requestsPerSecond } from './load.ts'
import type { Row } from './report.ts'

const PASSWORD = 'kaleidoscope-tamarind-7'
const AT_ONCE = 8

/** Signs up `count` members. */
export async function signUpMembers(
  site: TestServer,
  count: number,
): Promise<{ id: string; token: string }[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `bench${index}@example.invalid`,
          password: PASSWORD,
          data: { username: `bench_${index}` },
        }),
      })
      const session = (await answer.json()) as { access_token: string; user: { id: string } }
      if (answer.status !== 200)
        throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(session)}`)
      return { id: session.user.id, token: session.access_token }
    }),
  )
}

type Tools = {
  load: typeof requestsPerSecond
  startControl: (kind: 'argon2', content: { password: string }) => Promise<{ url: string; stop: () => void }>
  seconds: number
}

/** Signing in, against a process that does nothing but compare the same password with its hash. */
export async function signInRow(site: TestServer, { load, startControl, seconds }: Tools): Promise<Row> {
  const control = await startControl('argon2', { password: PASSWORD })
  const bounds = { connections: AT_ONCE, seconds }
  const signIn = {
    method: 'POST' as const,
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench0@example.invalid', password: PASSWORD }),
  }
  const figures = await against(
    () => load({ url: site.url, requests: [signIn], ...bounds }),
    () => load({ url: control.url, ...bounds }),
  )
  control.stop()
  return {
    what: 'signing in / bare argon2, two at once',
    // Beside the hash on the same two cores: two round trips, a commit, and whoever asks.
    ...{ value: figures.ratio, unit: 'x', floor: 0.75, aim: 0.9 },
    note: `${Math.round(figures.subject)} against ${Math.round(figures.control)} /s`,
  }
}
