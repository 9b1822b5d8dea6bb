// The state of the built-in database's WAL archive, as the database reports it.
import type { Sql } from '../database/connection.ts'

export type WalState = {
  /** False: the running PostgreSQL was started without WAL_ARCHIVE_TO. */
  isOn: boolean
  /** Time of the last successfully archived file. Null: none since the last crash. */
  archivedAt: Date | null
  /** The last attempt failed. PostgreSQL repeats it, and keeps the WAL until then. */
  isFailing: boolean
  /** Size of the WAL that is not archived yet. */
  waitingBytes: number
  /** Time when the last base copy was complete; null without one. */
  baseAt: Date | null
}

/** @param sql connection that may use platform.wal_archive() */
export async function readWalState(sql: Sql): Promise<WalState> {
  const [state] = await sql<WalState[]>`
    select is_on as "isOn", archived_at as "archivedAt",
      coalesce(failed_at > coalesce(archived_at, '-infinity'), false) as "isFailing",
      waiting * 16 * 1024.0::float8 ^ 2 as "waitingBytes",
      (select max(finished_at) from platform.backups where kind = 'base' and error is null) as "baseAt"
    from platform.wal_archive()`
  return state as WalState
}
