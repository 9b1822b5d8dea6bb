// What a reply costs the database: the statements that run within its transaction and the index entries that it writes
// (write-ahead log), and those of the job that notifies. The bounds are what was measured; more needs a reason.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type as,
  connect,
  database,
  follow,
  ids,
  notifyFollowers,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

const said: string[] = []
let measured: ReturnType<typeof connect>

beforeAll(async () => {
  measured = connect(database.ownerUrl, { max: 1, onnotice: ({ message = '' }) => said.push(message) })
  await database.sql`create extension pg_walinspect`
  await measured`load 'auto_explain'`
  await measured.unsafe(`
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice`)
})

afterAll(() => measured.end())

type Work = (sql: Parameters<Parameters<typeof as>[1]>[0]) => Promise<unknown>

/** Runs `work` in one transaction, and counts. */
async function cost(work: Work) {
  const [from] = await database.sql`select pg_current_wal_insert_lsn()::text as position`
  said.length = 0
  await measured.begin((sql) => work(sql as unknown as Parameters<Work>[0]))
  const statements = said.filter((message) => message.startsWith('duration:')).length
  const written = await database.sql<{ table: string; record: string }[]>`
    select c.relname as table, w.resource_manager || ' ' || w.record_type as record
    from pg_get_wal_records_info(${from?.position}::pg_lsn, pg_current_wal_insert_lsn()) w
    join pg_class c on c.relfilenode = (regexp_match(w.block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid
    where c.relnamespace <> 'pg_catalog'::regnamespace`
  return {
    statements,
    entries: written
      .filter(({ record }) => /^Btree (INSERT_LEAF|SPLIT)|^Gin /.test(record))
      .map((one) => one.table),
    hot: written
      .filter(({ record }) => record === 'Heap HOT_UPDATE')
      .map((one) => one.table)
      .sort(),
  }
}

test('a reply runs at most 39 statements and writes 16 index entries, none of a notification; its job 34 and 15', async () => {
  await follow('meera')
  // The first ones plan statements and open pages.
  for (let turn = 0; turn < 3; turn += 1) {
    await reply('bala', `<p>Number ${turn}</p>`)
    await notifyFollowers()
    await database.sql`update public.notifications set read_at = now()`
  }
  const written = await cost(async (sql) => {
    await sql`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids.bala, role: 'authenticated' })}, true)`
    await sql`insert into public.replies (content, thread_id, author_id)
      values ('<p>The one that is measured</p>', ${thread}, ${ids.bala})`
  })
  expect(written.entries.filter((table) => /notification|outbox|mention/.test(table))).toEqual([])
  expect(written.hot).toEqual(['forum_categories', 'profiles', 'thread_days'])
  const told = await cost((sql) => sql`select private.notify_of_replies()`)
  const counted = [written, told].flatMap(({ statements, entries }) => [statements, entries.length])
  expect(counted.every((count) => count > 5)).toBe(true)
  // The job looks from a random id on, and from the first if there is none.
  // Four of the reply check a category's translations, which its row of counters has beside them.
  const bounds = [39, 16, 34, 15]
  expect(counted.map((count, index) => Math.max(count, bounds[index] ?? 0))).toEqual(bounds)
})
