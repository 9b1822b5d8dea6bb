// The largest body and address that each endpoint takes, made to be slow: the event loop never stands still for long, and
// nothing is answered with an error of ours. The pause is measured inside the server (/metrics), since the last scrape.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { declaredRoutes } from '../../scripts/generate-limits.ts'
import { newMember } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** SAFETY.md's bound. A pause that a busy machine adds is no longer there when the same is sent again. */
const MOST_SECONDS = 0.1
const TRIES = 4
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

type Attack = { path: string; init?: RequestInit }

const SIGNS = [
  '+',
  '"',
  '{',
  '(',
  '-',
  '%25',
  '.',
  ',',
  '\\',
  "'",
  ':',
  '[',
  '<',
  'a-',
  '(a,',
  '%EF%B7%BA',
  '%20',
  '@',
  '!',
  '&',
  '|',
  '*',
  '/',
  '~',
  '%00',
  '1',
  'e',
]
/** Texts of a body: what regular expressions, parsers of HTML and Unicode's forms find hard. */
const TEXTS = [
  ' ',
  '-',
  '"',
  '(',
  '%',
  '<',
  'a ',
  'a.',
  '@a',
  '\\',
  '\ufdfa',
  '\u0301',
  '&amp;',
  '*',
  '<p>',
  '://',
  '\u{1f468}\u200d',
]
const FULL = 900_000

const QUERIES = [
  ...[
    'title=like(any).{',
    'title=match.',
    'title=fts.',
    'title=wfts(english).',
    'title=eq.',
    'title=in.(',
    'title=not.in.(',
    'title=cs.{',
    'id=',
    'select=',
    'select=id,profiles(',
    'select=a:',
    'select=title->',
    'order=',
    'order=profiles(',
    'or=(',
    'and=(a.eq.',
    'columns=',
    'limit=',
    'offset=',
    'on_conflict=',
    '',
  ].map((start) => `/rest/v1/threads?${start}`),
  '/rest/v1/rpc/search?q=',
  ...[
    '/search?q=',
    '/blog?q=',
    '/forums?page=',
    '/?',
    '/trending?period=',
    '/chat?before=',
    '/signin?next=',
    '/search.data?q=',
  ],
  ...[
    'verify?token=',
    'verify?type=signup&token_hash=',
    'confirm?token_hash=',
    'callback?state=',
    'callback?code=',
    'authorize?provider=',
    'authorize?provider=google&redirect_to=',
    'settings?apikey=',
  ].map((end) => `/auth/v1/${end}`),
  ...['object/sign/content/a.png?token=', 'render/image/public/content/a.png?width='].map(
    (end) => `/storage/v1/${end}`,
  ),
  ...[
    '/social/',
    '/u/',
    '/experts/',
    '/forums/ipos/',
    '/thread/',
    '/blog/',
    '/tags/',
    '/newsletter/',
    '/sitemap',
    '/feed',
    '/.well-known/',
  ],
]

/** Each address of the router, with hostile text in place of its parameters, or behind it: of the signs each a fifth. */
const ROUTED = declaredRoutes()
  .filter(({ path }) => path.startsWith('/') && path !== '/*')
  .flatMap(({ method, path }, index) => {
    const places = path.match(/:\w+|\*/g)?.length ?? 0
    return SIGNS.filter((_, turn) => turn % 5 === index % 5).map((sign) => {
      const text = sign.repeat(Math.floor(13_000 / Math.max(places, 1) / sign.length))
      return {
        method: method === 'ALL' ? 'GET' : method,
        path: places > 0 ? path.replaceAll(/:\w+|\*/g, () => text) : `${path}?${text}`,
      }
    })
  })

const HEADERS = [
  ...[
    'prefer',
    'accept',
    'range',
    'if-none-match',
    'if-match',
    'accept-encoding',
    'accept-language',
    'cookie',
    'origin',
    'referer',
  ],
  ...[
    'x-forwarded-for',
    'forwarded',
    'user-agent',
    'traceparent',
    'x-request-id',
    'idempotency-key',
    'accept-profile',
    'content-profile',
  ],
  ...['content-type', 'x-client-info', 'apikey', 'authorization', 'x-upsert', 'cache-control'],
]

const FORMS = [
  ...[
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
    '<b><i>',
    '</p>',
  ],
  ...[
    '<svg><style>',
    '<li>',
    '&#x',
    '<ol start="',
    '\\begin{matrix}',
    '$$\\frac{',
    '<p>$$',
    '<pre><code>',
    '<img src="https://a/',
    '<h2>',
  ],
]

/** Fields of the requests of all services. */
const FIELDS = [
  ...[
    'email',
    'password',
    'current_password',
    'phone',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'auth_code',
    'code_verifier',
  ],
  ...[
    'code_challenge',
    'code_challenge_method',
    'nonce',
    'friendly_name',
    'factor_type',
    'issuer',
    'challenge_id',
    'code',
    'redirect_to',
  ],
  ...[
    'prefix',
    'search',
    'name',
    'id',
    'bucketId',
    'sourceKey',
    'destinationKey',
    'destinationBucket',
    'file_size_limit',
    'cursor',
  ],
]

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const textOf = (piece: string, bytes: number) =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1))))

/** Every route that takes a body, with each of them: all fields at once, one field of full size, nested, no JSON. */
function bodies(): Attack[] {
  const routes = declaredRoutes().filter(({ cost }) => cost.body !== 'none')
  return routes.flatMap(({ method, path, cost }) => {
    const most = Math.min(Number(cost.body), 1_048_576) - 2_048
    const to = { path: path.replaceAll(/:\w+|\*/g, 'content'), method: method === 'ALL' ? 'POST' : method }
    const sent: RequestInit[] = [
      ...TEXTS.map((piece) =>
        json(Object.fromEntries(FIELDS.map((field) => [field, textOf(piece, most / FIELDS.length - 30)]))),
      ),
      ...['email', 'password', 'token', 'code', 'prefix'].map((field) =>
        json({
          email: 'a@example.com',
          grant_type: 'password',
          type: 'signup',
          [field]: textOf('\ufdfa', most - 100),
        }),
      ),
      json({
        data: Object.fromEntries(
          Array.from({ length: Math.floor(most / 14) }, (_, index) => [`k${index}`, 1]),
        ),
      }),
      { body: '['.repeat(most), headers: { 'content-type': 'application/json' } },
      {
        body: `{"data":${'{"a":'.repeat(Math.floor(most / 5) - 4)}`,
        headers: { 'content-type': 'application/json' },
      },
      {
        body: `[${'0,'.repeat(Math.floor(most / 2) - 2)}0]`,
        headers: { 'content-type': 'application/json' },
      },
      { body: `a,b\n${'"",'.repeat(Math.floor(most / 3) - 2)}`, headers: { 'content-type': 'text/csv' } },
      { body: `a\n${'"'.repeat(most - 8)}`, headers: { 'content-type': 'text/csv' } },
      {
        body: `token=${'%EF%B7%BA&a='.repeat(Math.floor(most / 12) - 1)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]
    return sent.map((init) => ({ path: to.path, init: { method: to.method, ...init } }))
  })
}

/** Every function that a guest or a member may call, with each of its texts at full size. */
async function calls(): Promise<Attack[]> {
  const owner = connect(server.adminDatabaseUrl, { max: 1 })
  const found = await owner<{ name: string; argument: string; type: string }[]>`
    select p.proname as name, a.argument, format_type(p.proargtypes[a.place - 1], null) as type
    from pg_proc p, unnest(p.proargnames) with ordinality as a (argument, place)
    where p.pronamespace = 'public'::regnamespace and a.place <= p.pronargs
      and has_function_privilege('authenticated', p.oid, 'execute')
      and p.proargtypes[a.place - 1] in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)`
  await owner.end()
  expect(found.length).toBeGreaterThan(10)
  return found.flatMap(({ name, argument, type }) =>
    TEXTS.map((piece) => {
      const text = textOf(piece, FULL)
      const value = type === 'text' ? text : type === 'text[]' ? text.match(/.{1,60}/gsu) : { text }
      return { path: `/rest/v1/rpc/${name}`, init: { method: 'POST', ...json({ [argument]: value }) } }
    }),
  )
}

const attacks: [string, () => Attack[] | Promise<Attack[]>][] = [
  [
    'a parameter',
    () =>
      QUERIES.flatMap((path) =>
        SIGNS.map((sign) => ({ path: path + sign.repeat(Math.floor(14_000 / sign.length)) })),
      ),
  ],
  ['an address', () => ROUTED.map(({ method, path }) => ({ path, init: { method } }))],
  [
    'a header',
    () =>
      HEADERS.flatMap((name) =>
        [',', ';', 'a=', '"', '-', ' a', 'q=', '/', '.', '(', '1,', 'for='].map((sign) => ({
          path: name.startsWith('a') ? '/rest/v1/threads?limit=1' : '/search?q=a',
          init: { headers: { [name]: `a${sign.repeat(Math.floor(12_000 / sign.length))}a` } },
        })),
      ),
  ],
  [
    'a post',
    () =>
      ['threads', 'replies', 'chat_messages', 'profiles', 'blog_posts'].flatMap((table) =>
        FORMS.map((form) => ({
          path: `/rest/v1/${table}`,
          init: {
            method: 'POST',
            ...json({
              content: form.repeat(480_000 / form.length),
              title: form.repeat(20_000),
              bio: form.repeat(10_000),
            }),
          },
        })),
      ),
  ],
  ['a body', bodies],
  ['a call', calls],
]

/** All with EXHAUSTIVE set; else a third, of each address, parameter and text some. */
function chosen(all: Attack[]): Attack[] {
  if (process.env.EXHAUSTIVE !== undefined) return all
  return all.filter((_, index) => (index + Math.floor(index / 7)) % 3 === 0)
}

/** @returns the status, and how long the event loop stood still */
async function send(
  { path, init }: Attack,
  authorization: string | null,
): Promise<{ status: number; isRefused: boolean; pause: number }> {
  const headers = new Headers({ apikey: server.publishableKey })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
  const answer = await fetch(server.url + path, { ...init, headers, redirect: 'manual' }).catch(refusedHere)
  await answer.arrayBuffer().catch(() => undefined)
  return {
    status: answer.status,
    isRefused: answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after')),
    pause: await longestPause(),
  }
}

test.each(attacks)(
  '%s of full size stops nobody, of a guest or a member',
  { timeout: 240_000 },
  async (_what, requests) => {
    const slow: string[] = []
    await longestPause()
    // Of each kind some are a guest's and some a member's.
    for (const [index, attack] of chosen(await requests()).entries()) {
      const authorization = index % 2 === 0 ? null : `Bearer ${member.access_token}`
      let shown = await send(attack, authorization)
      for (let tries = 1; tries < TRIES && shown.pause > MOST_SECONDS; tries += 1) {
        const again = await send(attack, authorization)
        if (again.pause < shown.pause) shown = again
      }
      if (shown.pause > MOST_SECONDS || !shown.isRefused) {
        const { path, init } = attack
        const who = authorization ? 'member' : 'guest'
        slow.push(
          `${who} ${init?.method ?? 'GET'} ${path.slice(0, 60)} ${String(init?.body ?? JSON.stringify(init?.headers ?? '')).slice(0, 40)}: ${shown.status}, ${shown.pause.toFixed(2)} s`,
        )
      }
    }
    expect(slow).toEqual([])
  },
)

test('a frame of full size stops nobody', { timeout: 120_000 }, async () => {
  const slow: string[] = []
  const filters = SIGNS.flatMap((sign) =>
    ['title=in.(', 'title=eq.', ''].map((start) => start + sign.repeat(Math.floor(55_000 / sign.length))),
  )
  const frames = [
    ...filters.map((filter) =>
      JSON.stringify([
        '1',
        '1',
        'realtime:a',
        'phx_join',
        { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'threads', filter }] } },
      ]),
    ),
    ...SIGNS.map((sign) =>
      JSON.stringify(['1', '1', `realtime:${sign.repeat(Math.floor(60_000 / sign.length))}`, 'phx_join', {}]),
    ),
    `["1","1","realtime:a","phx_join",${'['.repeat(60_000)}`,
    JSON.stringify([
      '1',
      '1',
      'realtime:a',
      'phx_join',
      {
        config: {
          postgres_changes: Array.from({ length: 900 }, (_, index) => ({
            event: '*',
            schema: 'public',
            table: `t${index}`,
          })),
        },
      },
    ]),
    JSON.stringify([
      '1',
      '1',
      'realtime:a',
      'broadcast',
      { type: 'broadcast', event: 'e', payload: { a: '\ufdfa'.repeat(18_000) } },
    ]),
  ]
  for (const frame of frames) {
    let pause = 1
    for (let tries = 0; tries < TRIES && pause > MOST_SECONDS; tries += 1) {
      await longestPause()
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${server.publishableKey}`,
      )
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', reject)
      })
      socket.send(frame)
      // Answered when the frame before it was handled, or closed.
      socket.send(JSON.stringify(['2', '2', 'phoenix', 'heartbeat', {}]))
      await new Promise((resolve) => {
        socket.addEventListener('message', resolve)
        socket.addEventListener('close', resolve)
      })
      socket.close()
      pause = Math.min(pause, await longestPause())
    }
    if (pause > MOST_SECONDS) slow.push(`${frame.slice(0, 100)}: ${pause.toFixed(2)} s`)
  }
  expect(slow).toEqual([])
})
