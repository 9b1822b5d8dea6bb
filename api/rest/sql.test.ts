// The SQL of queries, by example. tests/attacks/sql-injection.test.ts shows the SQL that no query can become.
import { describe, expect, it } from 'vitest'
import { type Column, catalogOf, type Relation } from './catalog.ts'
import { parseQuery } from './parse.ts'
import { bodyType, rowsOf } from './payload.ts'
import { planReadRequest, planWriteRequest } from './plan-relation-request.ts'
import type { Relationship } from './relationships.ts'
import { readRequest, splitAddress } from './request.ts'
import { REST_DEFAULTS } from './settings.ts'
import { measuredSql, withinBoundSql } from './sql-bound.ts'

const columns = (types: Record<string, string>) =>
  new Map(
    Object.entries(types).map(([name, type]): [string, Column] => [name, { name, type, default: null }]),
  )

const relation = (name: string, types: Record<string, string>, more: Partial<Relation> = {}): Relation => ({
  schema: 'public',
  name,
  kind: 'table',
  columns: columns(types),
  primaryKey: ['id'],
  insertable: true,
  updatable: true,
  deletable: true,
  computed: new Map(),
  relationships: [],
  uniqueKeys: [['id']],
  ...more,
})

const link = (origin: string, target: string, column: string): Relationship => ({
  origin: { schema: 'public', name: origin },
  target: { schema: 'public', name: target },
  self: false,
  targetIsView: false,
  cardinality: 'many-to-one',
  constraint: `${origin}_${column}_fkey`,
  columns: [{ origin: column, target: 'id' }],
})

const threads = relation(
  'threads',
  { id: 'uuid', title: 'text', category_id: 'uuid', data: 'jsonb', tags: 'text[]' },
  {
    relationships: [link('threads', 'categories', 'category_id')],
    computed: new Map([['can_edit', { schema: 'public', name: 'can_edit' }]]),
  },
)
const categories = relation(
  'categories',
  { id: 'uuid', slug: 'text', name: 'text' },
  {
    uniqueKeys: [['id'], ['slug']],
    relationships: [
      {
        origin: { schema: 'public', name: 'categories' },
        target: { schema: 'public', name: 'threads' },
        self: false,
        targetIsView: false,
        cardinality: 'one-to-many',
        constraint: 'threads_category_id_fkey',
        columns: [{ origin: 'id', target: 'category_id' }],
      },
    ],
  },
)
const catalog = catalogOf([threads, categories])

function read(from: Relation, query: string, headers: Record<string, string> = {}) {
  const url = `http://site/rest/v1/${from.name}?${query}`
  const request = readRequest(new Request(url, { headers }), splitAddress(url), REST_DEFAULTS)
  return planReadRequest(catalog, from, request, parseQuery(query)).statement
}

function write(method: string, query: string, body: string, headers: Record<string, string> = {}) {
  const url = `http://site/rest/v1/threads?${query}`
  const request = readRequest(new Request(url, { method, headers }), splitAddress(url), REST_DEFAULTS)
  const asked = parseQuery(query)
  const columns = method === 'PUT' ? null : asked.columns
  const rows = method === 'DELETE' ? null : rowsOf(body, bodyType(request.contentType), columns)
  return planWriteRequest(catalog, threads, request, asked, rows, { sanitizers: {}, shown: {} }).statement
}

/** The rows, and the condition that their size is within the reader's limit. */
const measured = (rows: string, alias: string) =>
  `${measuredSql('row_to_json(_row)', `(${rows})`, 'pg_column_size(_value)')} AS ${alias} WHERE ${withinBoundSql(alias)}`

describe('a read', () => {
  it('passes every value as a parameter and bounds the rows', () => {
    expect(read(threads, 'select=id,data->>lang&title=ilike.*tax*&tags=cs.{ipo}')).toEqual({
      text:
        `SELECT count(*)::int4 AS page, NULL AS total, coalesce(json_agg(_row._value), '[]')::text AS body FROM ` +
        measured(
          `SELECT "threads"."id", "threads"."data"->>$1 AS "lang" FROM "public"."threads" ` +
            `WHERE "threads"."title" ilike $2 AND "threads"."tags" @> $3 LIMIT 1000`,
          '_row',
        ),
      values: ['lang', '%tax%', '{ipo}'],
    })
  })

  it('joins a to-one resource, and says a unique inner condition once more for the index', () => {
    const { text, values } = read(
      threads,
      'select=id,categories!inner(name)&categories.slug=eq.ipos&limit=20',
    )
    expect(text).toContain(
      `INNER JOIN LATERAL (SELECT "categories_1"."name" FROM "public"."categories" AS "categories_1" ` +
        `WHERE "categories_1"."id" = "threads"."category_id" AND "categories_1"."slug" = $1) ` +
        `AS "threads_categories_1" ON true WHERE "threads"."category_id" = ` +
        `(SELECT "categories_1"."id" FROM "public"."categories" AS "categories_1" WHERE "categories_1"."slug" = $2)`,
    )
    expect(values).toEqual(['ipos', 'ipos'])
  })

  it('aggregates a to-many resource in a lateral subquery with its own bounds', () => {
    expect(read(categories, 'select=name,threads(id)&threads.limit=3&threads.order=title').text).toContain(
      `LEFT JOIN LATERAL (SELECT coalesce(json_agg(_item._value), '[]') AS "rows" FROM ` +
        measured(
          `SELECT "threads_1"."id" FROM "public"."threads" AS "threads_1" ` +
            `WHERE "threads_1"."category_id" = "categories"."id" ORDER BY "threads_1"."title" LIMIT 3`,
          '_item',
        ) +
        `) AS "categories_threads_1" ON true`,
    )
  })

  it('calls a computed column by its function', () => {
    expect(read(threads, 'select=can_edit').text).toContain(`"public"."can_edit"("threads".*) AS "can_edit"`)
  })

  it('counts in the same statement, and only when the page is full', () => {
    expect(read(threads, 'limit=2&title=eq.x', { prefer: 'count=exact' }).text).toContain(
      `CASE WHEN count(*) < 2 THEN count(*) ELSE (SELECT count(*) FROM "public"."threads" WHERE "threads"."title" = $2) END AS total`,
    )
  })

  it('has the same text for any values, so that it stays prepared', () => {
    const one = read(threads, 'id=in.(1,2,3)&title=eq.a&offset=20')
    const other = read(threads, 'id=in.(4)&title=eq.b&offset=40')
    expect(one.text).toBe(other.text)
    expect(one.values).not.toEqual(other.values)
  })

  it('asks by NOT EXISTS for rows without an embedded row', () => {
    expect(read(categories, 'select=id,threads()&threads=is.null').text).toContain(
      `WHERE NOT EXISTS (SELECT 1 FROM "public"."threads" AS "threads_1" WHERE "threads_1"."category_id" = "categories"."id")`,
    )
  })
})

describe('a write', () => {
  it('passes the body as one parameter and returns nothing that is not asked for', () => {
    const { text, values } = write('POST', '', '{"title":"t"}')
    expect(text).toContain(
      `INSERT INTO "public"."threads" ("title") SELECT pgrst_body."title" FROM (SELECT $1::text::json AS json_data) ` +
        `AS pgrst_payload, LATERAL (SELECT "title" FROM json_to_record(pgrst_payload.json_data) AS _("title" text)) ` +
        `AS pgrst_body RETURNING 1`,
    )
    expect(values).toEqual(['{"title":"t"}'])
  })

  it('returns the columns that the answer needs', () => {
    const prefer = 'return=representation'
    const { text } = write('PATCH', 'id=eq.1&select=title,categories(name)', '{"title":"t"}', { prefer })
    expect(text).toContain(`WHERE "threads"."id" = $2 RETURNING "threads"."title", "threads"."category_id")`)
  })

  it('refuses to change every row', () => {
    expect(() => write('PATCH', '', '{"title":"t"}')).toThrow('UPDATE requires a WHERE clause')
    expect(() => write('DELETE', '', '')).toThrow('DELETE requires a WHERE clause')
  })
})
