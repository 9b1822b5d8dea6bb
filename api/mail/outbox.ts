// Transactional outboxes: rows of the community's tables that become e-mails. Taking rows and queueing e-mails is one
// transaction, so each row is sent once, even with several nodes.
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asJob } from '../database/scope.ts'
import type { Job } from '../jobs/job.ts'
import type { Email } from './email.ts'

export type Outbox = {
  /** Task kinds that each row becomes, each retried separately. */
  kinds: readonly string[]
  /** Queue priority; higher numbers are sent later. Default: in order of arrival. */
  priority?: number
  /** Marks a batch of pending rows as taken, in the transaction of `sql`: a few hundred at most. @returns the ids */
  take(sql: Sql): Promise<string[]>
  /** The e-mails of one task; none if the recipient or reason is gone. */
  emails(kind: string, id: string): Promise<Email[]>
}

/** `take` by a function of the database, which marks at most so many rows and gives their ids. */
export function takenBy(routine: string, atMost: number): Outbox['take'] {
  return async (sql) => {
    const rows = await sql.unsafe<{ id: string }[]>(`select id from ${routine}($1) as id`, [atMost], {
      prepare: true,
    })
    return rows.map(({ id }) => id)
  }
}

/** Jobs that take pending rows and queue their e-mails, batch by batch. */
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

/** Finds the outbox of a queued task. @returns its e-mails, or null if it belongs to none */
export function emailsOf(outboxes: readonly Outbox[], task: unknown): Promise<Email[]> | null {
  if (typeof task !== 'object' || task === null || !('kind' in task) || !('id' in task)) return null
  const { kind, id } = task
  if (typeof kind !== 'string' || typeof id !== 'string') return null
  return outboxes.find(({ kinds }) => kinds.includes(kind))?.emails(kind, id) ?? null
}
