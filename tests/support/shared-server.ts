// One running site for the test files of a worker, because a start costs two seconds of processor time. Each file that
// asks for it finds the database as it was after the start. A file that needs settings of its own, reads pages (which are
// cached), or stops the server calls startServer instead.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../api/database/connection.ts'
import { isAlive } from '../../api/database/folder-lock.ts'
import { assertDeclaredCosts, startServer, type TestServer } from './server.ts'

const FOLDER = 'shared-'
const STOPPED_WITHIN_MS = 15_000

/** Copies the rows that a new site has, and notes which objects it has. */
const KEEP = `
  create schema kept;
  create view kept.privileges as
    select hashtext(string_agg(entry, ' ' order by entry)) as now from (
      select concat(oid, relacl, relrowsecurity) as entry from pg_class where relkind in ('r', 'p', 'v')
        and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
      union all select concat(oid, proacl) from pg_proc
      union all select concat(attrelid, attnum, attacl) from pg_attribute where attacl is not null
      union all select concat(oid, polname, polrelid) from pg_policy) entries;
  create table kept.first_privileges as select now as value from kept.privileges;
  create table kept.last_oid as select max(oid::bigint) as value
    from (select oid from pg_class union all select oid from pg_proc union all select oid from pg_type) objects;
  do $$
  declare name text; is_filled boolean;
  begin
    for name in select oid::regclass::text from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
    loop
      execute format('select exists (select from %s)', name) into is_filled;
      if is_filled then execute format('create table kept.%I as table %s', name, name); end if;
    end loop;
  end $$`

/** Drops what was created since, and puts the rows back. Triggers are off: nothing is announced or counted. */
const RESET = `
  do $$
  declare command text;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for command in
      select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, oid::regclass)
      from pg_class, kept.last_oid
      where oid::bigint > value and relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc, kept.last_oid
      where oid::bigint > value and pronamespace = 'public'::regnamespace
      union all
      select format('drop type if exists %s cascade', oid::regtype) from pg_type, kept.last_oid
      where oid::bigint > value and typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0
    loop
      -- What an earlier one has dropped is shown as a number.
      if command !~ ' [0-9]+ cascade$' then execute command; end if;
    end loop;
    if (select now <> value from kept.privileges, kept.first_privileges) then
      raise exception 'a test file before this one changed privileges or policies: it needs a server of its own';
    end if;
    for command in
      select format('delete from %s', name) || case when columns is null then '' else
        format('; insert into %s (%s) overriding system value select %2$s from kept.%3$I', name, columns, name) end
      from (select oid::regclass::text as name, oid from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
      ) tables
      left join lateral (
        select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = ''
          and to_regclass(format('kept.%I', name)) is not null) of_it on true
    loop execute command; end loop;
  end $$;
  notify pgrst, 'reload schema'`

/** Tells the site about the settings that were put back, and clears its cached pages. */
const ANNOUNCE = `select private.publish_change('{"table": "site_settings", "op": "UPDATE", "id": "true", "caches_only": true}')`

let shared: Promise<TestServer> | null = null

/** The site of this worker, reset. Its `log` begins now, and `stop` leaves it running: stopSharedServers ends it. */
export async function sharedServer(): Promise<TestServer> {
  const isNew = shared === null || !isAlive((await shared).process.pid ?? 0)
  if (isNew) shared = startShared()
  const server = await (shared as Promise<TestServer>)
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  await sql.unsafe(isNew ? KEEP : RESET).simple()
  if (!isNew) await sql.unsafe(ANNOUNCE)
  await sql.end()
  const before = server.log().length
  const log = () => server.log().slice(before)
  return { ...server, log, stop: async () => assertDeclaredCosts(log()) }
}

function startShared(): Promise<TestServer> {
  const template = process.env.TEMPLATE_DATA_DIR
  if (!template) throw new Error('template.ts did not run')
  return startServer({ DATA_DIR: mkdtempSync(join(template, FOLDER)) })
}

/** Stops the shared servers of all workers, which have ended. @param template the folder of this run's template */
export async function stopSharedServers(template: string): Promise<void> {
  const pids = readdirSync(template)
    .map((name) => join(template, name, 'server.pid'))
    .filter((file) => file.includes(`/${FOLDER}`) && existsSync(file))
    .map((file) => Number(readFileSync(file, 'utf8').split('\n', 1)[0]))
    .filter(isAlive)
  for (const pid of pids) process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + STOPPED_WITHIN_MS
  while (pids.some(isAlive) && Date.now() < deadline) await sleep(20)
}
