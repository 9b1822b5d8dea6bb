// Opens the database: connects or starts it, migrates it, and creates a pool whose role owns nothing.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { assertRestored } from '../backup/unfinished-restore.ts'
import { type Config, ConfigError } from '../config.ts'
import { assertGrants, assertGrantsBefore, viewsOfAccounts } from './assert-grants.ts'
import { connect, type Sql } from './connection.ts'
import { startConfigured, statementSettings } from './embedded.ts'
import { Heartbeat } from './heartbeat.ts'
import { agreeOnKeys, ownsFiles } from './keys.ts'
import { type ListenEvents, Listener } from './listener.ts'
import { type Migrations, migrate } from './migrate.ts'
import { poolUrl, preparePoolRole, roleOfPool, SESSION_SEARCH_PATH, SESSION_SETTINGS } from './pool-role.ts'
import { assertOwner, assertRoom, assertServer, assertSessions, reach } from './requirements.ts'
import { createShares, type Shares } from './share.ts'

export type Database = {
  /** Pool of a role that owns nothing (pool-role.ts); used only through api/database/scope.ts. */
  pool: Sql
  /** search_path of the pool's sessions, in the spelling of RequestContext; undefined: unknown. */
  searchPath?: string
  /** For migrations, scripts and the job queue, which run as the owner. Never used by a request. */
  ownerUrl: string
  /** Set while it is followed: a write waits until this node has acted on its changes. */
  changeLog?: { committed(): Promise<void> }
  /** Monitors the database; pending work is rejected when it becomes unresponsive. */
  heartbeat?: Heartbeat
  /** Limits the connections that guests and jobs may hold. */
  shares?: Shares
  close(): Promise<void>
}

/** A database with a NOTIFY listener. */
export type ListeningDatabase = Database & { listener: Listener }

/** With a client of one connection for the change log. */
export type OpenDatabase = ListeningDatabase & { changeLogSql: Sql }

/**
 * Opens the database that `config` names, or the embedded one.
 * @param options.migrations schema applied in addition to the API's own; null: none
 * @param options.launched called once PostgreSQL has been launched, which takes a while to start, or is another's
 * @throws ConfigError when it cannot be used as configured.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { migrations, launched = () => undefined }: { migrations: Migrations | null; launched?: () => void },
): Promise<OpenDatabase> {
  assertRestored(config.dataDir)
  const embedded = config.databaseUrl
    ? null
    : await startConfigured(config, log, statementSettings(config.slowStatements), launched)
  if (!embedded) launched()
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  try {
    const owner = connect(ownerUrl, { max: 1, connect_timeout: 5 })
    try {
      await reach(owner)
      await assertServer(owner)
      const role = roleOfPool(config, ownerUrl)
      await assertOwner(owner, role)
      await assertRoom(owner, config)
      if (config.databaseUrl) await assertSessions(config.databaseUrl, 'DATABASE_URL')
      if (config.poolDatabaseUrl) {
        await assertSessions(config.poolDatabaseUrl, 'POOL_DATABASE_URL', SESSION_SETTINGS)
      }
      await agreeOnKeys(owner, config, false)
      await assertGrantsBefore(owner, config.rest, role)
      const applied = await migrate(owner, migrations).catch(explain)
      if (applied.length > 0) log.info({ migrations: applied.length }, 'db.migrated')
      await agreeOnKeys(owner, config, true)
      if (!config.poolDatabaseUrl) {
        await preparePoolRole(owner, ownerUrl, config.secrets.ENCRYPTION_KEY).catch((cause: Error) =>
          explain(new Error(`the pool's role: ${cause.message}`, { cause })),
        )
      }
      await assertGrants(owner, config.rest, role)
      const views = await viewsOfAccounts(owner, config.rest.schemas)
      if (views.length > 0) {
        log.warn({ views, hint: 'set security_invoker, or revoke select' }, 'db.views_show_accounts')
      }
      await allowIndexedSearch(owner, log)
      if (!config.s3 && !(await ownsFiles(owner, join(config.dataDir, 'storage')))) {
        log.warn(
          { hint: 'share DATA_DIR/storage among the nodes, or set S3_BUCKET' },
          'storage.folder_not_shared',
        )
      }
    } finally {
      await owner.end({ timeout: 5 })
    }
    const url = config.poolDatabaseUrl ?? poolUrl(ownerUrl, config.secrets.ENCRYPTION_KEY)
    // A role of our own has its settings (pool-role.ts).
    const settings = config.poolDatabaseUrl ? SESSION_SETTINGS : {}
    const searchPath = config.poolDatabaseUrl ? {} : { searchPath: SESSION_SEARCH_PATH }
    const pool = openPool(url, config.databasePool, settings)
    const listener: Listener = new Listener(
      (events) => openListenClient(url, events),
      log,
      () => heartbeat.isUnresponsive,
    )
    const changeLogSql = openPool(url, 1, settings)
    const clients = () => [pool, changeLogSql, ...(listener.client ? [listener.client] : [])]
    const heartbeat: Heartbeat = new Heartbeat(openPool(url, 1, settings), clients, log)
    return {
      pool,
      ...searchPath,
      ownerUrl,
      listener,
      changeLogSql,
      heartbeat,
      shares: createShares(config.databasePool),
      close: async () => {
        await heartbeat.stop()
        await listener.stop()
        await changeLogSql.end({ timeout: 1 })
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
 * A string for a boolean, date, JSON or bytea parameter is sent to PostgreSQL unchanged: PostgreSQL parses it
 * correctly and reports what is wrong with it, whereas the driver would turn 'true' into false and JSON text into a
 * JSON string. Other types are serialised by the driver.
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

const INSUFFICIENT_PRIVILEGE = '42501'

function explain(error: Error & { cause?: unknown }): never {
  if ((error.cause as { code?: unknown } | undefined)?.code !== INSUFFICIENT_PRIVILEGE) throw error
  throw new ConfigError(
    `DATABASE_URL's user may not do what this release needs: ${error.message}; use the owner of the database and its roles`,
  )
}

/**
 * Title search under row security needs `ilike` marked leakproof (platform/006), otherwise every title is read. A
 * dump does not contain the mark, so it is set again here, or its absence is logged.
 */
async function allowIndexedSearch(owner: Sql, log: Logger): Promise<void> {
  const [found] = await owner<{ marked: boolean; super: boolean }[]>`
    select p.proleakproof as marked, r.rolsuper as super
    from pg_catalog.pg_proc p, pg_catalog.pg_roles r
    where p.oid = 'pg_catalog.texticlike(text, text)'::regprocedure and r.rolname = current_user`
  if (found?.marked) return
  if (found?.super) await owner`alter function pg_catalog.texticlike(text, text) leakproof`
  else
    log.warn(
      { hint: 'as a superuser: alter function pg_catalog.texticlike(text, text) leakproof' },
      'db.title_search_unindexed',
    )
}

/** A client with one connection for LISTEN, without the pool's time limits. @param url of the pool's role */
export function openListenClient(url: string, events: ListenEvents): Sql {
  return connect(url, {
    max: 1,
    connect_timeout: 5,
    idle_timeout: null,
    max_lifetime: null,
    ...events,
  } as never)
}

/**
 * @param url of the pool's role
 * @param settings parameters of its sessions
 */
export function openPool(url: string, size: number, settings: Record<string, string> = {}): Sql {
  return connect(url, {
    max: size,
    connect_timeout: 5,
    max_lifetime: null,
    types: TEXT_PARAMETERS as unknown as Record<string, never>,
    connection: settings,
  })
}
