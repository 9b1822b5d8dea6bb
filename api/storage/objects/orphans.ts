// Deletes orphaned files, whose row was deleted or never inserted. The database keeps the list.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { asService } from '../../database/scope.ts'
import type { Logger } from '../../log.ts'
import type { Backend } from '../backends/backend.ts'

const BATCH = 100
/** Longer than an upload can take between storing its file and inserting its row. */
const STORED_WITHIN = '1 hour'
/** How long a batch is reserved for one sweeper; files not deleted by then are retried. */
const DELETED_WITHIN = '10 minutes'
/** Delay that batches consecutive deletions. */
const GATHER_MS = 200

/** Registers a file before it is stored, so that it is deleted unless a row claims it. */
export async function registerPending(db: Database, version: string): Promise<void> {
  const text = `insert into storage.orphans (version, due) values ($1, now() + interval '${STORED_WITHIN}')`
  await asService(db, (sql) => sql.unsafe(text, [version], { prepare: true }))
}

/** The row was not inserted: the file may be deleted at once. */
export async function discardPending(db: Database, version: string): Promise<void> {
  await asService(db, (sql) => sql`update storage.orphans set due = now() where version = ${version}`)
}

/**
 * Deletes due files in batches: reserved in one short statement, deleted without an open transaction, then removed
 * from the list. Concurrent processes take different files.
 * @returns the number of deleted files
 */
export async function sweepOrphans(db: Database, backend: Backend): Promise<number> {
  let swept = 0
  for (;;) {
    const rows = await asService(
      db,
      (sql) => sql<{ version: string }[]>`
        update storage.orphans set due = now() + ${DELETED_WITHIN}::interval where version in (
          select version from storage.orphans where due <= now() order by due limit ${BATCH} for update skip locked
        ) returning version`,
    )
    if (rows.length === 0) return swept
    const versions = rows.map(({ version }) => version)
    await backend.remove(versions)
    await asService(
      db,
      (sql) => sql`delete from storage.orphans where version = any(${sql.array(versions)}::text[])`,
    )
    swept += versions.length
  }
}

export function createSweeper(db: Database, backend: Backend, log: Logger) {
  let running: Promise<void> | null = null
  let isWanted = false
  const sweep = async () => {
    running ??= sweepOrphans(db, backend)
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'storage.orphan_cleanup_failed'),
      )
      .finally(() => {
        running = null
      })
    await running
  }
  const gather = async () => {
    await sleep(GATHER_MS, undefined, { ref: false })
    // A sweep that began before the last deletion may have missed it.
    if (running) await running
    isWanted = false
    await sweep()
  }
  return {
    /** Sweeps, or waits for the running sweep. Never rejects. */
    sweep,
    stop: () => running ?? Promise.resolve(),
    /** Schedules a sweep without waiting. */
    soon: () => {
      if (isWanted) return
      isWanted = true
      void gather()
    },
  }
}
