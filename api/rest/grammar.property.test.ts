// Any query string is either refused with a 4xx or becomes a statement that PostgreSQL can prepare, and pages of any size
// are a partition of the rows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { openListenClient, openPool } from '../database/database.ts'
import { Listener } from '../database/listener.ts'
import { poolUrl, preparePoolRole } from '../database/pool-role.ts'
import { withLargestBody } from '../http/route-cost.ts'
import { createLog } from '../log.ts'
import { guest } from '../viewer.ts'
import { MAX_BODY_BYTES } from './receive.ts'
import { createRest, type Rest } from './rest.ts'
import { REST_DEFAULTS } from './settings.ts'

const RUNS = 1_000

let database: TestDatabase
const SECRET = 'a secret of thirty-two characters'
let pool: ReturnType<typeof openPool>
let listener: Listener
let rest: Rest

beforeAll(async () => {
  database = await startDatabase()
  await preparePoolRole(database.sql, database.ownerUrl, SECRET)
  const fixture = join(import.meta.dirname, '../../tests/contract/rest-fixture.sql')
  await database.sql.unsafe(readFileSync(fixture, 'utf8')).simple()
  pool = openPool(poolUrl(database.ownerUrl, SECRET), 4)
  const url = poolUrl(database.ownerUrl, SECRET)
  listener = new Listener((events) => openListenClient(url, events), createLog('silent'))
  const db = { pool, listener, ownerUrl: database.ownerUrl, close: async () => undefined }
  rest = await createRest({
    db,
    settings: { ...REST_DEFAULTS, aggregates: true },
    sanitizers: {},
    groupedCalls: {},
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await listener.stop()
  await pool.end({ timeout: 5 })
  await database.stop()
})

const ask = (path: string, init: RequestInit = {}) =>
  rest.fetch(
    withLargestBody(new Request(`http://site/rest/v1/${path}`, init), MAX_BODY_BYTES),
    guest('127.0.0.1'),
  )

const RELATIONS = ['lib_books', 'lib_authors', 'lib_publishers', 'lib_genres', 'lib_covers', 'lib_book_list']
/** The tables that most generated queries read, and the resources that they can embed without a hint. */
const LINKED = ['lib_publishers', 'lib_genres', 'lib_covers', 'author_id', 'lib_books']
const NAMES = [
  ...[
    'id',
    'title',
    'name',
    'price',
    'pages',
    'tags',
    'sold',
    'data',
    'published',
    'search',
    'added',
    'heading',
  ],
  ...[
    'nope',
    '*',
    '"quo\\"ted"',
    'with-dash',
    'with space',
    'pgrst_source',
    'count',
    'order',
    'a'.repeat(70),
  ],
]
const OPERATORS = [
  ...[
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'match',
    'imatch',
    'in',
    'is',
    'isdistinct',
    'fts',
  ],
  ...[
    'plfts',
    'phfts',
    'wfts',
    'cs',
    'cd',
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
    'nope',
    'eq(any)',
    'like(all)',
  ],
  ...['fts(english)', 'fts(nope)', 'not.eq', 'not.in', 'not.is', 'not.not.eq'],
]
const VALUES = [
  ...['1', '-7', 'x', '', 'null', 'true', '{1,2}', '{a,"b c"}', '[1,5)', '(1,2)', '("a,b",c)', '()', '{}'],
  ...[
    "'",
    '"',
    '\\',
    '$1',
    ';--',
    '2026-01-01',
    '*a*',
    '%',
    'नमस्ते',
    '🙂',
    '{"a":1}',
    '1e400',
    '((',
    '[',
    '\u0000',
  ],
]
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('id', 'data') },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
)
const path = fc
  .tuple(
    name,
    fc.array(fc.tuple(fc.constantFrom('->', '->>'), fc.constantFrom('a', '0', '-1', '"x y"')), {
      maxLength: 3,
    }),
  )
  .map(([column, steps]) => column + steps.map(([arrow, key]) => arrow + key).join(''))
const operation = fc
  .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...VALUES))
  .map((parts) => parts.join('.'))
// Most of these fit every table, so that many queries return rows.
const filter = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(path, operation) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('id'),
      fc.constantFrom('eq.1', 'in.(1,2)', 'gt.0', 'not.is.null', 'lte(any).{1,9}'),
    ),
  },
)
const condition: fc.Arbitrary<string> = fc.letrec<{ one: string; group: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    filter.map((parts) => parts.join('.')),
    tie('group'),
  ),
  group: fc
    .tuple(
      fc.constantFrom('and', 'or', 'not.and', 'not.or'),
      fc.array(tie('one'), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, members]) => `${operator}(${members.join(',')})`),
})).one
const cast = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '::text',
  '::text',
  '::int',
  '::nope',
  '::double precision',
  '::jsonb',
)
const alias = fc.constantFrom('', '', 'x:', '"y z":', 'id:')
const aggregate = fc.constantFrom(
  ...['', '', '', '', '', '', '.count()', '.sum()', '.max()', '.avg()::text', '.min()::int', '.nope()'],
)
const field = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(alias, path, cast, aggregate).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('count()', 'x:count()::text', '*') },
)
const embedding: fc.Arbitrary<string> = fc.letrec<{ item: string; relation: string }>((tie) => ({
  item: fc.oneof({ maxDepth: 3 }, field, tie('relation')),
  relation: fc
    .tuple(
      fc.constantFrom('', '', 'e:', '...'),
      fc.constantFrom(
        ...LINKED,
        ...LINKED,
        ...LINKED,
        ...RELATIONS,
        'mentor_id',
        'long_books',
        'house',
        'nope',
      ),
      fc.constantFrom(
        '',
        '',
        '!inner',
        '!left',
        '!author_id',
        '!lib_books_editor_id_fkey!inner',
        '!lib_book_genres',
      ),
      fc.array(tie('item'), { maxLength: 3 }),
    )
    .map(([before, relation, hint, items]) => `${before}${relation}${hint}(${items.join(',')})`),
})).item
const order = fc
  .tuple(
    fc.oneof(
      path,
      path.map((one) => `lib_publishers(${one})`),
    ),
    fc.constantFrom('', '.asc', '.desc', '.nullslast', '.desc.nullsfirst', '.up'),
  )
  .map((parts) => parts.join(''))
const level = fc.constantFrom('', '', '', '', '', '', '', 'lib_publishers.', 'e.', 'lib_genres.')
const parameter = fc.oneof(
  fc.tuple(level, filter).map(([at, [key, value]]) => [at + key, value]),
  fc
    .tuple(level, fc.constantFrom('and', 'or', 'not.or'), fc.array(condition, { minLength: 1, maxLength: 3 }))
    .map(([at, operator, members]) => [at + operator, `(${members.join(',')})`]),
  fc
    .tuple(level, fc.array(order, { minLength: 1, maxLength: 2 }))
    .map(([at, terms]) => [`${at}order`, terms.join(',')]),
  fc
    .tuple(
      level,
      fc.constantFrom('limit', 'offset'),
      fc.constantFrom('0', '1', '5', '-1', 'x', '99999999999999999999'),
    )
    .map(([at, word, value]) => [at + word, value]),
)
const query = fc
  .tuple(fc.array(embedding, { maxLength: 4 }), fc.array(parameter, { maxLength: 4 }))
  .map(([items, parameters]) => {
    const pairs = [...(items.length > 0 ? [['select', items.join(',')]] : []), ...parameters]
    return pairs
      .map(([key, value]) => `${encodeURIComponent(key ?? '')}=${encodeURIComponent(value ?? '')}`)
      .join('&')
  })
const headers = fc.record({
  accept: fc.constantFrom(
    'application/json',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
  ),
  prefer: fc.constantFrom('', 'count=exact', 'count=estimated', 'count=planned'),
})

it('answers any read of the grammar, well-formed or not, without an error of its own', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...RELATIONS, 'lib_books', 'lib_books', 'lib_books'),
      query,
      headers,
      fc.constantFrom('GET', 'HEAD'),
      async (relation, search, sent, method) => {
        const response = await ask(`${relation}?${search}`, { headers: sent, method })
        if (response.status < 300) answered += 1
        const body = await response.text()
        expect(response.status, `${search}\n${body}`).toBeLessThan(500)
      },
    ),
    { numRuns: RUNS },
  )
  // The premise: some queries succeed. Without any, the property would hold trivially.
  expect(answered).toBeGreaterThan(RUNS / 40)
}, 120_000)

it('answers any characters at all without an error of its own', async () => {
  const characters = fc.string({
    unit: fc.constantFrom(...'abid_.,:!()"\'\\*->=&;{}$[]%0 \n\u0000é🙂'),
    maxLength: 40,
  })
  const key = fc.constantFrom(
    'select',
    'order',
    'or',
    'and',
    'id',
    'title',
    'columns',
    'on_conflict',
    'lib_genres.or',
    'limit',
  )
  await fc.assert(
    fc.asyncProperty(
      key,
      characters,
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT'),
      async (word, text, method) => {
        const reading = method === 'GET' || method === 'DELETE'
        const init = reading
          ? { method }
          : { method, body: '{"id":1}', headers: { 'content-type': 'application/json' } }
        // DELETE and PATCH match no row, because the property concerns the SQL and not its effect.
        const response = await ask(`lib_books?${word}=${encodeURIComponent(text)}&id=lt.0`, init)
        expect(response.status, `${method} ${word}=${text}\n${await response.text()}`).toBeLessThan(500)
      },
    ),
    { numRuns: RUNS },
  )
}, 120_000)

it('answers any body without an error of its own', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const rows = fc.oneof(
    value,
    fc.array(fc.dictionary(fc.constantFrom(...NAMES.slice(0, 12), '__proto__', ''), value, { maxKeys: 4 }), {
      maxLength: 3,
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom('POST', 'PATCH', 'PUT'),
      fc.constantFrom('', 'missing=default', 'resolution=merge-duplicates'),
      async (body, method, prefer) => {
        const response = await ask('lib_books?id=eq.-1', {
          method,
          body: JSON.stringify(body),
          headers: {
            'content-type': 'application/json',
            prefer,
            accept: 'application/vnd.pgrst.object+json',
          },
        })
        expect(response.status, `${JSON.stringify(body)}\n${await response.text()}`).toBeLessThan(500)
      },
    ),
    { numRuns: RUNS },
  )
}, 120_000)

it('cuts rows into pages that together are all rows, each once', async () => {
  const all = Array.from({ length: 60 }, (_, index) => index + 1)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.boolean(), async (size, byRange) => {
      const seen: number[] = []
      for (let offset = 0; offset < all.length; offset += size) {
        const search = `lib_numbers?select=id&id=lte.60&order=id${byRange ? '' : `&limit=${size}&offset=${offset}`}`
        const range: Record<string, string> = byRange ? { range: `${offset}-${offset + size - 1}` } : {}
        const response = await ask(search, { headers: { prefer: 'count=exact', ...range } })
        const page = ((await response.json()) as { id: number }[]).map((row) => row.id)
        const last = Math.min(offset + size, all.length)
        expect(response.headers.get('content-range')).toBe(`${offset}-${last - 1}/60`)
        expect(response.status).toBe(page.length === 60 ? 200 : 206)
        seen.push(...page)
      }
      expect(seen).toEqual(all)
    }),
    { numRuns: 40 },
  )
}, 60_000)
