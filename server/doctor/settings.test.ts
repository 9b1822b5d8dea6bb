// Each line that the doctor may say about settings, by facts that a machine rarely has at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRemedies, lines } from '../../tests/support/findings.ts'
import { warning } from './finding.ts'
import { checkSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('settings', () => {
  const base = { DATA_DIR: folder }
  const PUBLIC = {
    ...base,
    SITE_URL: 'https://example.org',
    TRUSTED_PROXIES: '127.0.0.1',
    BACKUP_TO: '/backups/',
    SMTP_URL: 'smtps://mail.example.org',
    MAIL_FROM: 'post@example.org',
    BOUNCE_SECRET: 'a secret of the provider',
  }
  const check = (env: Record<string, string>, written: string[] | null = null) =>
    checkSettings(env, written).findings

  test('a sound public site is one line', () => {
    expect(lines(check({ ...PUBLIC, PATH: '/bin', HOME: '/root', HOSTNAME: 'a', LANG: 'C' }))).toEqual([
      'ok settings: 7 settings are given, all of them valid',
    ])
  })

  test.each<[string, Record<string, string>, string]>([
    ['an invalid value', { PORT: 'x' }, 'wrong settings: PORT must be a number (it is "x")'],
    [
      'half a provider',
      { GOOGLE_CLIENT_ID: 'x' },
      'wrong settings: GOOGLE_CLIENT_SECRET must be given together with GOOGLE_CLIENT_ID',
    ],
    [
      'proxies that are no addresses',
      { TRUSTED_PROXIES: 'nginx' },
      'wrong settings: TRUSTED_PROXIES must be a list of addresses or CIDR ranges (it has "nginx")',
    ],
    [
      'http in public',
      { ...PUBLIC, SITE_URL: 'http://example.org' },
      'warning settings: SITE_URL is http: passwords and sessions cross the network in the clear',
    ],
    [
      'an open port without an address',
      { HOST: '0.0.0.0' },
      'warning settings: HOST 0.0.0.0 is open to the network and SITE_URL is not set: links and tokens name the wrong address',
    ],
    [
      'https without a known proxy',
      { ...PUBLIC, TRUSTED_PROXIES: '' },
      'warning settings: SITE_URL is https and TRUSTED_PROXIES is empty: all visitors share the limits of the proxy',
    ],
    [
      'everybody as a proxy',
      { ...PUBLIC, TRUSTED_PROXIES: '0.0.0.0/0' },
      'warning settings: TRUSTED_PROXIES names everybody: any visitor may choose an address and so escape every limit',
    ],
    [
      'everybody as a server',
      { ...PUBLIC, TRUSTED_SERVERS: '::/0' },
      'warning settings: TRUSTED_SERVERS names everybody: any visitor may choose an address and so escape every limit',
    ],
    [
      'no limits in public',
      { ...PUBLIC, RATE_LIMITS: 'off' },
      'warning settings: RATE_LIMITS is off on a public site: passwords may be guessed without end',
    ],
    [
      'tuning of a foreign database',
      { POSTGRES_SETTINGS: 'work_mem=1MB', DATABASE_URL: 'postgres://x/y' },
      'warning settings: POSTGRES_SETTINGS has no effect beside DATABASE_URL',
    ],
    [
      'a pool without its database',
      { POOL_DATABASE_URL: 'postgres://x/y' },
      'warning settings: POOL_DATABASE_URL is given without DATABASE_URL',
    ],
    [
      'a schedule without a target',
      { BACKUP_KEEP: '3' },
      'warning settings: BACKUP_SCHEDULE or BACKUP_KEEP is given without BACKUP_TO: no backup is made',
    ],
    [
      'an archive of the log on the disk of the data folder',
      { DATA_DIR: import.meta.dirname, WAL_ARCHIVE_TO: `${import.meta.dirname}/` },
      'warning settings: WAL_ARCHIVE_TO is on the disk of the data folder: both are lost together',
    ],
    ['no backups in public', { ...PUBLIC, BACKUP_TO: '' }, 'warning settings: No backup is scheduled'],
    [
      'reports of refused mail that is none',
      { BOUNCE_SECRET: 'a secret of the provider' },
      'warning settings: BOUNCE_SECRET is given without SMTP_URL: no mail leaves that could be refused',
    ],
    [
      'refused mail that nobody reports',
      { ...PUBLIC, BOUNCE_SECRET: '' },
      'warning settings: BOUNCE_SECRET is not set: mail goes on to addresses that refuse it later',
    ],
    [
      'no mail in public',
      { ...PUBLIC, SMTP_URL: '' },
      'warning settings: SMTP_URL is not set: mail is written to files, and nobody can reset a password',
    ],
    ['a name with a typing error', { DATABSE_URL: 'x' }, 'warning settings: DATABSE_URL is not a setting'],
    [
      'a file for what is no secret',
      { MAIL_FROM_FILE: 'x' },
      'warning settings: MAIL_FROM_FILE is not a setting',
    ],
  ])('%s', (_what, env, line) => {
    const findings = check({ ...base, ...env })
    expect(lines(findings)).toContain(line)
    expectRemedies(findings)
  })

  test('a mistyped name gets the right one; a strange one in .env is told, in the environment it is not ours', () => {
    const remedies = (env: Record<string, string>, written: string[] | null) =>
      check({ ...base, ...env }, written).map(({ remedy }) => remedy)
    expect(remedies({ SMTP_URI: 'x' }, null)).toContain('Did you mean SMTP_URL?')
    expect(remedies({ JWT_SECRET_FIEL: 'x' }, null)).toContain('Did you mean JWT_SECRET_FILE?')
    expect(remedies({ MAIL_FROM_FILE: 'x' }, null)).toContain('Give MAIL_FROM, which is no secret, as it is')
    expect(lines(check({ ...base, XYZZY_ON: 'x' }, ['XYZZY_ON']))).toContain(
      'warning settings: XYZZY_ON is not a setting',
    )
    expect(lines(check({ ...base, XYZZY_ON: 'x' }))).toHaveLength(1)
  })

  test('a secret that every user may read', () => {
    const file = join(folder, 'jwt')
    writeFileSync(file, 'x'.repeat(40), { mode: 0o644 })
    const findings = check({ ...base, JWT_SECRET_FILE: file })
    expect(findings).toContainEqual(
      warning('secrets', 'JWT_SECRET_FILE can be read by every user of this machine', `chmod 600 ${file}`),
    )
  })
})
