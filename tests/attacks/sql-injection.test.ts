// SQL injection through every position of a query: none of it runs, whatever the response is. The proofs: a canary table
// and function that only injected SQL would touch, a secret, a delay, and syntax errors. Mutation-tested: it fails when
// quotes in names are not doubled (12 positions) and when values are written into the SQL text (20).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  await library.sql.unsafe(`
    create table public.lib_canary (id int primary key);
    insert into public.lib_canary values (1);
    grant select, insert, update, delete on public.lib_canary to anon, authenticated, service_role;
    create function public.lib_sing() returns int language sql volatile security definer
      as $$ insert into public.lib_canary select max(id) + 1 from public.lib_canary returning id $$;
    create function public.lib_leak() returns text language sql stable security definer
      as $$ select secret from public.lib_vault $$;
    grant execute on function public.lib_leak() to anon;
  `)
  await library.announce('rpc/lib_sing')
})
afterAll(() => library?.stop())

/** Each would be noticed: by a row in the canary table, a secret in the response, or a statement that times out. */
const PAYLOADS = [
  `'; insert into public.lib_canary values (2); --`,
  `"; insert into public.lib_canary values (3); --`,
  `1); delete from public.lib_canary; --`,
  `1 or 1=1`,
  `' or '1'='1`,
  `x' union select secret from public.lib_vault --`,
  `id" from public.lib_vault union select secret from public.lib_vault --`,
  `id, (select secret from public.lib_vault)`,
  `(select public.lib_sing())`,
  `public.lib_sing()`,
  `"||(select public.lib_sing())||"`,
  `'||(select pg_sleep(60))||'`,
  `$$; select pg_sleep(60); $$`,
  `$1; select public.lib_sing()`,
  `\\'; select public.lib_sing(); --`,
  `\\"; select public.lib_sing(); --`,
  `*/ select public.lib_sing() /*`,
  `id\u0000"; select public.lib_sing(); --`,
  `text) as x, (select secret from public.lib_vault`,
  `int; select public.lib_sing()`,
  `\uFF07; select public.lib_sing(); --`,
  `id", (select public.lib_leak()) as "y`,
  `x", (select public.lib_sing()) as "y`,
  `id" = 1 or (select pg_sleep(60)) is not null or "lib_books"."id`,
  `x' or (select public.lib_sing()) > 0 or 'x' = 'x`,
  `1e309`,
  `{"a":"'; select public.lib_sing(); --"}`,
  `{1,2}'; select public.lib_sing(); --`,
  `E'\\\\x27'`,
  `:'lib_vault'`,
]

type Position = [
  name: string,
  request: (payload: string) => {
    path: string
    method?: string
    body?: string
    headers?: Record<string, string>
  },
]

const q = encodeURIComponent
const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const JSON_TYPE = { 'content-type': 'application/json' }
const full = { prefer: 'return=representation' }

const POSITIONS: Position[] = [
  ['table', (x) => ({ path: q(x) })],
  ['function', (x) => ({ path: `rpc/${q(x)}` })],
  ['column', (x) => ({ path: `lib_books?select=${q(x)}` })],
  ['quoted column', (x) => ({ path: `lib_books?select=${q(quote(x))}` })],
  ['alias', (x) => ({ path: `lib_books?select=${q(quote(x))}:id&limit=1` })],
  ['cast', (x) => ({ path: `lib_books?select=id::${q(x)}` })],
  ['JSON key', (x) => ({ path: `lib_books?select=data->>${q(quote(x))}&limit=1` })],
  ['bare JSON key', (x) => ({ path: `lib_books?select=data->${q(x)}` })],
  ['embedded table', (x) => ({ path: `lib_books?select=id,${q(quote(x))}(id)` })],
  ['embedded alias', (x) => ({ path: `lib_books?select=${q(quote(x))}:lib_publishers(id)&limit=1` })],
  ['alias of a list', (x) => ({ path: `lib_publishers?select=${q(quote(x))}:lib_books(id)&limit=1` })],
  [
    'alias inside a spread list',
    (x) => ({ path: `lib_publishers?select=...lib_books(${q(quote(x))}:id)&limit=1` }),
  ],
  ['hint', (x) => ({ path: `lib_books?select=lib_authors!${q(quote(x))}(id)` })],
  ['filtered column', (x) => ({ path: `lib_books?${q(quote(x))}=eq.1` })],
  ['operator', (x) => ({ path: `lib_books?id=${q(x)}.1` })],
  ['value', (x) => ({ path: `lib_books?title=eq.${q(x)}` })],
  ['value of a number', (x) => ({ path: `lib_books?id=eq.${q(x)}` })],
  ['value of a list', (x) => ({ path: `lib_books?title=in.(${q(quote(x))},${q(x)})` })],
  ['value of an array', (x) => ({ path: `lib_books?tags=cs.${q(x)}` })],
  ['value of is', (x) => ({ path: `lib_books?published=is.${q(x)}` })],
  ['pattern', (x) => ({ path: `lib_books?title=ilike.*${q(x)}*` })],
  ['quantifier', (x) => ({ path: `lib_books?id=eq(${q(x)}).1` })],
  ['text search', (x) => ({ path: `lib_books?search=wfts.${q(x)}` })],
  ['language', (x) => ({ path: `lib_books?search=fts(${q(x)}).a` })],
  ['condition', (x) => ({ path: `lib_books?or=(${q(x)})` })],
  ['column of a condition', (x) => ({ path: `lib_books?or=(${q(quote(x))}.eq.1)` })],
  ['value of a condition', (x) => ({ path: `lib_books?or=(title.eq.${q(quote(x))},id.eq.1)` })],
  [
    'embedded condition',
    (x) => ({ path: `lib_books?select=id,lib_publishers(id)&lib_publishers.name=eq.${q(x)}` }),
  ],
  ['embedded path', (x) => ({ path: `lib_books?select=id&${q(quote(x))}.id=eq.1` })],
  ['order', (x) => ({ path: `lib_books?order=${q(x)}` })],
  ['quoted order', (x) => ({ path: `lib_books?order=${q(quote(x))}.desc` })],
  [
    'embedded order',
    (x) => ({ path: `lib_books?select=id,lib_publishers(id)&order=lib_publishers(${q(quote(x))})` }),
  ],
  ['limit', (x) => ({ path: `lib_books?limit=${q(x)}` })],
  ['offset', (x) => ({ path: `lib_books?offset=${q(x)}` })],
  ['Range', (x) => ({ path: 'lib_books', headers: { range: x.replaceAll(/[^\x20-\x7e]/g, '') } })],
  ['Accept', (x) => ({ path: 'lib_books', headers: { accept: x.replaceAll(/[^\x20-\x7e]/g, '') } })],
  [
    'Prefer',
    (x) => ({ path: 'lib_books', headers: { prefer: `count=${x.replaceAll(/[^\x20-\x7e]/g, '')}` } }),
  ],
  [
    'schema',
    (x) => ({ path: 'lib_books', headers: { 'accept-profile': x.replaceAll(/[^\x20-\x7e]/g, '') } }),
  ],
  [
    'user agent',
    (x) => ({ path: 'rpc/lib_settings', headers: { 'user-agent': x.replaceAll(/[^\x20-\x7e]/g, '') } }),
  ],
  [
    'key of a row',
    (x) => ({ path: 'lib_books', method: 'POST', body: JSON.stringify({ [x]: 1 }), headers: JSON_TYPE }),
  ],
  [
    'value of a row',
    (x) => ({
      path: 'lib_publishers?select=name',
      method: 'POST',
      body: JSON.stringify({ id: -1, name: x }),
      headers: { ...JSON_TYPE, ...full },
    }),
  ],
  [
    'number of a row',
    (x) => ({
      path: 'lib_publishers',
      method: 'POST',
      body: JSON.stringify({ id: x, name: 'n' }),
      headers: JSON_TYPE,
    }),
  ],
  [
    'columns',
    (x) => ({ path: `lib_books?columns=${q(quote(x))}`, method: 'POST', body: '{}', headers: JSON_TYPE }),
  ],
  [
    'on_conflict',
    (x) => ({
      path: `lib_publishers?on_conflict=${q(quote(x))}`,
      method: 'POST',
      body: '{"id":1,"name":"x"}',
      headers: { ...JSON_TYPE, prefer: 'resolution=merge-duplicates' },
    }),
  ],
  [
    'returned column',
    (x) => ({
      path: `lib_publishers?select=${q(quote(x))}`,
      method: 'POST',
      body: '{"id":-2,"name":"x"}',
      headers: { ...JSON_TYPE, ...full },
    }),
  ],
  [
    'changed value',
    (x) => ({
      path: 'lib_publishers?id=eq.3',
      method: 'PATCH',
      body: JSON.stringify({ data: { x } }),
      headers: JSON_TYPE,
    }),
  ],
  [
    'condition of a change',
    (x) => ({
      path: `lib_publishers?name=eq.${q(x)}`,
      method: 'PATCH',
      body: '{"founded":null}',
      headers: JSON_TYPE,
    }),
  ],
  ['condition of a deletion', (x) => ({ path: `lib_canary?id=eq.${q(x)}`, method: 'DELETE' })],
  [
    'CSV',
    (x) => ({
      path: 'lib_publishers',
      method: 'POST',
      body: `id,${quote(x)}\n1,${quote(x)}\n`,
      headers: { 'content-type': 'text/csv' },
    }),
  ],
  [
    'form',
    (x) => ({
      path: 'lib_publishers',
      method: 'POST',
      body: `${q(x)}=${q(x)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ],
  ['argument', (x) => ({ path: `rpc/lib_add?a=${q(x)}` })],
  ['name of an argument', (x) => ({ path: `rpc/lib_add?${q(x)}=1` })],
  [
    'posted argument',
    (x) => ({ path: 'rpc/lib_add', method: 'POST', body: JSON.stringify({ a: x }), headers: JSON_TYPE }),
  ],
  [
    'posted name of an argument',
    (x) => ({
      path: 'rpc/lib_add',
      method: 'POST',
      body: JSON.stringify({ a: 1, [x]: 1 }),
      headers: JSON_TYPE,
    }),
  ],
  ['variadic argument', (x) => ({ path: `rpc/lib_sum?numbers=${q(x)}&numbers=1` })],
  [
    'text argument',
    (x) => ({ path: 'rpc/lib_text', method: 'POST', body: x, headers: { 'content-type': 'text/plain' } }),
  ],
]

/** Whether PostgreSQL's own parser reported an error. Text search has a separate parser. */
function isSyntaxError(body: { code?: string; message?: string } | undefined): boolean {
  return body?.code === '42601' && !body.message?.includes('tsquery')
}

describe('an injection by the', () => {
  it('the premise: the canary function leaves a row when it is called, and the vault has a secret', async () => {
    const { text } = await library.ask('rpc/lib_sing', { method: 'POST', body: '{}' })
    expect(text).toBe('2')
    await library.sql`delete from lib_canary where id > 1`
    const { json } = await library.ask('lib_vault', { headers: asService(library) })
    expect(json).toEqual([{ id: 1, secret: 'gold' }])
  })

  it.each(POSITIONS)('%s does nothing', async (_name, request) => {
    for (const payload of PAYLOADS) {
      const { path, ...options } = request(payload)
      const { status, text, json } = await library.ask(path, options)
      const seen = `${options.method ?? 'GET'} ${path}\n${status} ${text}`
      expect(json?.code, seen).not.toBe('57014')
      expect(status, seen).toBeLessThan(500)
      expect(text, seen).not.toContain('gold')
      expect(isSyntaxError(json), seen).toBe(false)
    }
    expect(await library.sql`select id from lib_canary`).toEqual([{ id: 1 }])
    expect(await library.sql`select secret from lib_vault`).toEqual([{ secret: 'gold' }])
    await library.sql`delete from lib_publishers where id < 0`
  })

  it('accepted values are stored as they were sent', async () => {
    for (const name of PAYLOADS.filter((one) => !one.includes('\u0000'))) {
      const { json } = await library.ask('lib_publishers?select=name', {
        body: JSON.stringify({ id: -1, name }),
        headers: full,
      })
      expect(json).toEqual([{ name }])
      const found = await library.ask(`lib_publishers?select=id&name=eq.${q(name)}`)
      expect(found.json).toEqual([{ id: -1 }])
      await library.sql`delete from lib_publishers where id = -1`
    }
  })
})

describe('a function of PostgreSQL', () => {
  it('cannot be called directly', async () => {
    for (const name of [
      'pg_sleep',
      'pg_read_file',
      'set_config',
      'current_setting',
      'lo_import',
      'version',
      'dblink',
    ]) {
      const { status, json } = await library.ask(`rpc/${name}?setting=role`)
      expect([name, status, json.code]).toEqual([name, 404, 'PGRST202'])
    }
  })

  it('of the private schemas cannot be called by any spelling', async () => {
    for (const name of [
      'private.is_admin',
      'auth.uid',
      'auth.enter_session',
      '"auth"."uid"',
      'public.lib_add',
    ]) {
      expect((await library.ask(`rpc/${q(name)}`)).status).toBe(404)
    }
    for (const name of [
      'auth.users',
      'pg_catalog.pg_authid',
      'pg_authid',
      'pg_shadow',
      'information_schema.tables',
    ]) {
      expect((await library.ask(q(name))).status).toBe(404)
    }
  })

  it('does not change the role', async () => {
    const { json } = await library.ask('rpc/lib_settings')
    expect(json.role).toBe('anon')
  })
})
