// Files whose row is gone, or never came to be: the database keeps the list, this deletes what is due on it.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import type { Backend } from './backends/backend.ts'

const BATCH = 100
/** Longer than any upload takes from its last byte to its row. */
const STORED_WITHIN = '1 hour'

/** Notes a file that is about to be stored, so that it goes again unless a row claims it. */
export async function expectRow(db: Database, version: string): Promise<void> {
  const text = `insert into storage.orphans (version, due) values ($1, now() + interval '${STORED_WITHIN}')`
  await asService(db, (sql) => sql.unsafe(text, [version], { prepare: true }))
}

/** The row did not come to be: the file may go at once. */
export async function giveUp(db: Database, version: string): Promise<void> {
  await asService(db, (sql) => sql`update storage.orphans set due = now() where version = ${version}`)
}

/** Deletes what is due. Two processes at once take different files. @returns how many went */
export async function sweepOrphans(db: Database, backend: Backend): Promise<number> {
  let swept = 0
  for (;;) {
    const count = await asService(db, async (sql) => {
      const rows = await sql<{ version: string }[]>`
        delete from storage.orphans where version in (
          select version from storage.orphans where due <= now() order by due limit ${BATCH} for update skip locked
        ) returning version`
      // Within the transaction: what could not be deleted stays on the list.
      await backend.remove(rows.map(({ version }) => version))
      return rows.length
    })
    swept += count
    if (count < BATCH) return swept
  }
}
