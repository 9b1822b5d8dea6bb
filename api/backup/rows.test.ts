import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { rowsOf } from './backup.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

test.each([1, 60_000, 70_000, 200_000, 5_000_000])(
  'after a table that ends with a row of %d characters, the connection goes on',
  async (length) => {
    const { sql } = database
    await sql.unsafe(`create table public.long_rows as select 1 as id, repeat('x', ${length}) as content`)
    try {
      let bytes = 0
      for await (const part of rowsOf(sql, { name: 'public.long_rows', columns: ['id', 'content'] }))
        bytes += part.length
      expect(bytes).toBe(length + '1\t\n'.length)
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    } finally {
      await sql`drop table public.long_rows`
    }
  },
)
