// What foreign texts of full size cost the database: each function that a visitor may call, and each table that one may
// write, bounds a text before it normalises, matches or compares it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startSampleDatabase, type TestDatabase } from '../tests/support/database.ts'

const CHARACTERS = 100_000
/** Nobody waits longer for others. The fastest of some tries, because tests run beside each other. */
const MOST_MS = 400
const TRIES = 4

const fill = (piece: string) => piece.repeat(Math.ceil(CHARACTERS / piece.length)).slice(0, CHARACTERS)
const TEXTS: Readonly<Record<string, string>> = {
  letters: fill('a'),
  'letters that grow under NFKC': fill('\ufdfa'),
  'marks that are put in order': `a${fill('\u0301\u0323')}`,
  words: Array.from({ length: CHARACTERS / 6 }, (_, n) => n.toString(36).padStart(5, 'w')).join(' '),
  Hindi: fill('कर बचत निवेश '),
  blanks: fill(' '),
  dashes: fill('- '),
  quotes: fill('"a" '),
  brackets: fill('<(['),
  patterns: fill('%_\\'),
  mentions: fill('@a.b '),
  addresses: fill('https://a.b/c '),
}

let database: TestDatabase
let member: string
beforeAll(async () => {
  database = await startSampleDatabase()
  const [row] = await database.sql<{ id: string }[]>`
    select p.id from public.profiles p where not exists (select from public.user_roles r where r.user_id = p.id) limit 1`
  member = row?.id ?? ''
  await database.sql`select private.configure(null, false)`
})
afterAll(() => database?.stop())

const INSUFFICIENT_PRIVILEGE = '42501'
const malformed = new Set<string>()
afterEach(() => {
  expect([...malformed]).toEqual([])
})

type Role = 'anon' | 'authenticated'

/** @returns milliseconds of the statement, whether it succeeds or is refused */
async function cost(role: Role, statement: string, values: string[]): Promise<number> {
  let spent = 0
  const claims = JSON.stringify(role === 'anon' ? { role } : { role, sub: member })
  await database.sql
    .begin(async (transaction) => {
      const sql = transaction as unknown as Sql
      await sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
        set_config('statement_timeout', '1s', true)`
      const began = performance.now()
      await sql.unsafe(statement, values).catch(notMalformed)
      spent = performance.now() - began
      throw new Error('nothing is kept')
    })
    .catch(() => undefined)
  return spent
}

/** Refusals are what a text of this size shall get; a statement that cannot be planned would prove nothing. */
function notMalformed(error: { code?: string; message: string }): void {
  if (error.code?.startsWith('42') && error.code !== INSUFFICIENT_PRIVILEGE) malformed.add(error.message)
}

async function slow(role: Role, name: string, statement: string, wrap = (text: string) => text) {
  const found: string[] = []
  for (const [kind, text] of Object.entries(TEXTS)) {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least > MOST_MS; tries += 1)
      least = Math.min(least, await cost(role, statement, [wrap(text)]))
    if (least > MOST_MS) found.push(`${name} as ${role}: ${kind} took ${Math.round(least)} ms`)
  }
  return found
}

/** A value for what is not the text. */
const SAMPLE = `case format_type(type, null)
  when 'uuid' then quote_literal('00000000-0000-4000-8000-000000000000') when 'text' then quote_literal('tax')
  when 'text[]' then quote_literal('{tax}') when 'uuid[]' then quote_literal('{}') when 'jsonb' then quote_literal('{}')
  when 'boolean' then 'true' when 'timestamp with time zone' then 'now()' when 'date' then 'current_date' else '1' end`

const ROLES: Role[] = ['anon', 'authenticated']

test.each(ROLES)('each function that %s may call', { timeout: 300_000 }, async (role) => {
  const calls = await database.sql<{ name: string; statement: string; type: string }[]>`
    with arguments as (
      select p.oid, p.proname, a.name, a.place, p.proargtypes[a.place - 1] as type,
        a.place > p.pronargs - p.pronargdefaults as "hasDefault"
      from pg_proc p, unnest(p.proargnames) with ordinality as a (name, place)
      where p.pronamespace = 'public'::regnamespace and a.place <= p.pronargs
        and has_function_privilege(${role}, p.oid, 'execute')
    )
    select t.proname || '(' || t.name || ')' as name, format_type(t.type, null) as type,
      format('select * from public.%I(%s)', t.proname, (
        select string_agg(format('%I => %s', o.name,
          case when o.place = t.place then '$1::' || format_type(t.type, null) else ${database.sql.unsafe(SAMPLE)} end), ', ')
        from arguments o where o.oid = t.oid and (o.place = t.place or not o."hasDefault")
      )) as statement
    from arguments t where t.type in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)`
  expect(calls.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const { name, statement, type } of calls) {
    const wrap = (text: string) =>
      type === 'text'
        ? text
        : JSON.stringify(type === 'jsonb' ? { text } : [text]).replace(/^\[(.*)\]$/s, '{$1}')
    found.push(...(await slow(role, name, statement, wrap)))
  }
  expect(found).toEqual([])
})

test.each(ROLES)('each text of a row that %s may insert', { timeout: 300_000 }, async (role) => {
  const inserts = await database.sql<{ name: string; statement: string }[]>`
    with columns as (
      select c.relname, a.attname, a.attnum, a.atttypid as type, a.attrelid
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(${role}, a.attrelid, a.attnum, 'insert')
    )
    select t.relname || '.' || t.attname as name,
      (select format('insert into public.%I (%s) values (%s)', t.relname, string_agg(quote_ident(o.attname), ', '),
        string_agg(case when o.attnum = t.attnum then '$1' else ${database.sql.unsafe(SAMPLE)} end, ', '))
        from columns o where o.attrelid = t.attrelid) as statement
    from columns t where t.type = 'text'::regtype`
  expect(inserts.length).toBeGreaterThan(1)
  const found: string[] = []
  for (const { name, statement } of inserts) found.push(...(await slow(role, name, statement)))
  expect(found).toEqual([])
})

test('a question has no more terms than what was typed has letters, whatever the letters stand for', async () => {
  const [row] = await database.sql<{ nodes: number; words: number }[]>`
    select numnode(private.words_query(${fill('\ufdfa').slice(0, 200)})) as nodes,
      char_length(array_to_string(private.typed_words(${fill('\u3316').slice(0, 200)}), '')) as words`
  // Both a term and the sign between two terms are nodes: 1,201 of them without the bound.
  expect(row?.nodes).toBeLessThan(400)
  expect(row?.words).toBeLessThanOrEqual(400)
})
