// The largest body and address that each endpoint takes, made to be slow: the event loop never stands still for long, and
// nothing is answered with an error of ours. The pause is measured inside the server (/metrics), since the last scrape.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A pause of 21 s to 51 s was found; a busy machine adds some to 0.1 s. */
const MOST_SECONDS = 0.4
const TOKEN = 'event-loop-test-token-of-32-letters'

let server: TestServer
let member: { access_token: string }

beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN })
  member = await newMember(server)
})
afterAll(() => server.stop())

async function longestPause(): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const [, seconds] = /^arthachowk_event_loop_longest_pause_seconds (\S+)$/m.exec(await answer.text()) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(0)
  return Number(seconds)
}

/** A redirect to such an address has a longer one than this client reads. */
function refusedHere(error: { cause?: { code?: string } }): Response {
  if (error.cause?.code !== 'UND_ERR_HEADERS_OVERFLOW') throw error
  return new Response(null, { status: 308 })
}

const SIGNS = ['+', '"', '{', '(', '-', '%25', '.', ',', '\\', "'", ':', '[', '<', 'a-', '(a,', '%EF%B7%BA']
const ADDRESSES = [
  ...[
    'title=like(any).{',
    'title=eq.',
    'title=in.(',
    'select=',
    'order=',
    'or=(',
    'and=(a.eq.',
    'columns=',
    'limit=',
  ].map((start) => `/rest/v1/threads?${start}`),
  ...['/rest/v1/rpc/search?q=', '/rest/v1/', '/search?q=', '/forums/', '/storage/v1/object/public/content/'],
  ...['/auth/v1/verify?token=', '/auth/v1/authorize?provider=', '/u/', '/social/'],
]
const FORMS = [
  '<div>',
  '<table><tr><td>',
  '<blockquote>',
  '<',
  '<a ',
  '&',
  '<!--',
  '$$',
  '$$x$$ ',
  '<p>',
  '<a href="',
]
const GROWN = '\ufdfa'.repeat(300_000)

const attacks: [string, () => { path: string; init?: RequestInit }[]][] = [
  [
    'an address',
    () =>
      ADDRESSES.flatMap((path) => SIGNS.map((sign) => ({ path: path + sign.repeat(14_000 / sign.length) }))),
  ],
  [
    'a header',
    () =>
      ['prefer', 'accept', 'range', 'if-none-match', 'accept-encoding', 'cookie', 'x-forwarded-for'].flatMap(
        (name) =>
          [',', ';', 'a=', '"', '-', ' a', 'q='].map((sign) => ({
            path: '/rest/v1/threads',
            init: { headers: { [name]: `a${sign.repeat(12_000 / sign.length)}a` } },
          })),
      ),
  ],
  [
    'a post',
    () =>
      FORMS.map((form) => ({
        path: '/rest/v1/threads',
        init: { method: 'POST', body: JSON.stringify({ content: form.repeat(480_000 / form.length) }) },
      })),
  ],
  [
    'a password',
    () =>
      ['signup', 'token?grant_type=password'].map((path) => ({
        path: `/auth/v1/${path}`,
        init: { method: 'POST', body: JSON.stringify({ email: 'a@example.com', password: GROWN }) },
      })),
  ],
]

test.each(attacks)(
  '%s of full size stops nobody, of a guest or a member',
  { timeout: 120_000 },
  async (_what, requests) => {
    const slow: string[] = []
    for (const authorization of [null, `Bearer ${member.access_token}`]) {
      for (const { path, init } of requests()) {
        await longestPause()
        const headers = new Headers(init?.headers)
        headers.set('apikey', server.publishableKey)
        if (init?.body) headers.set('content-type', 'application/json')
        if (authorization) headers.set('authorization', authorization)
        const answer = await fetch(server.url + path, { ...init, headers, redirect: 'manual' }).catch(
          refusedHere,
        )
        await answer.arrayBuffer()
        const pause = await longestPause()
        const isRefused = answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after'))
        if (pause > MOST_SECONDS || !isRefused)
          slow.push(
            `${authorization ? 'member' : 'guest'} ${path.slice(0, 40)} ${answer.status} ${pause.toFixed(2)} s`,
          )
      }
    }
    expect(slow).toEqual([])
  },
)
