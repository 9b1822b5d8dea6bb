// Reads the environment once, typed. An invalid setting ends the start with one line that names it.
import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { PASSWORD } from '../shared/limits.ts'
import { trimEnd } from '../shared/trim.ts'
import { ConfigError } from './config-error.ts'
import { CDN_ENVIRONMENT, cdnSettings } from './http/cdn.ts'
import { LIMITS_ENVIRONMENT, limitSettings } from './limits/settings.ts'
import { onOff, REST_ENVIRONMENT, restSettings } from './rest/settings.ts'
import { secret, secretNames, withSecretFiles } from './secret-files.ts'
import { readStored, type Secrets, storedSecrets } from './secrets.ts'
import { parseSigningKeys, parseVerificationKeys, type SigningKeys } from './signing-keys.ts'
import {
  FILES_ENVIRONMENT,
  fileSettings,
  S3_ENVIRONMENT,
  type S3Settings,
  s3Settings,
} from './storage/settings.ts'

export { ConfigError }

const optionalUrl = (protocols: string[]) =>
  z
    .string()
    .optional()
    .refine((value) => value === undefined || hasProtocol(value, protocols), {
      message: `must be an address that starts with ${protocols.join(' or ')}`,
    })

/** The traffic identifies users: unencrypted HTTP is allowed on this machine only. */
const providerUrl = z
  .string()
  .refine((value) => URL.canParse(value) && (hasProtocol(value, ['https:']) || isLocal(new URL(value))), {
    message: 'must be an address that starts with https:',
  })

/** A setting parsed by `parse`, whose error message describes the accepted values. */
const parsedBy = <T>(parse: (text: string) => T) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      try {
        return text === undefined ? undefined : parse(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    })

/** One address, alone or in angle brackets after a name; nothing that could start another header. */
const MAIL_FROM = /^(?:[^<>\r\n@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z.coerce.number({ error: message }).int(message).min(least, message).max(most, message)
}

const folderOrPrefix = z
  .string()
  .regex(
    /^(?:s3:\/\/[^/]+\/(?:.*\/)?|(?!s3:).*\/)$/,
    'must be a folder that ends with /, or s3://bucket/prefix/',
  )
  .optional()

const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be 0 to 65535')
    .max(65_535, 'must be 0 to 65535')
    .default(3000),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  SITE_URL: optionalUrl(['http:', 'https:']).refine((value) => value === undefined || isOrigin(value), {
    message:
      'must be a scheme and a host without a path: the site is served at its root, https://forum.example.com',
  }),
  API_URL: optionalUrl(['http:', 'https:']),
  DATA_DIR: z.string().min(1, 'must not be empty').default('data'),
  DATABASE_URL: secret(optionalUrl(['postgres:', 'postgresql:'])),
  POOL_DATABASE_URL: secret(optionalUrl(['postgres:', 'postgresql:'])),
  POSTGRES_SETTINGS: parsedBy(parsePostgresSettings),
  REDIS_URL: secret(optionalUrl(['redis:', 'rediss:'])),
  DATABASE_POOL: whole(2, 100).default(10),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be 0 to 30' })
    .min(0, 'must be 0 to 30')
    .max(30, 'must be 0 to 30')
    .default(0),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  SEED: z.enum(['sample', 'none'], { error: 'must be sample or none' }).optional(),
  JWT_SECRET: secret(z.string().min(32, 'must be at least 32 characters').optional()),
  PUBLISHABLE_KEY: z.string().min(16, 'must be at least 16 characters').optional(),
  SECRET_KEY: secret(z.string().min(32, 'must be at least 32 characters').optional()),
  ENCRYPTION_KEY: secret(z.string().min(32, 'must be at least 32 characters').optional()),
  SIGNING_KEYS: secret(parsedBy(parseSigningKeys)),
  VERIFICATION_KEYS: parsedBy(parseVerificationKeys),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secret(z.string().optional()),
  GOOGLE_ISSUER: providerUrl.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: secret(z.string().optional()),
  GITHUB_URL: providerUrl.default('https://github.com'),
  SMTP_URL: secret(optionalUrl(['smtp:', 'smtps:'])),
  MAIL_FROM: z
    .string()
    .regex(MAIL_FROM, 'must be an address, or a name and an address: ArthaChowk <post@example.com>')
    .optional(),
  BOUNCE_SECRET: secret(z.string().min(16, 'must be at least 16 characters').optional()),
  PUSH_TEST_SERVICE: z
    .string()
    .refine((value) => URL.canParse(value) && isLocal(new URL(value)), {
      message: 'must be an http: address of this machine',
    })
    .optional(),
  AUTOCONFIRM: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  MINIMUM_PASSWORD: whole(6, 72).default(PASSWORD.minCodePoints),
  REUSE_INTERVAL: whole(0, 300).default(10),
  MAIL_FREQUENCY: whole(0, 3_600).default(60),
  ANONYMOUS_SIGN_IN: onOff('off'),
  PASSWORD_BLOCKLIST: onOff('on'),
  DISABLE_SIGNUP: onOff('off'),
  MANUAL_LINKING: onOff('on'),
  REDIRECT_URLS: z
    .string()
    .default('')
    .transform(list)
    .refine((addresses) => addresses.every(isRedirectTarget), {
      message: 'must be addresses, separated by commas: https://app.example.com, myapp://callback',
    }),
  ...REST_ENVIRONMENT,
  ...FILES_ENVIRONMENT,
  ...S3_ENVIRONMENT,
  ...CDN_ENVIRONMENT,
  REQUIRE_API_KEY: onOff('off'),
  MAX_CONNECTIONS: whole(10, 100_000).default(20_000),
  ...LIMITS_ENVIRONMENT,
  BACKUP_TO: folderOrPrefix,
  BACKUP_SCHEDULE: parsedBy(parseSchedule),
  BACKUP_KEEP: whole(1, 1_000).default(7),
  BACKUP_PASSPHRASE: secret(z.string().optional()),
  NEW_SITE: onOff('off'),
  WAL_ARCHIVE_TO: folderOrPrefix,
  PAGE_STORE_BYTES: whole(0, 1_000_000_000_000).default(1_073_741_824),
  METRICS_TOKEN: secret(z.string().min(16, 'must be at least 16 characters').optional()),
  ACCESS_LOG: z.enum(['off', 'errors', 'all'], { error: 'must be off, errors or all' }).default('off'),
  ACCESS_LOG_ADDRESSES: z
    .enum(['off', 'network', 'full'], { error: 'must be off, network or full' })
    .default('off'),
  SLOW_STATEMENT_MS: whole(0, 60_000).default(500),
  SLOW_STATEMENT_PLANS: onOff('off'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'must be silent, error, warn, info or debug',
    })
    .default('info'),
})

export type ProviderSettings = { clientId: string; clientSecret: string; url: string }
export type ProviderName = 'google' | 'github'

export type Config = Awaited<ReturnType<typeof readConfig>>

/** All settings, and those of them that are secrets: a secret's value may also be in the file that NAME_FILE names. */
export const SETTING_NAMES = Object.keys(environment.shape)
export const SECRET_NAMES = secretNames(environment.shape)

/**
 * Reads the settings of `env`, and the generated secrets of its data folder (created if missing).
 * @throws ConfigError with one line per mistake.
 */
export async function readConfig(env: NodeJS.ProcessEnv) {
  const { given, ...settings } = readSettings(env)
  return { ...settings, secrets: await readSecrets(settings.dataDir, given) }
}

/** Like `readConfig`, without the secrets that a start would generate: reads files only, and creates nothing. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { values, mistakes, warnings } = withSecretFiles(env, SECRET_NAMES)
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(filled)
  const lines = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    if (SECRET_NAMES.includes(name)) return `${name} ${issue.message}`
    return `${name} ${issue.message} (it is ${JSON.stringify(values[name])})`
  })
  if (!parsed.success || mistakes.length > 0) throw new ConfigError([...mistakes, ...lines].join('\n'))
  const settings = parsed.data
  if (settings.SMTP_URL && !settings.MAIL_FROM) {
    throw new ConfigError(
      'MAIL_FROM must be given together with SMTP_URL: mail servers refuse strange senders',
    )
  }
  const dataDir = resolve(settings.DATA_DIR)
  const s3 = s3Settings(settings, (line) => new ConfigError(line))
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** The site's public URL; null until the port is known if none was set. */
    siteUrl: settings.SITE_URL ? trimEnd(settings.SITE_URL, '/') : null,
    /** The API's public URL; null: the site's. Read it through `apiAddress`. */
    apiUrl: settings.API_URL ? trimEnd(settings.API_URL, '/') : null,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    /** URL of the pool; null: a role of this database, created and named at each start. */
    poolDatabaseUrl: settings.POOL_DATABASE_URL ?? null,
    /** Additional settings of the bundled PostgreSQL. */
    postgresSettings: settings.POSTGRES_SETTINGS ?? {},
    /** How long a node keeps serving after /readyz reports that it is stopping. */
    drainMs: settings.DRAIN_SECONDS * 1_000,
    /** Carries broadcasts and presence between nodes; null: PostgreSQL does. */
    redisUrl: settings.REDIS_URL ?? null,
    adminEmail: settings.ADMIN_EMAIL?.toLowerCase() ?? null,
    // A public site does not want sample data; a local trial does.
    seed: settings.SEED ?? (!settings.SITE_URL || isLocal(new URL(settings.SITE_URL)) ? 'sample' : 'none'),
    /** Verifies the operator's HS256 tokens; null: none. */
    jwtSecret: settings.JWT_SECRET ?? null,
    rest: restSettings(settings),
    /** Whether requests without an API key are refused instead of being treated as a guest's. */
    requireApiKey: settings.REQUIRE_API_KEY,
    /** Public keys of others who sign tokens for this site. */
    verificationKeys: settings.VERIFICATION_KEYS ?? [],
    providers: {
      ...provider('google', settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET, settings.GOOGLE_ISSUER),
      ...provider('github', settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET, settings.GITHUB_URL),
    },
    /** The mail server; null: mail is written to files in the data folder. */
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? 'post@localhost',
    /** What a mail provider sends with its reports of refused mails; null: reports are not taken. */
    bounceSecret: settings.BOUNCE_SECRET ?? null,
    /** Takes the messages for all push services instead of them, for tests; null: they do. */
    pushTestService: settings.PUSH_TEST_SERVICE ? trimEnd(settings.PUSH_TEST_SERVICE, '/') : null,
    /** Whether new accounts are confirmed automatically; null: if no mail can be sent, or the community decides. */
    autoconfirm: settings.AUTOCONFIRM ? settings.AUTOCONFIRM === 'on' : null,
    /** Redirect targets of mailed links in addition to the site, including paths below them. */
    redirectUrls: settings.REDIRECT_URLS,
    /** Minimum length of a new password, in code points. */
    minimumPassword: settings.MINIMUM_PASSWORD,
    /** Seconds during which a used refresh token is accepted again. */
    reuseInterval: settings.REUSE_INTERVAL,
    /** Seconds between two mails to one mailbox. */
    mailFrequency: settings.MAIL_FREQUENCY,
    anonymousSignIn: settings.ANONYMOUS_SIGN_IN,
    passwordBlocklist: settings.PASSWORD_BLOCKLIST,
    /** Whether only the operator creates accounts. */
    disableSignup: settings.DISABLE_SIGNUP,
    /** Whether members may link and unlink identities. */
    manualLinking: settings.MANUAL_LINKING,
    /** Open connections of clients, WebSockets included; further ones are closed at once. */
    maxConnections: settings.MAX_CONNECTIONS,
    ...limitSettings(settings),
    /** Scheduled backups; null: none. */
    backups: settings.BACKUP_TO
      ? {
          location: settings.BACKUP_TO,
          schedule: settings.BACKUP_SCHEDULE ?? NIGHTLY,
          keep: settings.BACKUP_KEEP,
        }
      : null,
    /** Whether a new site may begin where backups of one are. */
    newSite: settings.NEW_SITE,
    /** Where the log of the bundled PostgreSQL is archived; null: nowhere. */
    walArchive: walArchive(settings, s3),
    /** Scheduled base copies for it; null: none. */
    baseCopies: settings.WAL_ARCHIVE_TO
      ? { schedule: settings.BACKUP_SCHEDULE ?? NIGHTLY, keep: settings.BACKUP_KEEP }
      : null,
    logLevel: settings.LOG_LEVEL,
    /** How much guests' pages may take on disk; 0: none is kept there. */
    pageStoreBytes: settings.PAGE_STORE_BYTES,
    /** What a scraper of /metrics sends; null: there are no metrics. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    accessLog: { of: settings.ACCESS_LOG, addresses: settings.ACCESS_LOG_ADDRESSES },
    /** From when on the bundled PostgreSQL logs a statement, 0: never; and whether with its plan, which shows values. */
    slowStatements: { ms: settings.SLOW_STATEMENT_MS, plans: settings.SLOW_STATEMENT_PLANS },
    files: fileSettings(settings),
    /** Null: files are in the data folder. */
    s3,
    /** A CDN that keeps pages and is told what to purge; null: none. */
    cdn: cdnSettings(settings, (line) => new ConfigError(line)),
    /** Encrypts the keys in a backup; null: backups have none. */
    backupPassphrase: settings.BACKUP_PASSPHRASE ?? null,
    /** What a start should say about the settings, one line each. */
    warnings,
    /** Secrets that the operator gave; a start generates the others. */
    given: settings,
  }
}

type ArchiveSettings = Pick<
  z.infer<typeof environment>,
  'WAL_ARCHIVE_TO' | 'DATABASE_URL' | 'BACKUP_PASSPHRASE'
>

function walArchive(settings: ArchiveSettings, s3: S3Settings | null) {
  const { WAL_ARCHIVE_TO: to, DATABASE_URL, BACKUP_PASSPHRASE: passphrase = null } = settings
  if (!to) return null
  if (DATABASE_URL) {
    throw new ConfigError(
      'WAL_ARCHIVE_TO is for the built-in database; archive the log of DATABASE_URL’s server with its own tools',
    )
  }
  const isS3 = to.startsWith('s3://')
  if (isS3 && !s3) {
    throw new ConfigError('WAL_ARCHIVE_TO needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  // PostgreSQL runs what archives it in another folder.
  return { location: isS3 ? to : join(resolve(to), '/'), s3, passphrase }
}

type GivenSecrets = Partial<
  Record<'PUBLISHABLE_KEY' | 'SECRET_KEY' | 'ENCRYPTION_KEY', string | undefined>
> & { SIGNING_KEYS?: SigningKeys | undefined }

async function readSecrets(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  try {
    mkdirSync(dataDir, { recursive: true })
    // Only generated secrets are stored: an operator's secret stays where the operator keeps it.
    const kept = await storedSecrets(dataDir)
    chmodSync(join(dataDir, 'secrets.json'), 0o600)
    return { ...kept, ...defined(given) }
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}`)
  }
}

/** The secrets that a start would use; null when it would have to make some. Creates nothing. */
export function existingSecrets({ dataDir, given }: ReturnType<typeof readSettings>): Secrets | null {
  const secrets: Partial<Secrets> = { ...readStored(join(dataDir, 'secrets.json')), ...defined(given) }
  const { ENCRYPTION_KEY, SIGNING_KEY, PUBLISHABLE_KEY, SECRET_KEY } = secrets
  if (!ENCRYPTION_KEY || !SIGNING_KEY || !PUBLISHABLE_KEY || !SECRET_KEY) return null
  return {
    PREVIOUS_SIGNING_KEYS: [],
    REPLACED_KEY_IDS: [],
    ...secrets,
    ENCRYPTION_KEY,
    SIGNING_KEY,
    PUBLISHABLE_KEY,
    SECRET_KEY,
  }
}

function defined({ SIGNING_KEYS: keys, PUBLISHABLE_KEY, SECRET_KEY, ENCRYPTION_KEY }: GivenSecrets) {
  return {
    ...(PUBLISHABLE_KEY ? { PUBLISHABLE_KEY } : {}),
    ...(SECRET_KEY ? { SECRET_KEY } : {}),
    ...(ENCRYPTION_KEY ? { ENCRYPTION_KEY } : {}),
    ...(keys ? { SIGNING_KEY: keys.current, PREVIOUS_SIGNING_KEYS: keys.previous } : {}),
  }
}

function provider(
  name: ProviderName,
  clientId: string | undefined,
  clientSecret: string | undefined,
  url: string,
): Partial<Record<ProviderName, ProviderSettings>> {
  if (!clientId && !clientSecret) return {}
  const prefix = name.toUpperCase()
  if (!clientId)
    throw new ConfigError(`${prefix}_CLIENT_ID must be given together with ${prefix}_CLIENT_SECRET`)
  if (!clientSecret)
    throw new ConfigError(`${prefix}_CLIENT_SECRET must be given together with ${prefix}_CLIENT_ID`)
  return { [name]: { clientId, clientSecret, url: trimEnd(url, '/') } }
}

/** Two in the morning in India. */
const NIGHTLY = '30 20 * * *'

const require = createRequire(import.meta.url)

/**
 * A crontab expression in UTC. The package is loaded for one only: settings are read before PostgreSQL starts.
 * @throws Error describing the accepted form
 */
function parseSchedule(text: string): string {
  try {
    const { parseCronItems } = require('graphile-worker') as typeof import('graphile-worker')
    parseCronItems([{ task: 'backup', match: text }])
  } catch {
    throw new Error('must be a crontab expression in UTC, like 30 20 * * *')
  }
  return text
}

/** Settings that may not be overridden: where the bundled PostgreSQL listens, and durability. */
const NOT_TUNED =
  /^(?:listen_addresses|port|unix_socket_.*|data_directory|hba_file|ident_file|external_pid_file|fsync|full_page_writes|synchronous_commit)$/

/** `name=value` pairs, separated by commas. @throws Error describing the accepted form */
function parsePostgresSettings(text: string): Record<string, string> {
  const pairs = list(text).map((part) => /^([a-z][a-z0-9_.]*)\s*=\s*([^\s].*)$/.exec(part))
  if (pairs.some((pair) => !pair))
    throw new Error('must be settings of PostgreSQL: shared_buffers=1GB, work_mem=16MB')
  const settings = Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])) as Record<string, string>
  const fixed = Object.keys(settings).find((name) => NOT_TUNED.test(name))
  if (fixed) throw new Error(`must not change ${fixed}`)
  return settings
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** An app's own scheme is allowed; a scheme that executes its content is not. */
function isRedirectTarget(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(protocol) && !username && !password
}

function hasProtocol(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** Whether it has nothing after the host but slashes. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { pathname, search, hash, username, password } = new URL(value)
  return trimEnd(pathname, '/') === '' && `${search}${hash}${username}${password}` === ''
}
