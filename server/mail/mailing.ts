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
  /** How many others may overtake its letters; without it, none: they go in the order of their coming. */
  priority?: number
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
        const ids = await mailing.take(sql)
        // One statement: an issue of the newsletter is a task for each of its readers.
        if (ids.length > 0)
          await sql`
            select auth.queue_mail(json_build_object('kind', kind, 'id', id), ${mailing.priority ?? 0})
            from unnest(${ids}::text[]) as id
            cross join unnest(${[...mailing.kinds]}::text[]) as kind`
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
