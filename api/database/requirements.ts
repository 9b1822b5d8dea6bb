// Requirements of a database, checked before a start changes it. `npm run doctor` reports the same errors.
import { type Config, ConfigError } from '../config.ts'
import { connect, type Sql } from './connection.ts'

const OLDEST_VERSION = 15

/** @throws ConfigError when the database does not answer */
export async function reach(owner: Sql): Promise<void> {
  try {
    await owner`select 1`
  } catch (error) {
    throw new ConfigError(`DATABASE_URL names a database that cannot be reached: ${(error as Error).message}`)
  }
}

/** @throws ConfigError for an unsupported version or encoding */
export async function assertServer(owner: Sql): Promise<{ version: string }> {
  const [found] = await owner<{ major: number; version: string; encoding: string }[]>`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`
  const { major = 0, version = '', encoding = '' } = found ?? {}
  if (major < OLDEST_VERSION) {
    throw new ConfigError(
      `DATABASE_URL names a PostgreSQL ${version}; use version ${OLDEST_VERSION} or newer. Nothing was touched.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new ConfigError(
      `DATABASE_URL names a database in ${encoding}; create one with: create database … encoding 'UTF8' template template0. Nothing was touched.`,
    )
  }
  return { version }
}

/** PgBouncer's error for a parameter that it does not know. */
const PROTOCOL_VIOLATION = '08P01'

/** Backend ids of two clients that asked in the order first, second, second, first. */
export type ServedBy = { first: readonly [number, number]; second: readonly [number, number] }

/** Whether a pooler changes the backend between statements: two open clients share one, or one client has two. */
export function isTransactionPooler({ first, second }: ServedBy): boolean {
  return first[0] !== first[1] || second[0] !== second[1] || first[0] === second[0]
}

/**
 * LISTEN, advisory locks and prepared statements belong to a session, which a transaction pooler shares between
 * clients.
 * @param name the setting that holds `url`
 * @param connection parameters of the sessions
 * @throws ConfigError for a transaction pooler at `url`, or one that refuses or drops the parameters
 */
export async function assertSessions(
  url: string,
  name: string,
  connection: Record<string, string> = {},
): Promise<void> {
  const clients = [0, 1].map(() =>
    connect(url, { max: 1, connect_timeout: 5, fetch_types: false, connection }),
  )
  const [one, other] = clients as [Sql, Sql]
  // The simple protocol, because a transaction pooler may not support prepared statements of the extended one.
  const backend = async (sql: Sql) => {
    const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple()
    return row?.pid ?? 0
  }
  try {
    const start = [await backend(one), await backend(other)] as const
    const end = [await backend(other), await backend(one)] as const
    if (!isTransactionPooler({ first: [start[0], end[1]], second: [start[1], end[0]] })) {
      return await assertParameters(one, name, connection)
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== PROTOCOL_VIOLATION) throw error
    throw new ConfigError(
      `${name} names a pooler that refuses what the site sets for its sessions: ${message}`,
    )
  } finally {
    await Promise.all(clients.map((sql) => sql.end({ timeout: 1 })))
  }
  throw new ConfigError(
    `${name} names a transaction pooler, which loses LISTEN and advisory locks; name PostgreSQL itself, or a pool in session mode`,
  )
}

/** A pooler may be told to drop them; queries would then run without a time limit. */
async function assertParameters(sql: Sql, name: string, connection: Record<string, string>): Promise<void> {
  for (const [parameter, wanted] of Object.entries(connection)) {
    const [row] = await sql<{ value: string }[]>`select current_setting(${parameter}) as value`
    if (row?.value === wanted) continue
    throw new ConfigError(
      `${name} names a pooler that drops what the site sets for its sessions (${parameter} is ${row?.value}, not ${wanted}); name PostgreSQL itself, or set it for the role: alter role … set ${parameter} = '${wanted}'`,
    )
  }
}

/** Runs before any change. @throws ConfigError for missing roles that this owner may not create */
export async function assertOwner(owner: Sql, poolRole: string): Promise<void> {
  const [found] = await owner<{ name: string; capable: boolean; missing: boolean }[]>`
    select rolname as name,
      rolsuper or (rolcreaterole and rolbypassrls and current_setting('server_version_num')::int >= 160000) as capable,
      (select count(*) from pg_roles where rolname in
        ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'authenticator', 'site_jobs', ${poolRole})) < 7 as missing
    from pg_roles where rolname = current_user`
  if (!found?.missing || found.capable) return
  throw new ConfigError(
    `DATABASE_URL's user ${found.name} may not create the roles that a start needs; ` +
      'use a superuser, or from PostgreSQL 16 on one with CREATEROLE and BYPASSRLS. Nothing was touched.',
  )
}

/** Connections of this node besides the pool's: heartbeat, listeners, start, worker. */
const OTHER_CONNECTIONS = 10

/**
 * @returns the number of connections that this node needs, and PostgreSQL's maximum
 * @throws ConfigError if the pool would exceed max_connections
 */
export async function assertRoom(
  owner: Sql,
  { databasePool: size }: Pick<Config, 'databasePool'>,
): Promise<{ needed: number; room: number }> {
  const [found] = await owner<{ room: number }[]>`
    select sum(setting::int * case name when 'max_connections' then 1 else -1 end)::int as room
    from pg_settings where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`
  const room = found?.room ?? 0
  const needed = size + OTHER_CONNECTIONS
  if (needed <= room) return { needed, room }
  throw new ConfigError(
    `DATABASE_POOL ${size} needs ${needed} connections and PostgreSQL gives ${room}; ` +
      'choose a smaller one, or raise max_connections (POSTGRES_SETTINGS for the bundled PostgreSQL)',
  )
}
