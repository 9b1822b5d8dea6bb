// What the community mails by itself, as against identity, which is asked to. Rows of its tables wait until this
// takes them: taking and queueing are one transaction, so that each becomes its letters once, whoever runs beside us.
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asJob } from '../database/scope.ts'
import type { Job } from '../jobs/job.ts'
import type { Letter } from './letter.ts'

export type Mailing = {
  /** What each row that waits becomes: tasks of these kinds, each tried again without the others. */
  kinds: readonly string[]
  /** How many others may overtake its letters; without it, none: they go in the order of their coming. */
  priority?: number
  /** Marks a batch of what waits as taken, in the transaction of `sql`: some hundred at most. @returns the ids */
  take(sql: Sql): Promise<string[]>
  /** The letters of one task; none when there is nobody, or nothing left, to write to. */
  letters(kind: string, id: string): Promise<Letter[]>
}

/** Takes what waits and queues its letters, batch by batch. */
export function mailingJobs(db: Database, mailings: readonly Mailing[]): Job[] {
  return mailings.map((mailing) => ({
    name: `queue ${mailing.kinds[0]}`,
    schedule: { everySeconds: 2 },
    run: () =>
      asJob(db, async (sql) => {
        const ids = await mailing.take(sql)
        if (ids.length > 0)
          await sql`
            select auth.queue_mail(json_build_object('kind', kind, 'id', id), ${mailing.priority ?? 0})
            from unnest(${ids}::text[]) as id
            cross join unnest(${[...mailing.kinds]}::text[]) as kind`
        return ids.length
      }),
  }))
}

/** Tells whose a queued task is. @returns its letters, or null: it is none of these mailings' */
export function mailedBy(mailings: readonly Mailing[], task: unknown): Promise<Letter[]> | null {
  if (typeof task !== 'object' || task === null || !('kind' in task) || !('id' in task)) return null
  const { kind, id } = task
  if (typeof kind !== 'string' || typeof id !== 'string') return null
  return mailings.find(({ kinds }) => kinds.includes(kind))?.letters(kind, id) ?? null
}
