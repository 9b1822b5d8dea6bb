import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { createLog } from '../log.ts'
import { ChangeLog } from './change-log.ts'
import { connect, type Sql } from './connection.ts'
import type { OpenDatabase } from './database.ts'
import { Listener } from './listener.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
}, 60_000)
afterAll(() => database?.stop())

/** A node that follows the log, and the changes that it received. */
async function following() {
  const changeLogSql = connect(database.ownerUrl, { max: 1 })
  const listener = new Listener(
    (events) => connect(database.ownerUrl, { max: 1, ...events } as never),
    createLog('silent'),
  )
  const told: string[] = []
  const db = { changeLogSql, listener } as unknown as OpenDatabase
  const changeLog = await ChangeLog.follow(db, createLog('silent'), {
    changed: ({ id }) => told.push(id),
    missed: () => told.push('missed'),
    behind: (isBehind) => told.push(isBehind ? 'behind' : 'up to date'),
  })
  const stop = async () => {
    await changeLog.stop()
    await listener.stop()
    await changeLogSql.end()
  }
  return { told, changeLog, stop }
}

const publish = (sql: Sql, id: string) =>
  sql`select private.publish_change(${`{"table":"threads","op":"UPDATE","id":"${id}"}`}::text::jsonb)`

test('changes are delivered once and as soon as they are committed, in any order of transactions', async () => {
  const { told, stop } = await following()
  const pool = connect(database.ownerUrl, { max: 2 })
  const slow = await pool.reserve()
  const quick = await pool.reserve()
  await slow.unsafe('begin')
  await publish(slow as unknown as Sql, 'slow')
  await publish(quick as unknown as Sql, 'quick')
  await expect.poll(() => told).toEqual(['quick'])
  await slow.unsafe('commit')
  await expect.poll(() => told).toEqual(['quick', 'slow'])
  await publish(quick as unknown as Sql, 'next')
  await expect.poll(() => told).toEqual(['quick', 'slow', 'next'])
  await quick.unsafe('begin')
  await publish(quick as unknown as Sql, 'rolled back')
  await quick.unsafe('rollback')
  await publish(slow as unknown as Sql, 'last')
  await expect.poll(() => told).toEqual(['quick', 'slow', 'next', 'last'])
  slow.release()
  quick.release()
  await pool.end()
  await stop()
})

test('a writer is answered after the changes reached this node; another node follows soon', async () => {
  const [one, other] = [await following(), await following()]
  for (let write = 0; write < 20; write += 1) {
    await publish(database.sql, String(write))
    await one.changeLog.committed()
    expect(one.told.at(-1)).toBe(String(write))
  }
  await expect.poll(() => other.told).toEqual(one.told)
  await one.stop()
  await other.stop()
})

test('changes during a lost connection are delivered afterwards, once', async () => {
  const { told, stop } = await following()
  await publish(database.sql, 'before')
  await expect.poll(() => told).toEqual(['before'])
  await database.sql.begin(async (sql) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`
    await publish(sql as unknown as Sql, 'meanwhile')
  })
  await publish(database.sql, 'afterwards')
  await expect
    .poll(() => told.filter((word) => word !== 'behind' && word !== 'up to date'))
    .toEqual(['before', 'meanwhile', 'afterwards'])
  await stop()
})

test('changes that cannot be delivered are reported as missed', async () => {
  const { told, stop } = await following()
  await database.sql`
    select private.publish_change(jsonb_build_object('table', 'threads', 'op', 'UPDATE', 'id', n::text))
    from generate_series(1, 10001) n`
  await expect.poll(() => told).toEqual(['missed'])
  await publish(database.sql, 'next')
  await expect.poll(() => told).toEqual(['missed', 'next'])
  await stop()
  // A restored database has not reached this position yet.
  const [read] = await database.sql`
    select seen_now::text, changes from private.changes_after('900000000:900000000:', 10)`
  expect(read).toEqual({ seen_now: expect.stringMatching(/^\d+:\d+:/), changes: null })
})

test('a node that cannot read the log reports it until it can', async () => {
  const { told, stop } = await following()
  await database.sql`alter function private.changes_after(pg_snapshot, integer) rename to away`
  await expect.poll(() => told).toEqual(['behind'])
  await publish(database.sql, 'unread')
  await database.sql`alter function private.away(pg_snapshot, integer) rename to changes_after`
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['behind', 'unread', 'up to date'])
  await stop()
})
