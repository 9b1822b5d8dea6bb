// Statements of every migration are made to fail: the schema is then as it was before their file. Each
// 131st here; `npm run faults -- statements` tries all of them, which takes minutes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { createLog } from '../log.ts'
import { connect, type Sql } from './connection.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

let folder: string
let embedded: EmbeddedDatabase
let sql: Sql

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-migrate-'))
  embedded = await startEmbedded(folder, createLog('silent'))
  sql = connect(embedded.ownerUrl, { max: 1 })
}, 60_000)
afterAll(async () => {
  await sql.end()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

const STRIDE = process.env.EXHAUSTIVE ? 1 : 131

/** Fails at the n-th command of a migration, which alone has this lock_timeout (migrate.ts). */
const SABOTAGE = `
  create schema sabotage;
  create sequence sabotage.commands;
  create table sabotage.plan (fail_at integer not null);
  insert into sabotage.plan values (0);
  create function sabotage.count_command() returns event_trigger language plpgsql as $$
  begin
    if current_setting('lock_timeout') = '2s'
      and nextval('sabotage.commands') = (select fail_at from sabotage.plan) then
      raise exception 'made to fail';
    end if;
  end $$;
  create event trigger sabotage on ddl_command_end execute function sabotage.count_command();
`

/** The transactions that wrote the rows that the schema consists of. */
const TABLES = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_constraint', 'pg_trigger', 'pg_policy', 'pg_type']
const DIGEST = `${TABLES.map(
  (table) => `
    select '${table}' as name, md5(string_agg(t.xmin::text, ',' order by t.xmin::text)) as digest from pg_catalog.${table} t
    ${table === 'pg_class' ? "where relnamespace <> 'sabotage'::regnamespace" : ''}`,
).join(' union all ')} order by name`

async function schemaNow(): Promise<string> {
  return JSON.stringify(await sql.unsafe(DIGEST))
}

async function applied(): Promise<number> {
  const [row] = await sql`
    select (select count(*) from platform.schema_migrations)::int
      + (select count(*) from supabase_migrations.schema_migrations)::int as count`
  return row?.count
}

test('a migration that fails leaves the schema as it was before its file', async () => {
  await sql.unsafe(SABOTAGE).simple()
  let failures = 0
  let files = 0
  let schema = ''
  for (let at = 1; ; at += STRIDE) {
    await sql`update sabotage.plan set fail_at = ${at}`
    await sql`alter sequence sabotage.commands restart`
    const failed = await migrate(sql, SITE_MIGRATIONS).then(
      () => false,
      (error: Error) => {
        expect(error.message).toMatch(/^Migration \d+_\w+ failed: made to fail$/)
        return true
      },
    )
    if (!failed) break
    failures += 1
    const now = await applied()
    if (now > files) {
      // The file went through to its end: this failure was one of the next one.
      files = now
      at = 1 - STRIDE
      schema = ''
      continue
    }
    const found = await schemaNow()
    if (schema !== '') expect(found, `after ${files} files, failing at command ${at}`).toBe(schema)
    schema = found
  }
  expect(failures).toBeGreaterThan(1_000 / STRIDE)
  expect(await migrate(sql, SITE_MIGRATIONS)).toEqual([])
}, 600_000)
