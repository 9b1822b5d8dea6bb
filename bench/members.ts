// Members to write with, signed up through the contract like anybody, and what it costs to sign one in.

import { readdirSync, readFileSync } from 'node:fs'
import type { TestServer } from '../tests/support/server.ts'
import { against, median, type requestsPerSecond } from './load.ts'
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

/**
 * Signing in: against a process that does nothing but compare the same password with its hash, and how much of the
 * time the two threads that hash are at it, which says whether anything else holds a sign-in up.
 * @param site has the first `AT_ONCE` members of `signUpMembers`
 */
export async function signInRows(site: TestServer, { load, startControl, seconds }: Tools): Promise<Row[]> {
  const control = await startControl('argon2', { password: PASSWORD })
  const bounds = { connections: AT_ONCE, seconds }
  // Each one somebody else: one member's sign-ins wait for each other's commits.
  const requests = Array.from({ length: AT_ONCE }, (_, index) => ({
    method: 'POST' as const,
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench${index}@example.invalid`, password: PASSWORD }),
  }))
  const shares: number[] = []
  const figures = await against(
    async () => {
      const hashing = watchHashing(site)
      const rate = await load({ url: site.url, requests, ...bounds })
      shares.push(hashing())
      return rate
    },
    () => load({ url: control.url, ...bounds }),
  )
  control.stop()
  return [
    {
      what: 'signing in / bare argon2, two at once',
      value: figures.ratio,
      unit: 'x',
      aim: 0.9,
      note: `${Math.round(figures.subject)} against ${Math.round(figures.control)} /s`,
    },
    {
      what: 'signing in: of the time of two hashes at once, spent hashing',
      value: median(shares),
      unit: 'x',
      floor: 0.9,
      aim: 1,
    },
  ]
}

/**
 * Looks at the threads that hash a hundred times a second.
 * @returns ends it: the share of the time that two of them ran or could have run
 */
function watchHashing({ process: { pid } }: TestServer): () => number {
  const folder = `/proc/${pid}/task`
  const threads = readdirSync(folder).filter((task) =>
    readFileSync(`${folder}/${task}/comm`, 'utf8').startsWith('libuv-worker'),
  )
  let looks = 0
  let hashing = 0
  const timer = setInterval(() => {
    const states = threads.map((task) => readFileSync(`${folder}/${task}/stat`, 'utf8').split(') ')[1]?.[0])
    looks += 1
    hashing += Math.min(2, states.filter((state) => state === 'R' || state === 'D').length) / 2
  }, 10)
  return () => {
    clearInterval(timer)
    return hashing / looks
  }
}
