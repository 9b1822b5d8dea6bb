// What the community mails by itself, as against identity, which is asked to. Rows of its tables wait until this
// takes them: taking and queueing are one transaction, so that each becomes its emails once, whoever runs beside us.
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asJob } from '../database/scope.ts'
import type { Job } from '../jobs/job.ts'
import type { Email } from './email.ts'

export type Outbox = {
  /** What each row that waits becomes: tasks of these kinds, each tried again without the others. */
  kinds: readonly string[]
  /** How many others may overtake its emails; without it, none: they go in the order of their coming. */
  priority?: number
  /** Marks a batch of what waits as taken, in the transaction of `sql`: some hundred at most. @returns the ids */
  take(sql: Sql): Promise<string[]>
  /** The emails of one task; none when there is nobody, or nothing left, to write to. */
  emails(kind: string, id: string): Promise<Email[]>
}

/** Takes what waits and queues its emails, batch by batch. */
export function outboxJobs(db: Database, outboxes: readonly Outbox[]): Job[] {
  return outboxes.map((outbox) => ({
    name: `queue ${outbox.kinds[0]}`,
    schedule: { everySeconds: 2 },
    run: () =>
      asJob(db, async (sql) => {
        const ids = await outbox.take(sql)
        if (ids.length > 0)
          await sql`
            select auth.queue_mail(json_build_object('kind', kind, 'id', id), ${outbox.priority ?? 0})
            from unnest(${ids}::text[]) as id
            cross join unnest(${[...outbox.kinds]}::text[]) as kind`
        return ids.length
      }),
  }))
}

/** Tells whose a queued task is. @returns its emails, or null: it is none of these outboxes' */
export function emailsOf(outboxes: readonly Outbox[], task: unknown): Promise<Email[]> | null {
  if (typeof task !== 'object' || task === null || !('kind' in task) || !('id' in task)) return null
  const { kind, id } = task
  if (typeof kind !== 'string' || typeof id !== 'string') return null
  return outboxes.find(({ kinds }) => kinds.includes(kind))?.emails(kind, id) ?? null
}
