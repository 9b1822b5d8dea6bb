// What is sanitised at most is what the database stores at most: the gateway refuses a longer text in the name of the
// database's own constraint.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSTRAINT_MESSAGES } from '../../shared/constraint-messages.ts'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { CONTENT_SANITIZERS } from './content.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

const columns = Object.entries(CONTENT_SANITIZERS).flatMap(([table, sanitizers]) =>
  Object.entries(sanitizers).map(([column, sanitizer]) => ({ table, column, ...sanitizer })),
)

it.each(columns)('$column of $table', async ({ table, column, mostCharacters, constraint }) => {
  // A check of the table, or the trigger that raises an error in its name.
  const rules = await database.sql<{ rule: string }[]>`
    select pg_get_constraintdef(c.oid) as rule from pg_constraint c
    where c.conrelid = ${`public.${table}`}::regclass and c.conname = ${constraint}
    union all
    select p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = ${`public.${table}`}::regclass and position(${constraint} in p.prosrc) > 0`
  const bounds = rules.flatMap(({ rule }) =>
    [...rule.matchAll(new RegExp(`char_length\\((?:new\\.)?${column}\\) (?:<=|>) (\\d+)`, 'g'))].map(
      ([, most]) => Number(most),
    ),
  )
  expect(new Set(bounds)).toEqual(new Set([mostCharacters]))
  expect(CONSTRAINT_MESSAGES[constraint]).toBeDefined()
})
