// Opens connections from a database URL, in the same way for the server, the scripts and the tests.
import { createConnection, type Socket } from 'node:net'
import postgres from 'postgres'

export type Sql = postgres.Sql
export type ReservedSql = postgres.ReservedSql

/** Upper bound of the reconnect backoff, however long the database was away. */
const RECONNECT_WITHIN_S = 1

/**
 * Opens a client on `url`. A socket folder is given as `?host=/folder`, as in libpq, because the embedded server
 * listens on no port.
 */
export function connect(url: string, options: postgres.Options<Record<string, never>> = {}): Sql {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  const sockets = new Map<Socket, Activity>()
  const sql = postgres(address.href, {
    // The driver's own sockets are not accessible; a socket created here can be destroyed when it goes dead.
    socket: (parsed: SocketOptions) => openSocket(parsed, sockets),
    onnotice: () => undefined,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, RECONNECT_WITHIN_S),
    ...(folder ? { host: folder } : {}),
    ...options,
    connection: { application_name: 'arthachowk', ...options.connection },
  } as postgres.Options<Record<string, never>>)
  socketsOf.set(sql, sockets)
  return sql
}

/**
 * Whether `error` comes from the query that the driver sends on each new connection and whose result it never awaits
 * (porsager/postgres#1192). The connection is lost; the statement that needs it reports that.
 */
export function isOfNewConnection(error: unknown): boolean {
  const { query } = (error ?? {}) as { query?: unknown }
  return typeof query === 'string' && query.includes('left join pg_catalog.pg_type b on b.oid = a.typelem')
}

type SocketOptions = { path?: string | false; host: string[]; port: number[] }

/** When a socket last received data, and how many bytes it had received by then. */
type Activity = { bytes: number; at: number }

const socketsOf = new WeakMap<Sql, Map<Socket, Activity>>()

function openSocket({ path, host, port }: SocketOptions, sockets: Map<Socket, Activity>): Socket {
  const socket = path
    ? createConnection(path)
    : createConnection({ host: host[0] ?? 'localhost', port: port[0] ?? 5432 })
  sockets.set(socket, { bytes: 0, at: performance.now() })
  socket.once('close', () => sockets.delete(socket))
  return socket
}

/** Records which connections of `sql` have received data since the last call. */
export function noteActivity(sql: Sql): void {
  for (const [socket, activity] of socketsOf.get(sql) ?? []) {
    if (socket.bytesRead === activity.bytes) continue
    activity.bytes = socket.bytesRead
    activity.at = performance.now()
  }
}

/**
 * Destroys the connections of `sql` that have received nothing for `ms`, including idle ones, which look the same
 * when dead. Pending statements fail as lost, and the driver reconnects on demand.
 */
export function dropInactive(sql: Sql, ms: number): void {
  noteActivity(sql)
  const since = performance.now() - ms
  for (const [socket, { at }] of socketsOf.get(sql) ?? []) {
    // A connection that is still being opened has its own time limit (connect_timeout).
    if (at <= since && socket.bytesRead > 0) socket.destroy()
  }
}
