import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../database/database.ts'
import { createLog } from '../../log.ts'
import type { Backend } from '../backends/backend.ts'
import { createSweeper, sweepOrphans } from './orphans.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await startDatabase()
  db = { pool: database.sql } as unknown as Database
})
afterAll(() => database.stop())
beforeEach(() => database.sql`delete from storage.orphans`)

async function orphans(count: number): Promise<string[]> {
  const versions = Array.from({ length: count }, () => randomUUID())
  await database.sql`insert into storage.orphans (version) select unnest(${database.sql.array(versions)}::text[])`
  return versions
}
const left = async () => (await database.sql`select version from storage.orphans`).length

/** A backend whose only function is `remove`. */
const backend = (remove: (versions: readonly string[]) => Promise<void>) => ({ remove }) as Backend

test('deletes due files in batches, with no transaction open meanwhile', async () => {
  const versions = await orphans(250)
  await database.sql`insert into storage.orphans (version, due) values ('later', now() + interval '1 hour')`
  const gone: string[] = []
  const batches: number[] = []
  const swept = await sweepOrphans(
    db,
    backend(async (batch) => {
      // The only connection is free, so no transaction is open on it.
      const [row] = await database.sql`select count(*)::int as open from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()`
      expect(row?.open).toBe(0)
      batches.push(batch.length)
      gone.push(...batch)
    }),
  )
  expect(swept).toBe(250)
  expect(batches).toEqual([100, 100, 50])
  expect(gone.toSorted()).toEqual(versions.toSorted())
  expect(await left()).toBe(1)
})

test('a file that could not be deleted is kept, and retried when it is due again', async () => {
  await orphans(3)
  await expect(
    sweepOrphans(
      db,
      backend(() => Promise.reject(new Error('away'))),
    ),
  ).rejects.toThrow('away')
  expect(await left()).toBe(3)
  expect(
    await sweepOrphans(
      db,
      backend(() => Promise.resolve()),
    ),
  ).toBe(0)
  await database.sql`update storage.orphans set due = due - interval '10 minutes'`
  expect(
    await sweepOrphans(
      db,
      backend(() => Promise.resolve()),
    ),
  ).toBe(3)
  expect(await left()).toBe(0)
})

test('sweeps one at a time, however often it is asked for, and misses nothing that came meanwhile', async () => {
  let atOnce = 0
  let most = 0
  const sweeper = createSweeper(
    db,
    backend(async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await orphans(0)
      atOnce -= 1
    }),
    createLog('silent'),
  )
  for (let turn = 0; turn < 5; turn += 1) {
    await orphans(2)
    sweeper.soon()
    await sweeper.sweep()
    await orphans(1)
    sweeper.soon()
  }
  await expect.poll(left).toBe(0)
  expect(most).toBe(1)
})
