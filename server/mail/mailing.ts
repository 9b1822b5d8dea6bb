// What the community mails by itself, as against identity, which is asked to. Rows of its tables wait until this
// takes them: taking and queueing are one transaction, so that each becomes its letters once, whoever runs beside us.
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import type { Logger } from '../log.ts'
import type { Letter } from './letter.ts'

export type Mailing = {
  /** What each row that waits becomes: tasks of these kinds, each tried again without the others. */
  kinds: readonly string[]
  /** Marks what waits as taken, in the transaction of `sql`. @returns the ids */
  take(sql: Sql): Promise<string[]>
  /** The letters of one task; none when there is nobody, or nothing left, to write to. */
  letters(kind: string, id: string): Promise<Letter[]>
}

const LOOK_EVERY_MS = 2_000

/** Starts taking what waits. @returns stops after what is being taken */
export function startMailings(db: Database, log: Logger, mailings: readonly Mailing[]): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const look = async () => {
    for (const mailing of mailings) {
      await asService(db, async (sql) => {
        for (const id of await mailing.take(sql)) {
          for (const kind of mailing.kinds) {
            await sql.unsafe('select auth.queue_mail($1::json)', [JSON.stringify({ kind, id })], {
              prepare: true,
            })
          }
        }
      })
    }
  }
  const clock = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'what waits to be mailed could not be taken'))
      .finally(() => {
        running = null
      })
  }, LOOK_EVERY_MS)
  return async () => {
    clearInterval(clock)
    await running
  }
}

/** Tells whose a queued task is. @returns its letters, or null: it is none of these mailings' */
export function mailedBy(mailings: readonly Mailing[], task: unknown): Promise<Letter[]> | null {
  if (typeof task !== 'object' || task === null || !('kind' in task) || !('id' in task)) return null
  const { kind, id } = task
  if (typeof kind !== 'string' || typeof id !== 'string') return null
  return mailings.find(({ kinds }) => kinds.includes(kind))?.letters(kind, id) ?? null
}
