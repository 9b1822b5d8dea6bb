// A data folder of the last release before the migrations were merged: it is upgraded as a whole, or refused.
// Its migrations are kept in 20261124030030.json.gz, file by file.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertGrantsBefore } from '../../api/database/assert-grants.ts'
import { connect, type Sql } from '../../api/database/connection.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../api/database/embedded.ts'
import { migrate } from '../../api/database/migrate.ts'
import { createLog } from '../../api/log.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { describeCatalog } from '../../tests/support/catalog.ts'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startServer } from '../../tests/support/server.ts'
import { seedCommunity } from '../seed/load.ts'

type Files = Record<string, string>
const HISTORY: { platform: Files; community: Files } = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, '20261124030030.json.gz'))).toString(),
)
/** As every release made them. */
const RECORDS = `
  create schema platform;
  create table platform.schema_migrations (version text primary key, name text not null);
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  create table platform.migration_checksums
    (kind text, version text, name text not null, sha256 text not null, primary key (kind, version))`
const RENAMED: Record<string, string> = {
  'private.milestones': 'private.upvote_milestones',
  'private.post_days': 'private.daily_post_stats',
  'private.search_words': 'private.spelling_terms',
}
const LAST = '20261124030030_slow_mode_wait.sql'

let folder: string
let old: EmbeddedDatabase
let sql: Sql
let fresh: TestDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-upgrade-'))
  old = await startEmbedded(folder, createLog('silent'))
  sql = connect(old.ownerUrl, { max: 1 })
  fresh = await startDatabase()
})
afterAll(async () => {
  await fresh.stop()
  await sql.end({ timeout: 5 })
  await old.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs files and keeps record of them, as the release that had them did. */
async function applyOld(kind: 'platform' | 'community', files: Files): Promise<void> {
  const table = kind === 'platform' ? 'platform.schema_migrations' : 'supabase_migrations.schema_migrations'
  for (const [file, text] of Object.entries(files)) {
    const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    await sql.unsafe(text).simple()
    await sql.unsafe(`insert into ${table} (version, name) values ($1, $2)`, [version, name])
    await sql`insert into platform.migration_checksums (kind, version, name, sha256)
      values (${kind}, ${version}, ${name}, ${createHash('sha256').update(text).digest('hex')})`
  }
}

/** Rows of every table, by its name of today, but for the records of migrations. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name
    from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'realtime', 'storage')
    order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${name}`)
    counts[RENAMED[name] ?? name] = row?.count ?? 0
  }
  return counts
}

const records = (of: Sql) => of`
  select kind, version, name, sha256 from platform.migration_checksums order by kind, version`
const applied = (of: Sql) => of`
  select version, name from platform.schema_migrations
  union all select version, name from supabase_migrations.schema_migrations order by version`

test('a database that stopped before the last migration is refused, and told what to do', async () => {
  await sql.unsafe(RECORDS)
  await applyOld('platform', HISTORY.platform)
  const { [LAST]: last = '', ...before } = HISTORY.community
  await applyOld('community', before)
  const schema = await describeCatalog(sql)
  await expect(migrate(sql, SITE_MIGRATIONS)).rejects.toThrow(
    'The database stopped at migration 20261124030020, and this release upgrades from 20261124030030 only: start the release whose last migration is 20261124030030 once, then this one. Nothing was touched.',
  )
  expect(await describeCatalog(sql)).toEqual(schema)
  await applyOld('community', { [LAST]: last })
})

test('a database whose migrations were others is refused', async () => {
  const [row] = await sql<{ sha256: string }[]>`
    select sha256 from platform.migration_checksums where version = '20261121000600'`
  await sql`update platform.migration_checksums set sha256 = 'edited' where version = '20261121000600'`
  await expect(migrate(sql, SITE_MIGRATIONS)).rejects.toThrow(
    "The database's migrations up to 20261124030030 are not those that this release upgrades from. Nothing was touched.",
  )
  await sql`update platform.migration_checksums set sha256 = ${row?.sha256 ?? ''} where version = '20261121000600'`
})

test('the last one has the schema of a fresh one after the upgrade, and all of its rows', async () => {
  expect(await seedCommunity(old.ownerUrl)).toBe(true)
  // What is asked before the migrations finds nothing that they mend.
  await assertGrantsBefore(
    sql,
    { schemas: ['public'], extraSearchPath: ['public', 'extensions'] },
    'authenticator',
  )
  const rows = await countRows()
  expect(rows['public.replies']).toBeGreaterThan(100)
  expect(await migrate(sql, SITE_MIGRATIONS)).toEqual([
    'upgrade_from_060',
    'change_positions',
    'backups',
    'passwords',
    'statement_statistics',
    'wal_archive',
    'scheduled_backups',
    'names_of_a_project',
    'sign_ups',
    'credential_changes',
    'old_rows',
    'upgrade_from_20261124030030',
    'change_log_positions',
    'reply_addresses',
    'search_replies_once',
    'imports',
    'reply_locks',
    'abandoned_imports',
    'import_days',
    'guest_views',
    'vote_locks',
    'count_views',
    'thread_reads',
    'unread_threads',
    'accepted_answers',
    'polls',
    'notification_mail',
    'table_text',
    'for_you',
    'chat_replies',
    'chat_rooms',
    'unread_in_category',
    'taken_back_posts',
    'category_guides',
    'poll_corrections',
    'new_discussions',
    'reply_bookmarks',
    'digests',
    'watches',
    'mail_refusals',
    'badges',
    'chat_mentions',
    'first_runs',
    'mutes',
    'search_in_threads',
    'wikis',
    'web_push',
    'sample_experts',
    'staff_mark',
    'count_before_foreign_keys',
    'bounded_chat_names',
    'signs_in_search',
    'cheap_mutes',
    'replaced_files',
    'exports_of_hidden_threads',
    'report_decisions',
    'small_refusals',
    'mutes_before_locks',
    'replies_of_hidden_threads',
    'unread_by_one_predicate',
    'failing_queues',
    'replies_notify_later',
    'cheaper_replies',
    'search_bounds',
  ])
  expect(await sql`select count(*)::int as n from public.expert_profiles where is_sample`).toEqual([{ n: 6 }])
  expect(await describeCatalog(sql)).toEqual(await describeCatalog(fresh.sql))
  expect(await countRows()).toEqual({
    ...rows,
    'private.answers': 0,
    'public.polls': 0,
    'public.poll_votes': 0,
    'public.reply_bookmarks': 0,
    'private.imported': 0,
    'private.thread_outbox': 0,
    'private.new_replies': 0,
    'public.watches': 0,
    'public.first_runs': 0,
    'public.mutes': 0,
    'public.wiki_posts': 0,
    // The experts of the sample community were marked as such.
    'private.changes': 6,
    'private.notification_mails': 0,
    'private.digests': 0,
    'public.category_guides': rows['public.forum_categories'],
    'public.mail_refusals': 0,
    'public.push_subscriptions': 0,
    'private.notification_pushes': 0,
    'private.report_decisions': 0,
    'private.queue_failures': 0,
    'auth.sign_ups': 0,
    'auth.credential_changes': 0,
    'realtime.old_rows': 0,
    // Followers begin where they were.
    'public.thread_reads': rows['public.thread_subscriptions'],
  })
  expect(await records(sql)).toEqual(await records(fresh.sql))
  expect(await applied(sql)).toEqual(await applied(fresh.sql))
  expect(await migrate(sql, SITE_MIGRATIONS)).toEqual([])
}, 120_000)

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
