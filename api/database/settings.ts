// The settings of PostgreSQL and Redis, and of the folder where the bundled one keeps its data.
import { resolve } from 'node:path'
import { z } from 'zod'
import { address, defineSettings, onOff, optional, parsedBy, parts, secret, whole } from '../setting-group.ts'

const POSTGRES_ADDRESS = address(['postgres:', 'postgresql:'])

export const DATABASE_SETTINGS = defineSettings(
  {
    dataDir: [
      'DATA_DIR',
      z
        .string()
        .min(1, 'must not be empty')
        .default('data')
        .transform((path) => resolve(path)),
    ],
    databaseUrl: ['DATABASE_URL', secret(optional(POSTGRES_ADDRESS))],
    databasePool: ['DATABASE_POOL', whole(2, 100).default(10)],
    /** URL of the pool; null: a role of this database, created and named at each start. */
    poolDatabaseUrl: ['POOL_DATABASE_URL', secret(optional(POSTGRES_ADDRESS))],
    /** Additional settings of the bundled PostgreSQL. */
    postgresSettings: ['POSTGRES_SETTINGS', parsedBy(parsePostgresSettings)],
    /** Carries broadcasts and presence between nodes; null: PostgreSQL does. */
    redisUrl: ['REDIS_URL', secret(optional(address(['redis:', 'rediss:'])))],
    slowMs: ['SLOW_STATEMENT_MS', whole(0, 60_000).default(500)],
    slowPlans: ['SLOW_STATEMENT_PLANS', onOff('off')],
  },
  ({ postgresSettings, slowMs, slowPlans, ...values }) => ({
    ...values,
    postgresSettings: postgresSettings ?? {},
    /** From when on the bundled PostgreSQL logs a statement, 0: never; and whether with its plan, which shows values. */
    slowStatements: { ms: slowMs, plans: slowPlans },
  }),
)

/** Settings that may not be overridden: where the bundled PostgreSQL listens, and durability. */
const NOT_TUNED =
  /^(?:listen_addresses|port|unix_socket_.*|data_directory|hba_file|ident_file|external_pid_file|fsync|full_page_writes|synchronous_commit)$/

/** `name=value` pairs, separated by commas. @throws Error describing the accepted form */
function parsePostgresSettings(text: string): Record<string, string> {
  const pairs = parts(text).map((part) => /^([a-z][a-z0-9_.]*)\s*=\s*([^\s].*)$/.exec(part))
  if (pairs.some((pair) => !pair))
    throw new Error('must be settings of PostgreSQL: shared_buffers=1GB, work_mem=16MB')
  const settings = Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])) as Record<string, string>
  const fixed = Object.keys(settings).find((name) => NOT_TUNED.test(name))
  if (fixed) throw new Error(`must not change ${fixed}`)
  return settings
}
