// How a database address becomes a connection: one reading of it for the server, the scripts and the tests.
import postgres from 'postgres'

export type Sql = postgres.Sql
export type ReservedSql = postgres.ReservedSql

/** A database that comes back is found again within this, however long it was away. */
const RECONNECT_WITHIN_S = 1

/**
 * Opens a client on `url`. A socket folder is given as `?host=/folder`, as libpq spells it, because the
 * embedded server listens on no port at all.
 */
export function connect(url: string, options: postgres.Options<Record<string, never>> = {}): Sql {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  return postgres(address.href, {
    onnotice: () => undefined,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, RECONNECT_WITHIN_S),
    ...(folder ? { host: folder } : {}),
    ...options,
    connection: { application_name: 'arthachowk', ...options.connection },
  })
}
