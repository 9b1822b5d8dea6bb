// Guards that the amounts of the triggers which count rows are those of the registry (server/site-limits.ts), from which
// docs/limits.md is generated, and that no limit by time stands in SQL without being named.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROW_LIMITS } from '../server/site-limits.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database?.stop())

test('a trigger that counts rows has the amounts of the registry, and each amount has its triggers', async () => {
  const triggers = await database.sql<{ event: string; table: string; arguments: string }[]>`
    select case when t.tgtype & 4 > 0 then 'insert' else 'update' end as event, t.schema || '.' || t.name as table,
      encode(t.tgargs, 'escape') as arguments
    from (
      select g.*, c.relnamespace::regnamespace::text as schema, c.relname as name
      from pg_trigger g join pg_class c on c.oid = g.tgrelid
    ) t
    where t.tgfoid = 'private.limit_writes'::regproc`
  const found = triggers.map(
    (trigger) =>
      `${trigger.event} ${trigger.table}: ${trigger.arguments.split('\\000').slice(0, 5).join(', ')}`,
  )
  const declared = Object.entries(ROW_LIMITS).flatMap(([kind, { member, guest, writes }]) => {
    const ofGuests = guest ?? { points: 0, seconds: member.seconds }
    const amounts = [kind, member.points, member.seconds, ofGuests.points, ofGuests.seconds]
    return writes.map((write) => `${write}: ${amounts.join(', ')}`)
  })
  expect(found.toSorted()).toEqual(declared.toSorted())
})

test('no other function refuses by time', async () => {
  const functions = await database.sql<{ name: string }[]>`
    select p.oid::regproc::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ 'PT429'`
  expect(functions.map(({ name }) => name).toSorted()).toEqual([
    // Time since the last post, its text, posts of the day.
    'private.enforce_posting_limits',
    // Slow mode, which administrators set.
    'private.guard_chat',
    // Once a day.
    'private.limit_data_exports',
    'private.limit_writes',
  ])
})
