// Reads the environment once, typed. An invalid setting ends the start with one line that names it. Each setting is declared in
// the group of its service (setting-group.ts).
import { z } from 'zod'
import { AUTH_SETTINGS, GIVEN_SECRETS, PROVIDER_SETTINGS } from './auth/settings.ts'
import { BACKUP_SETTINGS, walArchive } from './backup/settings.ts'
import { ConfigError } from './config-error.ts'
import { DATABASE_SETTINGS } from './database/settings.ts'
import { CDN_SETTINGS } from './http/cdn.ts'
import { HTTP_SETTINGS } from './http/settings.ts'
import { LIMIT_SETTINGS } from './limits/settings.ts'
import { MAIL_SETTINGS } from './mail/settings.ts'
import { LOG_SETTINGS } from './observability/settings.ts'
import { REST_SETTINGS } from './rest/settings.ts'
import { secretNames, withSecretFiles } from './secret-files.ts'
import { readSecrets } from './secrets.ts'
import { defineSettings, isLocal, oneOf, optional, type SettingGroup, whole } from './setting-group.ts'
import { FILE_SETTINGS, S3_SETTINGS } from './storage/settings.ts'

export { ConfigError }

/** Of a site on this backend. */
const SITE_SETTINGS = defineSettings({
  adminEmail: [
    'ADMIN_EMAIL',
    optional(z.email('must be an e-mail address').transform((email) => email.toLowerCase())),
  ],
  /** Null: `sample` for a local trial, `none` for a public site. */
  seed: ['SEED', optional(oneOf(['sample', 'none'], 'sample or none'))],
  /** How much guests' pages may take on disk; 0: none is kept there. */
  pageStoreBytes: ['PAGE_STORE_BYTES', whole(0, 1_000_000_000_000).default(1_073_741_824)],
})

const GROUPS = {
  http: HTTP_SETTINGS,
  database: DATABASE_SETTINGS,
  site: SITE_SETTINGS,
  auth: AUTH_SETTINGS,
  mail: MAIL_SETTINGS,
  limits: LIMIT_SETTINGS,
  backup: BACKUP_SETTINGS,
  log: LOG_SETTINGS,
  providers: PROVIDER_SETTINGS,
  rest: REST_SETTINGS,
  files: FILE_SETTINGS,
  s3: S3_SETTINGS,
  cdn: CDN_SETTINGS,
  given: GIVEN_SECRETS,
}

/** The parser of each setting, by its name. */
export const SETTINGS: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...Object.values(GROUPS).map(({ shape }) => shape),
)
/** All settings, and those of them that are secrets: a secret's value may also be in the file that NAME_FILE names. */
export const SETTING_NAMES = Object.keys(SETTINGS)
export const SECRET_NAMES = secretNames(SETTINGS)

export type Config = Awaited<ReturnType<typeof readConfig>>

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
  const { values, mistakes: lines, warnings } = withSecretFiles(env, SECRET_NAMES)
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const read = <Values>({ schema }: SettingGroup<Values>): Values => {
    const { data, error } = schema.safeParse(filled)
    lines.push(...(error?.issues ?? []).map((issue) => lineOf(issue, values)))
    // Of what could not be read nothing is used: the lines are thrown.
    return data as Values
  }
  const { archiveTo, seed, ...flat } = {
    ...read(GROUPS.http),
    ...read(GROUPS.database),
    ...read(GROUPS.site),
    ...read(GROUPS.auth),
    ...read(GROUPS.mail),
    ...read(GROUPS.limits),
    ...read(GROUPS.backup),
    ...read(GROUPS.log),
    providers: read(GROUPS.providers),
    rest: read(GROUPS.rest),
    files: read(GROUPS.files),
    /** Null: files are in the data folder. */
    s3: read(GROUPS.s3),
    /** A CDN that keeps pages and is told what to purge; null: none. */
    cdn: read(GROUPS.cdn),
    /** Secrets that the operator gave; a start generates the others. */
    given: read(GROUPS.given),
  }
  if (lines.length > 0) throw new ConfigError(lines.join('\n'))
  const { siteUrl, databaseUrl, backupPassphrase: passphrase, s3 } = flat
  return {
    ...flat,
    // A public site does not want sample data; a local trial does.
    seed: seed ?? (siteUrl === null || isLocal(new URL(siteUrl)) ? 'sample' : 'none'),
    walArchive: walArchive(archiveTo, { databaseUrl, passphrase, s3 }),
    /** What a start should say about the settings, one line each. */
    warnings,
  }
}

function lineOf(
  { path: [setting], message }: z.core.$ZodIssue,
  values: Readonly<Record<string, string | undefined>>,
): string {
  // What several settings say together names them itself.
  if (setting === undefined) return message
  const name = String(setting)
  return SECRET_NAMES.includes(name)
    ? `${name} ${message}`
    : `${name} ${message} (it is ${JSON.stringify(values[name])})`
}
