// Waits for the job of a running server that notifies those whom a reply concerns.
import type { Sql } from '../../api/database/connection.ts'

const WITHIN_MS = 15_000

/** Waits until nobody is left to be notified of a reply but followers, of whom another job takes care. */
export async function notified(sql: Sql): Promise<void> {
  const until = Date.now() + WITHIN_MS
  while ((await sql`select from private.new_replies limit 1`).length > 0) {
    if (Date.now() > until) throw new Error('replies are still to be told of')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
