// How a database address becomes a connection: one reading of it for the server, the scripts and the tests.
import { createConnection, type Socket } from 'node:net'
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
  const sockets = new Map<Socket, Activity>()
  const sql = postgres(address.href, {
    // The driver's own sockets cannot be reached; one that is given by us can be ended when nothing comes from it.
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
 * Whether `error` is that of a question which the driver asks on each new connection, and whose answer it awaits nowhere
 * (porsager/postgres#1192). The connection is gone; whoever needs it is told by their own statement.
 */
export function isOfNewConnection(error: unknown): boolean {
  const { query } = (error ?? {}) as { query?: unknown }
  return typeof query === 'string' && query.includes('left join pg_catalog.pg_type b on b.oid = a.typelem')
}

/** What the driver made of the address. */
type SocketOptions = { path?: string | false; host: string[]; port: number[] }

/** When a socket was last seen to have given anything, and how much it had given by then. */
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

/** Notes which connections of `sql` have given something since the last call. */
export function noteActivity(sql: Sql): void {
  for (const [socket, activity] of socketsOf.get(sql) ?? []) {
    if (socket.bytesRead === activity.bytes) continue
    activity.bytes = socket.bytesRead
    activity.at = performance.now()
  }
}

/**
 * Ends the connections of `sql` that have given nothing for `ms`, the idle ones included: a dead line looks the same.
 * Whoever waits on one is told that it is lost, and the driver opens new ones as they are needed.
 */
export function dropInactive(sql: Sql, ms: number): void {
  noteActivity(sql)
  const since = performance.now() - ms
  for (const [socket, { at }] of socketsOf.get(sql) ?? []) {
    // One that is still being opened has a time limit of its own (connect_timeout).
    if (at <= since && socket.bytesRead > 0) socket.destroy()
  }
}
