// The API alone (npm run api) over a foreign database, without the community's schema.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listening } from '../support/channels.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** For tests that start several servers in sequence. */
const STARTS = { timeout: 90_000 }

/** Provides the PostgreSQL cluster of the databases below. */
let host: TestServer
let server: TestServer
let sql: postgres.Sql

const database = (name: string) => {
  const address = new URL(host.adminDatabaseUrl)
  address.pathname = `/${name}`
  return address.href
}
const connect = (url: string) => {
  const address = new URL(url)
  const folder = address.searchParams.get('host') ?? ''
  address.searchParams.delete('host')
  return postgres(address.href, { host: folder, max: 1, onnotice: () => undefined })
}
const start = (name: string, env: Record<string, string> = {}) =>
  startServer({ DATABASE_URL: database(name), ...env }, { entry: 'api' })

beforeAll(async () => {
  host = await startServer()
  const owner = connect(host.adminDatabaseUrl)
  for (const name of ['elsewhere', 'unsafe', 'shut']) await owner.unsafe(`create database ${name}`)
  // The default of PostgreSQL, which the built-in one changes.
  await owner.unsafe('alter database elsewhere set jit = on')
  await owner.end()
  sql = connect(database('elsewhere'))
  await sql
    .unsafe(`
      create table public.threads (id int primary key, content text not null);
      insert into public.threads values (1, '<script>kept</script>');
    `)
    .simple()
  server = await start('elsewhere', { REQUIRE_API_KEY: 'on', AGGREGATES: 'on' })
  // Created by the owner before the server used the database: closed until the owner grants access.
  await sql.unsafe('grant select, insert on public.threads to anon')
})
afterAll(async () => {
  await sql?.end()
  await server?.stop()
  await host?.stop()
})

const get = (path: string, headers: Record<string, string> = { apikey: server.publishableKey }) =>
  fetch(server.url + path, { headers, redirect: 'manual' })

describe('over a database of its own', () => {
  it('serves the existing tables, and does not change the content that is written', async () => {
    const client = createClient(server.url, server.publishableKey)
    expect((await client.from('threads').select()).data).toEqual([
      { id: 1, content: '<script>kept</script>' },
    ])
    const made = await client
      .from('threads')
      .insert({ id: 2, content: '<script>also kept</script>' })
      .select()
    expect([made.status, made.data]).toEqual([201, [{ id: 2, content: '<script>also kept</script>' }]])
    expect((await client.from('threads').select('count()')).data).toEqual([{ count: 2 }])
  })

  it('shows the pages of mailed links in its own look, and on a site in the site’s; refusals too', async () => {
    const key = { apikey: server.publishableKey }
    const titles: [string, RegExp][] = [
      [server.url, /^[^·]+$/],
      [host.url, / · ArthaChowk$/],
    ]
    for (const [url, title] of titles) {
      for (const [query, status] of [
        ['token=x&type=undo', 200],
        ['token=x&type=nonsense', 400],
        ['type=undo', 400],
      ] as const) {
        const answer = await fetch(`${url}/auth/v1/confirm?${query}`, { headers: key })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          status,
          'text/html; charset=UTF-8',
        ])
        expect(/<title>(.+?)<\/title>/.exec(await answer.text())?.[1]).toMatch(title)
        expect(answer.headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; style-src 'sha256-/,
        )
        expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
          'no-store',
          'no-referrer',
        ])
      }
    }
  })

  it('signs users in, and gives them a role of their own', async () => {
    await sql
      .unsafe(`create table public.notes (id int primary key, owner uuid not null default auth.uid());
      alter table public.notes enable row level security;
      create policy own on public.notes using (owner = (select auth.uid()))`)
      .simple()
    const client = createClient(server.url, server.publishableKey)
    const { data, error } = await client.auth.signUp({ email: 'asha@example.com', password: 'lotus-pond-77' })
    expect([error, data.session?.user.email]).toEqual([null, 'asha@example.com'])
    await expect.poll(async () => (await client.from('notes').insert({ id: 1 })).status).toBe(201)
    expect((await client.from('notes').select('id')).data).toEqual([{ id: 1 }])
    expect((await createClient(server.url, server.publishableKey).from('notes').select()).data).toEqual([])
    await client.auth.signOut()
  })

  it('notices by itself what is made, changed and dropped', async () => {
    const client = createClient(server.url, server.publishableKey)
    const columns = async () => {
      const { data, error } = await client.from('passing').select()
      return error?.code ?? Object.keys(data?.[0] ?? {})
    }
    expect(await columns()).toBe('PGRST205')
    await sql`create table public.passing as select 1 as one`
    await expect.poll(columns).toEqual(['one'])
    await sql`alter table public.passing add column two int`
    await expect.poll(async () => (await client.from('passing').select('two')).status).toBe(200)
    await sql`create function public.passes(a int) returns int language sql return a`
    await expect.poll(async () => (await client.rpc('passes', { a: 7 })).data).toBe(7)
    await sql`drop table public.passing`
    await expect.poll(columns).toBe('PGRST205')
  })

  it('has what the migrations of an app expect of a project', async () => {
    await sql
      .unsafe(`
        create extension if not exists "uuid-ossp" with schema extensions;
        create table public.made (id uuid primary key default extensions.uuid_generate_v4(), n int);
        alter default privileges for role supabase_admin in schema public grant all on tables to anon;
        grant usage on schema public to supabase_admin`)
      .simple()
    const client = createClient(server.url, server.publishableKey)
    await expect.poll(async () => (await client.from('made').insert({ n: 1 })).status).toBe(201)
    const { data } = await client.from('made').select()
    expect(data?.[0].id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)
    const [role] = await sql`
      select rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as may from pg_roles
      where rolname = 'supabase_admin'`
    expect(role?.may).toBe(false)
    await sql`drop table public.made`
  })

  it('finds extensions on the search path, and compiles no plan, whatever the server does by default', async () => {
    await sql
      .unsafe(`create function public.session() returns json language sql stable
        as $$ select json_build_array(current_setting('search_path'), current_setting('jit')) $$`)
      .simple()
    const [there] = await sql`show jit`
    expect(there?.jit).toBe('on')
    const client = createClient(server.url, server.publishableKey)
    await expect.poll(async () => (await client.rpc('session')).data).toEqual(['public, extensions', 'off'])
  })

  it('serves channels and files', async () => {
    const client = createClient(server.url, server.publishableKey)
    const status = await new Promise((resolve) => client.channel('room').subscribe(resolve))
    expect(status).toBe('SUBSCRIBED')
    await client.removeAllChannels()
    expect((await client.storage.listBuckets()).error).toBeNull()
  })

  it('tells of changes to whatever table is published, as each may read it', async () => {
    const clients: SupabaseClient[] = []
    const subscribe = async (filter?: string, table = 'quotes') => {
      const client = createClient(server.url, server.publishableKey)
      clients.push(client)
      const got: unknown[] = []
      const wish = { event: '*' as const, schema: 'public', table, ...(filter ? { filter } : {}) }
      const channel = client
        .channel('quotes')
        .on('postgres_changes', wish, ({ eventType, new: now, old }) => got.push([eventType, now, old]))
      return { got, message: (await listening(channel)).message }
    }
    await sql
      .unsafe(`create table public.quotes (isin text primary key, op text, price numeric, hidden boolean);
        alter table public.quotes enable row level security;
        create policy seen on public.quotes for select using (not hidden);
        create table public.keyless (a int, b int)`)
      .simple()
    expect((await subscribe()).message).toContain('Please check Realtime is enabled')
    await sql`alter publication supabase_realtime add table public.quotes, public.keyless`
    // The server may cache the publication for a second.
    await expect.poll(async () => (await subscribe()).message, { timeout: 5_000 }).toContain('Subscribed')
    // Without a primary key there is nothing to tell which row it was.
    expect((await subscribe(undefined, 'keyless')).message).toContain('Please check Realtime is enabled')
    const all = await subscribe()
    const buys = await subscribe('op=eq.buy')

    const row = { isin: 'IN1', op: 'buy', price: 1.5, hidden: false }
    const told: unknown[] = []
    const tells = async (...event: unknown[]) => {
      told.push(event)
      await expect.poll(() => all.got).toEqual(told)
    }
    await sql`insert into public.quotes values ('IN2', 'sell', 2, true), ('IN1', 'buy', 1.5, false)`
    await tells('INSERT', row, {})
    await sql`update public.quotes set price = 3`
    await tells('UPDATE', { ...row, price: 3 }, { isin: 'IN1' })
    expect(buys.got).toEqual(told)
    await sql`delete from public.quotes where isin = 'IN1'`
    await tells('DELETE', {}, { isin: 'IN1' })
    // A filter on a dropped column matches no row.
    expect(buys.got).toHaveLength(2)

    await sql`alter table public.quotes rename isin to code`
    await sql`alter publication supabase_realtime drop table public.quotes`
    await sql`insert into public.quotes values ('IN3', 'buy', 1, false)`
    const triggers = () => sql`select tgname from pg_trigger where tgrelid = 'public.quotes'::regclass`
    await expect.poll(async () => (await triggers()).length).toBe(0)
    expect(all.got).toHaveLength(3)
    await Promise.all(clients.map((client) => client.realtime.disconnect()))
  })

  it('has no pages', async () => {
    expect((await get('/')).status).toBe(404)
    expect((await get('/forums')).status).toBe(404)
    expect((await get('/healthz')).status).toBe(200)
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', database: true })
  })

  it('creates nothing of the community', async () => {
    const schemas = await sql`select nspname from pg_namespace where nspname in ('private', 'auth')`
    expect(schemas).toEqual([{ nspname: 'auth' }])
    const tables =
      await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    expect(tables.map(({ relname }) => relname).sort()).toEqual(['keyless', 'notes', 'quotes', 'threads'])
  })
})

describe('where a key is demanded', () => {
  it('refuses a request without one', async () => {
    for (const path of ['/rest/v1/threads', '/auth/v1/settings', '/storage/v1/bucket']) {
      const answer = await get(path, {})
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        401,
        {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        },
      ])
      expect((await get(path)).status, `${path} with a key`).toBe(200)
    }
  })

  it('also reads the key from the query, where it is not taken for a filter', async () => {
    const path = '/rest/v1/threads?select=id&id=eq.1&apikey='
    const answer = await get(path + server.publishableKey, {})
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1 }]])
    expect(answer.headers.get('content-location')).toBe('/threads?id=eq.1&select=id')
    const wrong = await get(`${path}sb_publishable_of_somebody_else`, {})
    expect([wrong.status, await wrong.json()]).toEqual([401, { message: 'Invalid API key' }])
    // The header takes precedence over the query.
    expect((await get(`${path}wrong`)).status).toBe(200)
    const described = await get(`/rest/v1/?apikey=${server.publishableKey}`, {})
    expect(described.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
  })

  it('needs no key for addresses that a browser opens itself', async () => {
    expect((await get('/auth/v1/.well-known/jwks.json', {})).status).toBe(200)
    expect((await get('/auth/v1/verify?token=x&type=signup', {})).status).not.toBe(401)
    expect((await get('/storage/v1/object/public/none/such.png', {})).status).not.toBe(401)
  })
})

it('names views that show accounts to visitors, at the start', STARTS, async () => {
  const owner = connect(database('unsafe'))
  await (await start('unsafe')).stop()
  await owner
    .unsafe(`
      create view public.people as select id, email from auth.users;
      create view public.addresses as select email from public.people;
      create view public.mine with (security_invoker = on) as select id from auth.users;
      create view public.closed as select id from auth.users;
      revoke all on public.closed from anon, authenticated`)
    .simple()
  const site = await start('unsafe')
  expect(site.log().filter(({ msg }) => msg === 'db.views_show_accounts')).toMatchObject([
    { level: 40, views: ['addresses', 'people'] },
  ])
  await site.stop()
  await owner.unsafe('drop view public.people cascade; drop view public.mine, public.closed').simple()
  await owner.end()
})

describe('refuses to start, in one line', STARTS, () => {
  const refusal = async (name: string, env: Record<string, string> = {}) => {
    const failed = await start(name, env).then(
      async (started) => {
        await started.stop()
        return 'it started'
      },
      (error: Error) => error.message,
    )
    return failed
      .split('\n')
      .slice(1)
      .filter((line) => line !== '' && !line.startsWith('{'))
  }

  it('when visitors may read accounts', async () => {
    const owner = connect(database('unsafe'))
    // The first start creates the schema auth, which must exist before it can be exposed.
    await (await start('unsafe')).stop()
    await owner.unsafe('grant select on auth.users to anon')
    expect(await refusal('unsafe')).toEqual([
      'DATABASE_URL names a database whose grants are not safe: anon may select auth.users',
    ])
    await owner.unsafe('revoke select on auth.users from anon')
    await owner.unsafe('grant create on schema public to anon; grant service_role to anon').simple()
    expect(await refusal('unsafe')).toEqual([
      'DATABASE_URL names a database whose grants are not safe: anon may become service_role; anon may create in schema public',
    ])
    await owner.unsafe('revoke service_role from anon; revoke create on schema public from anon').simple()
    // On the search path, where a name of a visitor's could stand in for one of ours.
    await owner.unsafe('grant create on schema extensions to authenticated')
    expect(await refusal('unsafe')).toEqual([
      'DATABASE_URL names a database whose grants are not safe: authenticated may create in schema extensions',
    ])
    await owner.unsafe('revoke create on schema extensions from authenticated')
    await owner.end()
    await (await start('unsafe')).stop()
  })

  it('for a schema that does not exist or must not be exposed', async () => {
    expect(await refusal('shut', { EXPOSED_SCHEMAS: 'public, nowhere' })).toEqual([
      'DATABASE_URL names a database whose grants are not safe: schema nowhere (of EXPOSED_SCHEMAS) does not exist',
    ])
    const [line] = await refusal('shut', { EXPOSED_SCHEMAS: 'auth' })
    expect(line).toMatch(/^EXPOSED_SCHEMAS must not name any of auth, /)
  })

  it('without a database', async () => {
    const failed = await startServer({ DATABASE_URL: '' }, { entry: 'api' }).then(
      () => 'it started',
      (error: Error) => error.message,
    )
    expect(failed).toContain('DATABASE_URL must name the database that is to be served')
  })
})
