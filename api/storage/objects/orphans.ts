// Files whose row is gone, or never came to be: the database keeps the list, this deletes what is due on it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { asService } from '../../database/scope.ts'
import type { Logger } from '../../log.ts'
import type { Backend } from '../backends/backend.ts'

const BATCH = 100
/** Longer than any upload takes from its last byte to its row. */
const STORED_WITHIN = '1 hour'
/** How long a batch is one sweeper's alone. What could not be deleted by then is taken again. */
const DELETED_WITHIN = '10 minutes'
/** Deletions that follow each other are swept together. */
const GATHER_MS = 200

/** Notes a file that is about to be stored, so that it goes again unless a row claims it. */
export async function registerPending(db: Database, version: string): Promise<void> {
  const text = `insert into storage.orphans (version, due) values ($1, now() + interval '${STORED_WITHIN}')`
  await asService(db, (sql) => sql.unsafe(text, [version], { prepare: true }))
}

/** The row did not come to be: the file may go at once. */
export async function discardPending(db: Database, version: string): Promise<void> {
  await asService(db, (sql) => sql`update storage.orphans set due = now() where version = ${version}`)
}

/**
 * Deletes what is due, a batch at a time: taken in one short statement, deleted with no transaction open, crossed out in
 * another one. Two processes at once take different files.
 * @returns how many went
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

export type Sweeper = {
  /** Sweeps a moment later; nobody waits for it. */
  soon(): void
  /** Sweeps, or waits for the sweep that runs. Never fails. */
  sweep(): Promise<void>
  /** Waits for the sweep that runs. */
  stop(): Promise<void>
}

/** Sweeps one at a time, whoever asks for it and however often. */
export function createSweeper(db: Database, backend: Backend, log: Logger): Sweeper {
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
    sweep,
    stop: () => running ?? Promise.resolve(),
    soon: () => {
      if (isWanted) return
      isWanted = true
      void gather()
    },
  }
}
