// The one database: found or started, migrated, and opened as a pool that owns nothing.
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { assertGrants } from './assert-grants.ts'
import { connect, POOL_ROLE, poolPassword, poolUrl, type Sql } from './connection.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import type { OwnWrites } from './own-writes.ts'
import { Pulse } from './pulse.ts'

export type Database = {
  /** Pool of the role `authenticator`; used through server/database/scope.ts alone. */
  pool: Sql
  /** For scripts and jobs that run as the owner: migrations, LISTEN. Never reached by a request. */
  ownerUrl: string
  /** Set where pages are kept: a write waits until they are dropped. */
  ownWrites?: OwnWrites
  /** Whether the database answers; what runs in it is given up when it falls silent. */
  pulse?: Pulse
  close(): Promise<void>
}

/**
 * Opens the database that `config` names, or the embedded one.
 * @param parts.community whether it gets the community's schema besides the platform's
 * @throws ConfigError when it cannot be used as configured.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  parts = { community: true },
): Promise<Database> {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, log)
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  try {
    const owner = connect(ownerUrl, { max: 1, connect_timeout: 5 })
    try {
      await reach(owner)
      await assertOwner(owner)
      const applied = await migrate(owner, parts).catch(explain)
      if (applied.length > 0) log.info({ migrations: applied.length }, 'database migrated')
      await assertGrants(owner, config.rest.schemas)
      await owner.unsafe(`alter role ${POOL_ROLE} login password '${poolPassword(ownerUrl)}'`)
    } finally {
      await owner.end({ timeout: 5 })
    }
    const pool = openPool(ownerUrl, config.databasePool)
    const pulse = new Pulse(openPool(ownerUrl, 1), log)
    return {
      pool,
      ownerUrl,
      pulse,
      close: async () => {
        await pulse.stop()
        await pool.end({ timeout: 5 })
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/**
 * A string given for a boolean, date, JSON or bytea parameter goes to PostgreSQL as it is, which reads it best and
 * whose error says what is wrong with it; the driver's own reading would turn 'true' into false and JSON text into
 * a JSON string. Values of other types are written as the driver does.
 */
const asText = (write: (value: unknown) => string) => (value: unknown) =>
  typeof value === 'string' ? value : write(value)
const parameter = (oid: number, write: (value: unknown) => string) => ({
  to: oid,
  from: [] as number[],
  serialize: asText(write),
  parse: (value: unknown) => value,
})
const writeDate = (value: unknown) => (value instanceof Date ? value : new Date(String(value))).toISOString()
const TEXT_PARAMETERS = {
  json: parameter(114, JSON.stringify),
  jsonb: parameter(3802, JSON.stringify),
  boolean: parameter(16, (value) => (value === true ? 't' : 'f')),
  date: parameter(1082, writeDate),
  timestamp: parameter(1114, writeDate),
  timestamptz: parameter(1184, writeDate),
  bytea: parameter(17, (value) => `\\x${Buffer.from(value as Uint8Array).toString('hex')}`),
}

async function reach(owner: Sql): Promise<void> {
  try {
    await owner`select 1`
  } catch (error) {
    throw new ConfigError(`DATABASE_URL names a database that cannot be reached: ${(error as Error).message}`)
  }
}

/** @throws ConfigError when roles are missing that this owner may not create; before anything is touched */
async function assertOwner(owner: Sql): Promise<void> {
  const [found] = await owner<{ name: string; capable: boolean; missing: boolean }[]>`
    select rolname as name,
      rolsuper or (rolcreaterole and rolbypassrls and current_setting('server_version_num')::int >= 160000) as capable,
      (select count(*) from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'authenticator')) < 5 as missing
    from pg_roles where rolname = current_user`
  if (!found?.missing || found.capable) return
  throw new ConfigError(
    `DATABASE_URL's user ${found.name} may not create the roles that a start needs; ` +
      'use a superuser, or from PostgreSQL 16 on one with CREATEROLE and BYPASSRLS. Nothing was touched.',
  )
}

const INSUFFICIENT_PRIVILEGE = '42501'

function explain(error: Error & { cause?: unknown }): never {
  if ((error.cause as { code?: unknown } | undefined)?.code !== INSUFFICIENT_PRIVILEGE) throw error
  throw new ConfigError(
    `DATABASE_URL's user may not do what this release needs: ${error.message}; use the owner of the database and its roles`,
  )
}

export function openPool(ownerUrl: string, size: number): Sql {
  return connect(poolUrl(ownerUrl), {
    max: size,
    connect_timeout: 5,
    max_lifetime: null,
    types: TEXT_PARAMETERS as unknown as Record<string, never>,
    connection: { idle_in_transaction_session_timeout: 10_000 },
  })
}
