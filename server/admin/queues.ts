// The queues of the forum's jobs: rows that failed when they were last tried (private.attempt), for metrics and the doctor.
import type { Sql } from '../../api/database/connection.ts'

export type FailingQueue = { queue: string; failing: number; attempts: number; error: string }

/** Queues of which rows fail, with how many, how often the worst failed, and with what. */
export async function failingQueues(sql: Sql): Promise<FailingQueue[]> {
  return sql<FailingQueue[]>`
    select queue, failing::int as failing, attempts, error from private.failing_queues() order by queue`
}
