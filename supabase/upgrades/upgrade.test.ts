// The schema is one and the same in a database from nothing, in one built from supabase/schemas, and in one of a release
// from before its migrations were merged (20261222080000.json.gz has these), whichever of them was its last.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../../api/database/connection.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../api/database/embedded.ts'
import { migrate, migrateWithin, pendingMigrations } from '../../api/database/migrate.ts'
import { createLog } from '../../api/log.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { SAMPLE_ID_END } from '../../shared/sample.ts'
import { describeCatalog } from '../../tests/support/catalog.ts'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { createDeclared } from '../../tests/support/schemas.ts'
import { startServer } from '../../tests/support/server.ts'
import { seedCommunity } from '../seed/load.ts'

const HISTORY: Record<string, string> = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, '20261222080000.json.gz'))).toString(),
)
const MERGED = Object.keys(HISTORY)

let folder: string
let old: EmbeddedDatabase
let sql: Sql
let fresh: TestDatabase
let catalog: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-upgrade-'))
  old = await startEmbedded(folder, createLog('silent'))
  sql = connect(old.ownerUrl, { max: 1 })
  fresh = await startDatabase()
  catalog = await describeCatalog(fresh.sql)
})
afterAll(async () => {
  await fresh.stop()
  await sql.end({ timeout: 5 })
  await old.stop()
  rmSync(folder, { recursive: true, force: true })
})

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

/** `0100_text.sql` as [`0100`, `text`]. */
function parts(file: string): [version: string, name: string] {
  const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  return [version, name]
}

/** Runs merged files and records them, as the release that had them did. */
async function applyOld(of: Sql, files: string[]): Promise<void> {
  for (const file of files) {
    const [version, name] = parts(file)
    await of.unsafe(HISTORY[file] ?? '').simple()
    await of`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
    await of`insert into platform.migration_checksums (kind, version, name, sha256)
      values ('community', ${version}, ${name}, ${checksum(HISTORY[file] ?? '')})`
  }
}

/** A database of a release that had only the first `files` of the merged ones. */
async function createOld(name: string, files: string[]): Promise<Sql> {
  await sql`create database ${sql(name)}`
  const url = new URL(old.ownerUrl)
  url.pathname = `/${name}`
  const created = connect(url.href, { max: 1 })
  await migrate(created, null)
  await created.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`)
  await applyOld(created, files)
  return created
}

/** Rows of every table, but for the records of migrations. */
async function countRows(of: Sql): Promise<Record<string, number>> {
  const tables = await of<{ name: string }[]>`
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name
    from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'realtime', 'storage')
    order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await of.unsafe<{ count: number }[]>(`select count(*)::int as count from ${name}`)
    counts[name] = row?.count ?? 0
  }
  return counts
}

const isMarked = (column: string) => sql.unsafe(`${column}::text like '%${SAMPLE_ID_END}'`)

/** Gives the sample the ids that it had in an earlier release, which ended as they came. */
async function unmarkSample(of: Sql): Promise<void> {
  await of.unsafe(`
    set session_replication_role = replica;
    do $$ declare place record; begin
      for place in
        select c.oid::regclass as in_table, quote_ident(a.attname) as named
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind = 'r' and a.atttypid = 'uuid'::regtype and not a.attisdropped
          and c.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'storage')
      loop
        execute format(
          'update %1$s set %2$s = overlay(%2$s::text placing substr(md5(%2$s::text), 1, 12) from 25)::uuid where %2$s::text like ''%%${SAMPLE_ID_END}''',
          place.in_table, place.named
        );
      end loop;
    end $$;
    reset session_replication_role`)
}

const records = (of: Sql) => of`
  select kind, version, name, sha256 from platform.migration_checksums order by kind, version`
const applied = (of: Sql) => of`
  select version, name from platform.schema_migrations
  union all select version, name from supabase_migrations.schema_migrations order by version`

test('supabase/schemas declares what the migrations made: after a change, run npm run migration', async () => {
  const declared = await createDeclared(fresh.sql, fresh.ownerUrl)
  try {
    expect(await describeCatalog(declared.sql)).toEqual(catalog)
    await declared.sql`alter table public.threads add column forgotten text`
    expect(await describeCatalog(declared.sql)).not.toEqual(catalog)
  } finally {
    await declared.sql.end()
  }
})

test('every function of it has a body that PostgreSQL takes: they are created without being looked at', async () => {
  const [row] = await fresh.sql<{ functions: number }[]>`
    select count(*)::int as functions
    from pg_proc p join pg_language l on l.oid = p.prolang,
      lateral (select case l.lanname when 'plpgsql' then plpgsql_validator(p.oid) else fmgr_sql_validator(p.oid) end) v
    where p.pronamespace::regnamespace::text in ('private', 'public') and l.lanname in ('plpgsql', 'sql')`
  expect(row?.functions).toBeGreaterThan(300)
  await fresh.sql.unsafe(`begin; set local check_function_bodies = off;
    create function private.broken() returns uuid language sql as 'select nothing from public.threads'; commit`)
  await expect(fresh.sql`select fmgr_sql_validator('private.broken()'::regprocedure)`).rejects.toThrow(
    'nothing',
  )
  await fresh.sql`drop function private.broken()`
})

test('a data folder of the last release before the merge keeps its rows, and gets nothing but the new migrations', async () => {
  await migrate(sql, null)
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`)
  await applyOld(sql, MERGED)
  expect(await seedCommunity(old.ownerUrl)).toBe(true)
  const rows = await countRows(sql)
  expect(rows['public.replies']).toBeGreaterThan(100)
  await unmarkSample(sql)
  const pending = await pendingMigrations(sql, SITE_MIGRATIONS)
  expect(pending[0]).toBe('baseline')
  expect(await migrate(sql, SITE_MIGRATIONS)).toEqual(pending)
  expect(await describeCatalog(sql)).toEqual(catalog)
  // The words of texts came to those of titles.
  const words = 'private.spelling_terms'
  const after = await countRows(sql)
  expect(after[words]).toBeGreaterThanOrEqual(rows[words] ?? 0)
  // Cached pages show that the two articles in Hindi are. Tables that came since are empty.
  expect(await sql`select slug from public.blog_posts where language = 'hi'`).toHaveLength(2)
  // Another one clears all, because the sample's rows have ids that say so.
  const changes = 'private.changes'
  expect(after[changes]).toBe(3)
  const [marked] = await sql`
    select
      (select count(*)::int from public.profiles p where ${isMarked('p.id')}) as "public.profiles",
      (select count(*)::int from public.threads t join public.profiles p on p.id = t.author_id
        where ${isMarked('t.id')}) as "public.threads",
      (select count(*)::int from public.replies r join public.threads t on t.id = r.thread_id
        join public.profiles p on p.id = r.author_id where ${isMarked('r.id')}) as "public.replies",
      (select count(*)::int from public.blog_posts b join public.profiles p on p.id = b.author_id
        where ${isMarked('b.id')}) as "public.blog_posts",
      (select count(*)::int from public.reactions x join public.profiles p on p.id = x.user_id
        left join public.threads t on t.id = x.thread_id left join public.replies r on r.id = x.reply_id
        where t.id is not null or r.id is not null) as "public.reactions"`
  expect(rows).toMatchObject(marked ?? {})
  expect({ ...after, [words]: rows[words], [changes]: rows[changes] }).toMatchObject(rows)
  expect(await records(sql)).toEqual(await records(fresh.sql))
  expect(await applied(sql)).toEqual(await applied(fresh.sql))
  expect(await migrate(sql, SITE_MIGRATIONS)).toEqual([])
}, 120_000)

test.each([53, 80])(
  'one of a release with the first %i merged files gets the others',
  async (count) => {
    const database = await createOld(`old_${count}`, MERGED.slice(0, count))
    try {
      const names = await migrate(database, SITE_MIGRATIONS)
      expect(names.slice(0, MERGED.length - count)).toEqual(MERGED.slice(count).map((file) => parts(file)[1]))
      expect(await describeCatalog(database)).toEqual(catalog)
      expect(await records(database)).toEqual(await records(fresh.sql))
    } finally {
      await database.end()
    }
  },
  120_000,
)

test('a backup of a release before the merge gets that release’s schema, then this one’s', async () => {
  const database = await createOld('source', MERGED)
  await sql`create database restored`
  const url = new URL(old.ownerUrl)
  url.pathname = '/restored'
  const restored = connect(url.href, { max: 1 })
  try {
    const files = await database<{ kind: string; version: string; name: string; sha256: string }[]>`
      select kind, version, name, sha256 from platform.migration_checksums`
    await restored.begin((work) => migrateWithin(work as unknown as Sql, SITE_MIGRATIONS, files))
    expect(await describeCatalog(restored)).toEqual(await describeCatalog(database))
    await migrate(restored, SITE_MIGRATIONS)
    expect(await describeCatalog(restored)).toEqual(catalog)
  } finally {
    await database.end()
    await restored.end()
  }
}, 120_000)

describe('is refused with one line, and nothing is touched:', () => {
  /** Inserts a record, asks, and takes it out again. */
  async function refused(version: string, name: string): Promise<string> {
    await fresh.sql.unsafe('begin')
    await fresh.sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
    await fresh.sql`insert into platform.migration_checksums (kind, version, name, sha256)
      values ('community', ${version}, ${name}, '')`
    await fresh.sql.unsafe('commit')
    try {
      return await migrate(fresh.sql, SITE_MIGRATIONS).then(
        () => 'applied',
        (error: Error) => error.message,
      )
    } finally {
      await fresh.sql`delete from supabase_migrations.schema_migrations where version = ${version}`
      await fresh.sql`delete from platform.migration_checksums where version = ${version}`
    }
  }

  test('a database of a release before the first merge', async () => {
    expect(await refused('20261124030030', 'slow_mode_wait')).toBe(
      'The database was migrated by a release that this one cannot upgrade (20261124030030_slow_mode_wait): start the release whose last migration is 20261222080000 once, then this one. Nothing was touched.',
    )
  })

  test('a database of a newer release', async () => {
    expect(await refused('20991231000000', 'later')).toBe(
      'The database was migrated by a newer release (20991231000000_later is not part of this one); start that release. Nothing was touched.',
    )
  })

  test('a database with an edited merged file', async () => {
    expect(await refused('0100', 'extensions_and_schemas')).toBe(
      'Migration 0100_extensions_and_schemas was edited after it was applied; put it back and say the change in a new file. Nothing was touched.',
    )
  })

  test('a migration that is older than one that the database has had', async () => {
    const late = mkdtempSync(join(tmpdir(), 'arthachowk-late-'))
    writeFileSync(join(late, '20260101000000_late.sql'), 'create table public.late (id uuid)')
    try {
      const migrations = { ...SITE_MIGRATIONS, folders: [...SITE_MIGRATIONS.folders, late] }
      await expect(migrate(fresh.sql, migrations)).rejects.toThrow(
        /^Migration 20260101000000_late is older than \d{14}_\w+, which the database has had: give it the time of today\. Nothing was touched\.$/,
      )
    } finally {
      rmSync(late, { recursive: true, force: true })
    }
  })
})

test('the site opens on it', async () => {
  await sql.end({ timeout: 5 })
  await old.stop()
  const site = await startServer({ DATA_DIR: folder })
  try {
    const response = await fetch(`${site.url}/forums`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Stock Market')
  } finally {
    await site.stop()
  }
})
