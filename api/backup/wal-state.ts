// How the archive of the built-in database's log does, as the database knows it.
import type { Sql } from '../database/connection.ts'

export type WalState = {
  /** False: the PostgreSQL that runs was started without WAL_ARCHIVE_TO. */
  isOn: boolean
  /** When the archive last took a file of the log. Null: not since the last crash. */
  archivedAt: Date | null
  /** The last attempt failed. PostgreSQL repeats it, and keeps the log until then. */
  isFailing: boolean
  /** Size of what waits for the archive. */
  waitingBytes: number
  /** When the last base copy was complete; null: there is none. */
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
