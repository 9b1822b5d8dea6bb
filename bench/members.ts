// Signs up members through the API for the other benches, and measures the cost of a sign-in.
import { readdirSync, readFileSync } from 'node:fs'
import type { TestServer } from '../tests/support/server.ts'
import { against, median, type requestsPerSecond } from './load.ts'
import type { Row } from './report.ts'

/** Of every member that `signUpMembers` makes; the first is bench0@example.invalid. */
export const PASSWORD = 'kaleidoscope-tamarind-7'
/** A reply nearly as long as one may be: 68 kB, 4,350 words. */
export const LONG_REPLY = '<p><em>Value</em> and <strong>all</strong></p>'.repeat(1_450)
const CONCURRENCY = 8

/** `session`: as the browser's storage has it. */
export type SignedUp = { id: string; token: string; session: string }

/** Signs up `count` members. */
export async function signUpMembers(site: TestServer, count: number): Promise<SignedUp[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const response = await fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `bench${index}@example.invalid`,
          password: PASSWORD,
          data: { username: `bench_${index}` },
        }),
      })
      const session = (await response.json()) as { access_token: string; user: { id: string } }
      if (response.status !== 200)
        throw new Error(`sign-up answered ${response.status}: ${JSON.stringify(session)}`)
      return { id: session.user.id, token: session.access_token, session: JSON.stringify(session) }
    }),
  )
}

/** Posts a reply as a member of `signUpMembers`. @returns the response */
export function postReply(
  site: TestServer,
  { id, token }: { id: string; token: string },
  threadId: string,
  content: string,
): Promise<Response> {
  return fetch(`${site.url}/rest/v1/replies`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ thread_id: threadId, author_id: id, content }),
  })
}

type Tools = {
  load: typeof requestsPerSecond
  startControl: (kind: 'argon2', content: { password: string }) => Promise<{ url: string; stop: () => void }>
  seconds: number
}

/**
 * Measures sign-ins against a process that only compares the same password with its hash. The second row is the share
 * of the time in which both hashing threads are busy: a lower share means that something else delays sign-ins.
 */
export async function signInRows(site: TestServer, { load, startControl, seconds }: Tools): Promise<Row[]> {
  await signUpMembers(site, CONCURRENCY)
  const control = await startControl('argon2', { password: PASSWORD })
  const options = { connections: CONCURRENCY, seconds }
  // Different members: sign-ins of one member wait for each other's commits.
  const requests = Array.from({ length: CONCURRENCY }, (_, index) => ({
    method: 'POST' as const,
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench${index}@example.invalid`, password: PASSWORD }),
  }))
  const shares: number[] = []
  const figures = await against(
    async () => {
      const stopSampling = sampleHashing(site)
      try {
        return await load({ url: site.url, requests, ...options })
      } finally {
        shares.push(stopSampling())
      }
    },
    () => load({ url: control.url, ...options }),
  )
  control.stop()
  return [
    {
      what: 'sign-ins / bare argon2, two at once',
      value: figures.ratio,
      unit: 'x',
      aim: 0.9,
      note: `${Math.round(figures.subject)} against ${Math.round(figures.control)} /s`,
    },
    {
      what: 'sign-ins: share of the time with both hashing threads busy',
      value: median(shares),
      unit: 'x',
      floor: 0.9,
      aim: 1,
    },
  ]
}

/**
 * Samples the state of the hashing threads a hundred times a second.
 * @returns stops sampling and returns the share of the time in which two of them ran or were ready to run
 */
function sampleHashing({ process: { pid } }: TestServer): () => number {
  const folder = `/proc/${pid}/task`
  const threads = readdirSync(folder).filter((task) =>
    readFileSync(`${folder}/${task}/comm`, 'utf8').startsWith('libuv-worker'),
  )
  let samples = 0
  let hashing = 0
  const timer = setInterval(() => {
    const states = threads.map((task) => readFileSync(`${folder}/${task}/stat`, 'utf8').split(') ')[1]?.[0])
    samples += 1
    hashing += Math.min(2, states.filter((state) => state === 'R' || state === 'D').length) / 2
  }, 10)
  return () => {
    clearInterval(timer)
    return hashing / samples
  }
}
