// The largest parameters, addresses, headers and bodies that each endpoint takes, made to be slow (event-loop.test.ts).
import { connect } from '../../api/database/connection.ts'
import { declaredRoutes } from '../../scripts/generate-limits.ts'
import type { TestServer } from '../support/server.ts'

export type Attack = { path: string; init?: RequestInit }

export const SIGNS = [
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
async function calls({ adminDatabaseUrl }: TestServer): Promise<Attack[]> {
  const owner = connect(adminDatabaseUrl, { max: 1 })
  const found = await owner<{ name: string; argument: string; type: string }[]>`
    select p.proname as name, a.argument, format_type(p.proargtypes[a.place - 1], null) as type
    from pg_proc p, unnest(p.proargnames) with ordinality as a (argument, place)
    where p.pronamespace = 'public'::regnamespace and a.place <= p.pronargs
      and has_function_privilege('authenticated', p.oid, 'execute')
      and p.proargtypes[a.place - 1] in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)`
  await owner.end()
  if (found.length < 10) throw new Error('the functions of the site were not found')
  return found.flatMap(({ name, argument, type }) =>
    TEXTS.map((piece) => {
      const text = textOf(piece, FULL)
      const value = type === 'text' ? text : type === 'text[]' ? text.match(/.{1,60}/gsu) : { text }
      return { path: `/rest/v1/rpc/${name}`, init: { method: 'POST', ...json({ [argument]: value }) } }
    }),
  )
}

export const attacks: [string, (server: TestServer) => Attack[] | Promise<Attack[]>][] = [
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
