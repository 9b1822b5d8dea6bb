// Checks of the settings: their values, as a start validates them, unknown names, and contradictions.
import { statSync } from 'node:fs'
import { ConfigError, readSettings, SECRET_NAMES, SETTING_NAMES } from '../../api/config.ts'
import { createClientAddress } from '../../api/limits/client-address.ts'
import { closestMatch } from '../../api/rest/errors.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

export type Settings = ReturnType<typeof readSettings>

type Environment = Readonly<Record<string, string | undefined>>

const CHECK = 'settings'
const IN_EXAMPLE = 'Mend it in .env or the environment; .env.example describes each setting'
/** Read by programs around the site. */
const OTHERS = ['NODE_ENV', 'NODE_OPTIONS', 'ANNOUNCE', 'TZ']

/**
 * @param env the environment with the settings of .env
 * @param written names of the settings in .env; null: there is no such file
 * @returns the settings, unless a start refuses them
 */
export function checkSettings(
  env: Environment,
  written: readonly string[] | null,
): { settings: Settings | null; findings: Finding[] } {
  const unknown = unknownNames(Object.keys(env), written ?? [])
  try {
    const settings = readSettings({ ...env })
    createClientAddress(settings.trustedProxies, { servers: settings.trustedServers })
    const given = SETTING_NAMES.filter((name) => env[name] || env[`${name}_FILE`]).length
    const others = [
      ...unknown,
      ...settings.warnings.map((line) => {
        const [said = '', remedy = ''] = line.split('; ')
        return warning('secrets', said, remedy)
      }),
      ...contradictions(settings, env),
    ]
    return { settings, findings: [ok(CHECK, `${given} settings are given, all of them valid`), ...others] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const refused = error.message.split('\n').map((line) => wrong(CHECK, line, IN_EXAMPLE))
    return { settings: null, findings: [...refused, ...unknown] }
  }
}

/** Of the environment only names that look like one of ours; of .env all. */
function unknownNames(names: readonly string[], written: readonly string[]): Finding[] {
  const files = SECRET_NAMES.map((name) => `${name}_FILE`)
  const known = new Set([...SETTING_NAMES, ...files, ...OTHERS])
  const candidates = [...SETTING_NAMES, ...files]
  const unknown = new Set([...names, ...written].filter((name) => !known.has(name)))
  return [...unknown].flatMap((name) => {
    const plain = name.replace(/_FILE$/, '')
    const isOpen = plain !== name && SETTING_NAMES.includes(plain)
    const near = closestMatch(name, candidates)
    const isClose = near !== null && near.length > 4 && Math.abs(near.length - name.length) <= 2
    if (!isOpen && !isClose && !written.includes(name)) return []
    const known = near === null ? 'Remove it; .env.example has every setting' : `Did you mean ${near}?`
    const remedy = isOpen ? `Give ${plain}, which is no secret, as it is` : known
    return [warning(CHECK, `${name} is not a setting`, remedy)]
  })
}

const LOOPBACK = /^(?:127\..*|localhost|::1)$/

/** Whether others than this machine's users reach the site. */
export function isPublicSite(siteUrl: string | null): boolean {
  return siteUrl !== null && !LOOPBACK.test(new URL(siteUrl).hostname)
}

function isOnDiskOf(dataDir: string, folder: string): boolean {
  const [one, other] = [dataDir, folder].map((path) => statSync(path, { throwIfNoEntry: false })?.dev)
  return one !== undefined && one === other
}

/** Settings that are valid separately, but together probably a mistake. */
function contradictions(settings: Settings, env: Environment): Finding[] {
  const { siteUrl, host, databaseUrl, trustedProxies, trustedServers, accountLimits, backups, walArchive } =
    settings
  const isHttps = siteUrl?.startsWith('https:') ?? false
  const isPublic = isPublicSite(siteUrl)
  const cases: [boolean, string, string][] = [
    [
      isPublic && !isHttps,
      'SITE_URL is http: passwords and sessions cross the network in the clear',
      'Put a proxy with a certificate in front (docs/operations/install.md) and make SITE_URL https',
    ],
    [
      !siteUrl && !LOOPBACK.test(host),
      `HOST ${host} is open to the network and SITE_URL is not set: links and tokens name the wrong address`,
      'Set SITE_URL to the address that visitors type',
    ],
    [
      isHttps && trustedProxies.length === 0,
      'SITE_URL is https and TRUSTED_PROXIES is empty: all visitors share the limits of the proxy',
      'Set TRUSTED_PROXIES to the address of the proxy (127.0.0.1 on the same machine)',
    ],
    [
      trustedProxies.some((range) => /\/0$/.test(range)),
      'TRUSTED_PROXIES names everybody: any visitor may choose an address and so escape every limit',
      'Name the addresses of your proxies alone',
    ],
    [
      trustedServers.some((range) => /\/0$/.test(range)),
      'TRUSTED_SERVERS names everybody: any visitor may choose an address and so escape every limit',
      'Name the addresses of your servers alone',
    ],
    [
      !accountLimits && isPublic,
      'RATE_LIMITS is off on a public site: passwords may be guessed without end',
      'Remove RATE_LIMITS, or make it `accounts`',
    ],
    [
      Boolean(databaseUrl && env.POSTGRES_SETTINGS),
      'POSTGRES_SETTINGS has no effect beside DATABASE_URL',
      'Tune that server itself, and remove POSTGRES_SETTINGS',
    ],
    [
      Boolean(!databaseUrl && settings.poolDatabaseUrl),
      'POOL_DATABASE_URL is given without DATABASE_URL',
      'Give DATABASE_URL, too, or remove it',
    ],
    [
      !backups && !walArchive && Boolean(env.BACKUP_SCHEDULE || env.BACKUP_KEEP),
      'BACKUP_SCHEDULE or BACKUP_KEEP is given without BACKUP_TO: no backup is made',
      'Set BACKUP_TO to a folder or a prefix',
    ],
    [
      walArchive !== null && isOnDiskOf(settings.dataDir, walArchive.location),
      'WAL_ARCHIVE_TO is on the disk of the data folder: both are lost together',
      'Name a folder on another disk, or s3://bucket/prefix/',
    ],
    [
      isPublic && !backups,
      'No backup is scheduled',
      'Set BACKUP_TO, or run npm run backup on a schedule of your own (docs/operations/backup.md)',
    ],
    [
      settings.bounceSecret !== null && settings.smtpUrl === null,
      'BOUNCE_SECRET is given without SMTP_URL: no mail leaves that could be refused',
      'Set SMTP_URL and MAIL_FROM, or remove BOUNCE_SECRET',
    ],
    [
      isPublic && settings.smtpUrl !== null && settings.bounceSecret === null,
      'BOUNCE_SECRET is not set: mail goes on to addresses that refuse it later',
      'Set BOUNCE_SECRET, and let refusals be posted to /mail/bounces (docs/operations/mail.md)',
    ],
    [
      isPublic && settings.smtpUrl === null,
      'SMTP_URL is not set: mail is written to files, and nobody can reset a password',
      'Set SMTP_URL and MAIL_FROM',
    ],
  ]
  return cases.filter(([applies]) => applies).map(([, message, remedy]) => warning(CHECK, message, remedy))
}
