// Checks of the database, with the functions by which a start refuses one.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWalState, type WalState } from '../../api/backup/wal-state.ts'
import type { Config } from '../../api/config.ts'
import { assertGrants } from '../../api/database/assert-grants.ts'
import { connect, type Sql } from '../../api/database/connection.ts'
import { startConfigured } from '../../api/database/embedded.ts'
import { agreeOnKeys } from '../../api/database/keys.ts'
import { pendingMigrations } from '../../api/database/migrate.ts'
import { roleOfPool, SESSION_SETTINGS } from '../../api/database/pool-role.ts'
import {
  assertOwner,
  assertRoom,
  assertServer,
  assertSessions,
  reach,
} from '../../api/database/requirements.ts'
import { runningSiteDatabase } from '../../api/database/running-site.ts'
import { createLog } from '../../api/log.ts'
import { type EndedBackup, judgeBackup, judgeWalArchive, lastBackup } from '../admin/health.ts'
import { type FailingQueue, failingQueues } from '../admin/queues.ts'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { checked, type Finding, ok, warning, wrong } from './finding.ts'
import { checkClock } from './machine.ts'
import { checkOperator, readOperator } from './operator.ts'
import { checkPush } from './push.ts'
import { isPublicSite, type Settings } from './settings.ts'

const REACH = 'Check host, port, user and password of DATABASE_URL, and pg_hba.conf'

const IN_LOG = 'See postgres.log in the data folder'

/**
 * @param secrets keys of this node; null: a start would create them
 * @param isOwn whether the data folder belongs to this user: only then may its database be started
 */
export async function checkDatabase(
  settings: Settings,
  secrets: Config['secrets'] | null,
  isOwn: boolean,
): Promise<Finding[]> {
  if (settings.databaseUrl) return checkAt(settings.databaseUrl, settings, secrets)
  let running: string | null = null
  const refused = await checked('database', IN_LOG, async () => {
    running = isOwn ? await runningSiteDatabase(settings.dataDir) : null
    return []
  })
  if (refused.length > 0) return refused
  if (running) return checkAt(running, settings, secrets)
  if (!isOwn || !existsSync(join(settings.dataDir, 'postgres/PG_VERSION'))) {
    return [warning('database', 'There is no database to look at yet', 'The first start makes one')]
  }
  return checked('database', IN_LOG, async () => {
    const started = await startConfigured(settings, createLog('silent'))
    try {
      return await checkAt(started.ownerUrl, settings, secrets)
    } finally {
      await started.stop()
    }
  })
}

/** @param url of the database's owner */
async function checkAt(
  url: string,
  settings: Settings,
  secrets: Config['secrets'] | null,
): Promise<Finding[]> {
  const sql = connect(url, { max: 1, connect_timeout: 5 })
  try {
    const reached = await checked('database', settings.databaseUrl ? REACH : IN_LOG, async () => {
      await reach(sql)
      const { version } = await assertServer(sql)
      return [ok('database', `PostgreSQL ${version} answers, in UTF-8`)]
    })
    if (reached.some(({ level }) => level === 'wrong')) return reached
    const findings = [reached]
    const pools = { DATABASE_URL: settings.databaseUrl, POOL_DATABASE_URL: settings.poolDatabaseUrl }
    for (const [name, address] of Object.entries(pools)) {
      if (address === null) continue
      findings.push(
        await checked('pooler', REACH, async () => {
          await assertSessions(address, name, name === 'POOL_DATABASE_URL' ? SESSION_SETTINGS : {})
          return [ok('pooler', `${name} gives each connection a session of its own`)]
        }),
      )
    }
    const role = roleOfPool(settings, url)
    findings.push(
      await checked('clock', REACH, async () => checkClock('the database', await aheadOf(sql))),
      await checked('collation', REACH, async () => checkCollation(await collationOf(sql))),
      await checked('extensions', REACH, async () => checkExtensions(await extensionsOf(sql))),
      await checked('rights', 'Use the owner of the database and its roles', async () => {
        await assertOwner(sql, role)
        if (await isMigrated(sql)) await assertGrants(sql, settings.rest, role)
        return [ok('rights', 'The roles may do what the site needs, and no more')]
      }),
      await checked('connections', REACH, async () => {
        const { needed } = await assertRoom(sql, settings)
        return checkConnections(await connectionsOf(sql), needed)
      }),
      await checked('keys', 'Give this node the secrets.json of the others', async () => {
        if (!secrets) return checkMissingKeys(await isMigrated(sql))
        await agreeOnKeys(sql, { secrets }, false)
        return [ok('keys', 'The keys are those that the database is used with')]
      }),
      await checked('schema', 'Start the release that the database belongs to', async () =>
        checkPending(await pendingMigrations(sql, SITE_MIGRATIONS)),
      ),
      await checked('push', REACH, async () =>
        (await isMigrated(sql)) && (await isPushOn(sql)) ? checkPush(settings) : [],
      ),
      await checked('operator', REACH, async () =>
        isPublicSite(settings.siteUrl) && (await isMigrated(sql))
          ? checkOperator(await readOperator(sql))
          : [],
      ),
      await checked('queues', REACH, async () =>
        (await hasQueueFailures(sql)) ? checkQueues(await failingQueues(sql)) : [],
      ),
      await checked('backup', REACH, async () => {
        if (!(await hasBackups(sql))) return []
        const archive = settings.walArchive ? checkWalArchive(await readWalState(sql)) : []
        return [...checkBackup(await lastBackup(sql)), ...archive]
      }),
    )
    return findings.flat()
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Whether the database has this release's records of backups. */
async function hasBackups(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from pg_attribute
      where attrelid = to_regclass('platform.backups') and attname = 'is_scheduled') as found`
  return row?.found ?? false
}

/** Whether the database has this release's record of rows that fail. */
async function hasQueueFailures(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('private.queue_failures') is not null as found`
  return row?.found ?? false
}

/** @param failing queues of which rows failed when they were last tried */
export function checkQueues(failing: readonly FailingQueue[]): Finding[] {
  if (failing.length === 0) return [ok('queues', 'No row of a queue of the jobs fails')]
  return failing.map(({ queue, failing: rows, attempts, error }) =>
    warning(
      'queues',
      `${queue}: ${rows} ${rows === 1 ? 'row fails' : 'rows fail'}, up to ${attempts} times: ${error}`,
      'They are tried again within an hour; the message says what stops them (docs/operations/metrics.md)',
    ),
  )
}

/** Whether the administrators switched push on; false: a database of an earlier release. */
async function isPushOn(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isOn: boolean | null }[]>`
    select (to_jsonb(s) ->> 'web_push')::boolean as "isOn" from public.site_settings s`
  return row?.isOn ?? false
}

async function isMigrated(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass('platform.backups') is not null as found`
  return row?.found ?? false
}

/** How many milliseconds this machine's clock is ahead, measured at half of the round trip. */
async function aheadOf(sql: Sql): Promise<number> {
  const before = Date.now()
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  return (before + Date.now()) / 2 - (row?.ms ?? 0)
}

/** Versions of the collation when the database was created and of the system now; null: it has none. */
export type CollationFacts = { name: string; made: string | null; now: string | null }

export function checkCollation({ name, made, now }: CollationFacts): Finding[] {
  if (made !== null && now !== null && made !== now) {
    return [
      wrong(
        'collation',
        `The order of texts (${name}) changed with the system, from version ${made} to ${now}: indexes may miss rows`,
        'As the owner: reindex database …; alter database … refresh collation version',
      ),
    ]
  }
  return [ok('collation', `Texts are ordered by ${name}`)]
}

async function collationOf(sql: Sql): Promise<CollationFacts> {
  const [row] = await sql<CollationFacts[]>`
    select datcollate as name, datcollversion as made, pg_database_collation_actual_version(oid) as now
    from pg_database where datname = current_database()`
  return row ?? { name: '', made: null, now: null }
}

/** Extensions that the migrations create. */
export type ExtensionFacts = { name: string; isInstalled: boolean; isAvailable: boolean }[]

export function checkExtensions(extensions: ExtensionFacts): Finding[] {
  const missing = extensions.filter(({ isInstalled, isAvailable }) => !isInstalled && !isAvailable)
  if (missing.length === 0) {
    return [ok('extensions', `PostgreSQL has ${extensions.map(({ name }) => name).join(', ')}`)]
  }
  return missing.map(({ name }) =>
    wrong(
      'extensions',
      `PostgreSQL does not have the extension ${name}`,
      'Install PostgreSQL’s contrib package on its machine (Debian: postgresql-contrib)',
    ),
  )
}

async function extensionsOf(sql: Sql): Promise<ExtensionFacts> {
  const files = SITE_MIGRATIONS.folders.flatMap((folder) => globSync(join(folder, '*.sql')))
  const names = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^create extension (?:if not exists )?(\w+)/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  )
  return sql<ExtensionFacts>`
    select n.name, e.oid is not null as "isInstalled", a.name is not null as "isAvailable"
    from unnest(${[...names]}::text[]) as n (name)
    left join pg_extension e on e.extname = n.name
    left join pg_available_extensions a on a.name = n.name`
}

/** Client connections of the whole server: their number, those of this site, and the maximum. */
export type ConnectionFacts = { used: number; own: number; room: number }

const FULL_SHARE = 0.9

export function checkConnections({ used, own, room }: ConnectionFacts, needed: number): Finding[] {
  const said = `${used} of ${room} connections are in use, ${own} of them by this site; a node needs ${needed}`
  const remedy = 'Raise max_connections, lower DATABASE_POOL, or close what else is connected'
  if (own === 0 && used + needed > room) return [wrong('connections', said, remedy)]
  if (used > room * FULL_SHARE) return [warning('connections', said, remedy)]
  return [ok('connections', said)]
}

async function connectionsOf(sql: Sql): Promise<ConnectionFacts> {
  const [row] = await sql<ConnectionFacts[]>`
    select count(*)::int as used,
      count(*) filter (where application_name = 'arthachowk' and pid <> pg_backend_pid())::int as own,
      (select sum(setting::int * case name when 'max_connections' then 1 else -1 end)::int from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')) as room
    from pg_stat_activity where backend_type = 'client backend'`
  return row ?? { used: 0, own: 0, room: 0 }
}

export function checkMissingKeys(isMigrated: boolean): Finding[] {
  if (!isMigrated) return [ok('keys', 'There are no keys yet; the first start makes them')]
  return [
    wrong(
      'keys',
      'The database is in use, and this node has no keys: a start would make others and be refused',
      'Copy secrets.json of another node, or of a backup, into the data folder',
    ),
  ]
}

export function checkPending(pending: readonly string[]): Finding[] {
  if (pending.length === 0) return [ok('schema', 'Every migration of this release is applied, unedited')]
  return [
    warning(
      'schema',
      `${pending.length} migrations of this release are not applied yet (${pending.slice(0, 3).join(', ')}${pending.length > 3 ? ', …' : ''})`,
      'Make a backup; the next start applies them',
    ),
  ]
}

export function checkBackup(last: EndedBackup | undefined): Finding[] {
  const { state, at } = judgeBackup(last)
  const remedy = 'npm run backup -- FILE now, and BACKUP_TO for each night (docs/operations/backup.md)'
  switch (state) {
    case 'Made':
      return [ok('backup', `The last backup was made at ${at}`)]
    case 'Old':
      return [warning('backup', `The last backup was made at ${at}, more than two nights ago`, remedy)]
    case 'Failed':
      return [
        wrong(
          'backup',
          `The last backup failed at ${at}`,
          'The log of the site says why (backup.failed), and so does: npm run backup -- FOLDER/',
        ),
      ]
    default:
      return [warning('backup', 'No backup was ever made', remedy)]
  }
}

export function checkWalArchive(state: WalState): Finding[] {
  const judged = judgeWalArchive(state)
  const waiting = `${Math.round(state.waitingBytes / 1024 ** 2)} MiB of the log wait for it`
  const last = state.archivedAt
    ? `it last took a part at ${state.archivedAt.toISOString()}`
    : 'it took nothing yet'
  const [inLog, base] = [
    'The end of postgres.log in the data folder says why; until then the log stays there and fills the disk',
    'npm run backup -- --base',
  ]
  const findings: Record<NonNullable<typeof judged>['state'], [string, string | null]> = {
    Archived: [`The log is archived; ${last}`, null],
    Off: [
      'PostgreSQL runs without the archive that WAL_ARCHIVE_TO names',
      'Stop the site and start it again',
    ],
    Failing: [`The archive of the log does not take it: ${waiting}; ${last}`, inLog],
    Behind: [`The archive of the log is behind: ${waiting}; ${last}`, inLog],
    'No base copy': [
      'The archive of the log has no base copy, so that nothing can be restored from it',
      base,
    ],
    'Base copy old': [
      `The last base copy was made at ${state.baseAt?.toISOString()}, more than two nights ago`,
      base,
    ],
  }
  const [message, remedy] = findings[judged?.state ?? 'Archived']
  if (remedy === null) return [ok('log archive', message)]
  return [(judged?.state === 'Base copy old' ? warning : wrong)('log archive', message, remedy)]
}
