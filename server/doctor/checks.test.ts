// Each line that `npm run doctor` may say, by facts that a machine rarely has at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../api/config.ts'
import { isTransactionPooler } from '../../api/database/requirements.ts'
import { type Backend, FileMissing } from '../../api/storage/backends/backend.ts'
import {
  checkBackup,
  checkCollation,
  checkConnections,
  checkExtensions,
  checkMissingKeys,
  checkPending,
  checkQueues,
  checkWalArchive,
} from './database.ts'
import { asText, checked, type Finding, ok, warning, withoutSecrets, wrong } from './finding.ts'
import { checkBuild, checkClock, checkDisk, checkFolder, checkMemory } from './machine.ts'
import { checkOperator } from './operator.ts'
import { checkContact, checkReach } from './push.ts'
import { checkBackend, checkEncryption, checkMail, checkRedis } from './services.ts'
import { checkSettings, type Settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GIB = 1024 ** 3
const lines = (findings: readonly Finding[]) =>
  findings.map(({ level, check, message }) => `${level} ${check}: ${message}`)
/** Every remedy of what is not right is a sentence. */
function expectRemedies(findings: readonly Finding[]): void {
  for (const { level, remedy } of findings) {
    if (level === 'ok') expect(remedy).toBeNull()
    else expect(remedy).toMatch(/\w{3,} .*\w/)
  }
}

test('a public site names its Grievance Officer, and shows no invented members', () => {
  const named = { officer: 'A. Rao', address: '1 Chowk, Pune', hasSample: false }
  expect(lines(checkOperator(named))).toEqual([
    'ok operator: The Grievance Officer has a name and an address',
  ])
  const nobody = checkOperator({ officer: ' ', address: '', hasSample: true })
  expect(lines(nobody)).toEqual([
    'warning operator: The Grievance Officer’s name and address is not set',
    'warning operator: The sample community is on a public site',
  ])
  expectRemedies(nobody)
  expect(lines(checkOperator({ ...named, address: '' }))).toEqual([
    'warning operator: The Grievance Officer’s address is not set',
  ])
})

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
      'push that goes to a test',
      { PUSH_TEST_SERVICE: 'http://127.0.0.1:9' },
      'warning settings: PUSH_TEST_SERVICE takes the messages of push: no device gets one',
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

describe('the data folder', () => {
  const facts = { dataDir: '/d', uid: 7, folder: { uid: 7, mode: 0o750 }, secrets: { uid: 7, mode: 0o600 } }
  test.each([
    [
      'is in order',
      {},
      'ok data folder: /d belongs to the user that runs this, and nobody else writes to it',
    ],
    ['is missing', { folder: null }, 'warning data folder: /d does not exist yet'],
    [
      'of another user',
      { uid: 0 },
      'wrong data folder: /d belongs to user 7, and user 0 runs this: what the folder holds is not looked at',
    ],
    [
      'that others write to',
      { folder: { uid: 7, mode: 0o777 } },
      'wrong data folder: /d can be written by other users',
    ],
    [
      'with open keys',
      { secrets: { uid: 7, mode: 0o640 } },
      'wrong data folder: secrets.json can be read by other users',
    ],
    [
      'on a system without users',
      { uid: null },
      'ok data folder: /d belongs to the user that runs this, and nobody else writes to it',
    ],
  ])('%s', (_what, changed, line) => {
    const findings = checkFolder({ ...facts, ...changed })
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })
})

test.each([
  [
    { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeInodes: 0.9 },
    'ok disk: 50.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: GIB, totalBytes: 100 * GIB, freeInodes: null },
    'warning disk: 1.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: 0, totalBytes: 100 * GIB, freeInodes: 0.9 },
    'wrong disk: 0.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeInodes: 0.01 },
    'warning disk: Fewer than 5 % of the disk’s inodes are free',
  ],
])('disk %j', (facts, line) => {
  const findings = checkDisk(facts)
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})

test.each([
  [{ limit: 2 * GIB, available: GIB, hasDatabase: true }, 'ok'],
  [{ limit: 0.5 * GIB, available: 0.4 * GIB, hasDatabase: true }, 'warning'],
  [{ limit: 0.5 * GIB, available: 0.4 * GIB, hasDatabase: false }, 'ok'],
  [{ limit: 2 * GIB, available: 0.1 * GIB, hasDatabase: true }, 'warning'],
])('memory %j is %s', (facts, level) => {
  const findings = checkMemory(facts)
  expect(findings).toEqual([expect.objectContaining({ check: 'memory', level })])
  expectRemedies(findings)
})

test.each([
  [400, 'ok clock: The clock agrees with the database’s'],
  [-5_000, 'warning clock: The clock is 5.0 s behind the database’s'],
  [31_000, 'wrong clock: The clock is 31.0 s ahead of the database’s'],
])('a clock that is %i ms ahead', (ahead, line) => {
  const findings = checkClock('the database', ahead)
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})

test('a release without its pages', () => {
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
  const findings = checkBuild(folder)
  expect(lines(findings)).toEqual(['wrong build: The pages are not built'])
  expectRemedies(findings)
})

test.each([
  [
    checkContact({ siteUrl: 'https://example.org', mailFrom: 'post@localhost' }),
    'ok push: Push services get https://example.org/contact as the contact',
  ],
  [
    checkContact({ siteUrl: 'http://example.org', mailFrom: 'Chowk <post@example.org>' }),
    'warning push: Push is on, and SITE_URL is not https: browsers offer no push there, and push services get mailto:post@example.org as the contact',
  ],
  [checkReach([]), 'ok push: This machine reaches the push services'],
  [
    checkReach(['web.push.apple.com']),
    'warning push: This machine does not reach web.push.apple.com: devices with their browsers get nothing',
  ],
])('push: %#', (findings, line) => {
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})

describe('the database', () => {
  const room = { used: 20, own: 11, room: 97 }
  test.each<[string, Finding[], string]>([
    [
      'one order of texts',
      checkCollation({ name: 'C', made: null, now: null }),
      'ok collation: Texts are ordered by C',
    ],
    [
      'an order that changed',
      checkCollation({ name: 'en_IN', made: '2.31', now: '2.36' }),
      'wrong collation: The order of texts (en_IN) changed with the system, from version 2.31 to 2.36: indexes may miss rows',
    ],
    [
      'its extensions',
      checkExtensions([{ name: 'pg_trgm', isInstalled: false, isAvailable: true }]),
      'ok extensions: PostgreSQL has pg_trgm',
    ],
    [
      'an extension too few',
      checkExtensions([{ name: 'pg_trgm', isInstalled: false, isAvailable: false }]),
      'wrong extensions: PostgreSQL does not have the extension pg_trgm',
    ],
    [
      'free connections',
      checkConnections(room, 20),
      'ok connections: 20 of 97 connections are in use, 11 of them by this site; a node needs 20',
    ],
    [
      'nearly all in use',
      checkConnections({ ...room, used: 90 }, 20),
      'warning connections: 90 of 97 connections are in use, 11 of them by this site; a node needs 20',
    ],
    [
      'too few for a start',
      checkConnections({ used: 80, own: 0, room: 97 }, 20),
      'wrong connections: 80 of 97 connections are in use, 0 of them by this site; a node needs 20',
    ],
    ['queues that are worked off', checkQueues([]), 'ok queues: No row of a queue of the jobs fails'],
    [
      'a queue with rows that fail',
      checkQueues([{ queue: 'reply_outbox', failing: 2, attempts: 5, error: 'P0001 This one fails' }]),
      'warning queues: reply_outbox: 2 rows fail, up to 5 times: P0001 This one fails',
    ],
    ['keys to come', checkMissingKeys(false), 'ok keys: There are no keys yet; the first start makes them'],
    [
      'keys that are lost',
      checkMissingKeys(true),
      'wrong keys: The database is in use, and this node has no keys: a start would make others and be refused',
    ],
    ['the whole schema', checkPending([]), 'ok schema: Every migration of this release is applied, unedited'],
    [
      'migrations to come',
      checkPending(['a', 'b', 'c', 'd']),
      'warning schema: 4 migrations of this release are not applied yet (a, b, c, …)',
    ],
    ['no backup', checkBackup(undefined), 'warning backup: No backup was ever made'],
    [
      'an old backup',
      checkBackup({ at: '2020-01-01T00:00:00.000Z', bytes: 1, hasFailed: false }),
      'warning backup: The last backup was made at 2020-01-01T00:00:00.000Z, more than two nights ago',
    ],
    [
      'a failed backup',
      checkBackup({ at: '2020-01-01T00:00:00.000Z', bytes: null, hasFailed: true }),
      'wrong backup: The last backup failed at 2020-01-01T00:00:00.000Z',
    ],
  ])('with %s', (_what, findings, line) => {
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  const WAL = {
    isOn: true,
    archivedAt: null,
    isFailing: false,
    waitingBytes: 48 * 1024 ** 2,
    baseAt: new Date(),
  }
  test.each([
    [{}, 'ok log archive: The log is archived; it took nothing yet'],
    [{ isOn: false }, 'wrong log archive: PostgreSQL runs without the archive that WAL_ARCHIVE_TO names'],
    [
      { isFailing: true },
      'wrong log archive: The archive of the log does not take it: 48 MiB of the log wait for it; it took nothing yet',
    ],
    [
      { waitingBytes: 2 * 1024 ** 3 },
      'wrong log archive: The archive of the log is behind: 2048 MiB of the log wait for it; it took nothing yet',
    ],
    [
      { baseAt: null },
      'wrong log archive: The archive of the log has no base copy, so that nothing can be restored from it',
    ],
    [
      { baseAt: new Date('2020-01-01') },
      'warning log archive: The last base copy was made at 2020-01-01T00:00:00.000Z, more than two nights ago',
    ],
  ])('the archive of the log with %j', (facts, line) => {
    const findings = checkWalArchive({ ...WAL, ...facts })
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  test('a fresh backup is right', () => {
    const at = new Date().toISOString()
    expect(lines(checkBackup({ at, bytes: 1, hasFailed: false }))).toEqual([
      `ok backup: The last backup was made at ${at}`,
    ])
  })

  test.each([
    ['sessions of their own', { first: [1, 1], second: [2, 2] }, false],
    ['one backend for both', { first: [1, 1], second: [1, 1] }, true],
    ['backends in turns', { first: [1, 1], second: [2, 3] }, true],
    ['another one the second time', { first: [1, 4], second: [2, 3] }, true],
  ] as const)('clients that get %s', (_what, served, isPooler) => {
    expect(isTransactionPooler(served)).toBe(isPooler)
  })
})

describe('files', () => {
  /** A backend in memory, with `broken` in place of its own functions. */
  function backend(broken: Partial<Backend> = {}): Backend {
    const kept = new Set<string>()
    return {
      put: async (version) => void kept.add(version),
      read: async (version) => {
        if (!kept.has(version)) throw new FileMissing('gone')
        return Readable.from([Buffer.from('a probe of npm run doctor')])
      },
      copy: async () => undefined,
      remove: async (versions) => versions.forEach((version) => void kept.delete(version)),
      ...broken,
    }
  }
  const check = (broken?: Partial<Backend>) =>
    checkBackend(backend(broken), folder, 'The bucket b', 'Mend the bucket')

  test('that are taken, given and deleted', async () => {
    expect(lines(await check())).toEqual(['ok storage: The bucket b takes, gives and deletes a file'])
  })

  test.each<[string, Partial<Backend>, string]>([
    [
      'other bytes',
      { read: async () => Readable.from(['?']) },
      'wrong storage: The bucket b gave other bytes than were written',
    ],
    [
      'a file that stays',
      { remove: async () => undefined },
      'wrong storage: The bucket b does not delete files',
    ],
  ])('%s', async (_what, broken, line) => {
    const findings = await check(broken)
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  test('a backend that refuses is a finding', async () => {
    const put = async () => Promise.reject(new Error('AccessDenied'))
    const findings = await checked('storage', 'Mend the bucket', () => check({ put }))
    expect(findings).toEqual([wrong('storage', 'AccessDenied', 'Mend the bucket')])
  })
})

describe('mail and Redis', () => {
  const settings = (changed: Partial<Settings>) =>
    ({
      smtpUrl: null,
      redisUrl: null,
      siteUrl: null,
      mailFrom: 'a@b.example',
      dataDir: folder,
      ...changed,
    }) as Settings

  test('without a mail server', async () => {
    expect(lines(await checkMail(settings({}), null))).toEqual([
      'ok mail: E-mails are written to files in the data folder, as SMTP_URL is not set',
    ])
    expect(lines(await checkMail(settings({}), 'you@b.example'))).toEqual([
      'warning mail: SMTP_URL is not set, so no e-mail was sent',
    ])
  })

  test.each([
    ['smtp://u:p@mail.example', 1],
    ['smtp://u:p@mail.example?requireTLS=true', 0],
    ['smtps://u:p@mail.example', 0],
    ['smtp://mail.example', 0],
    ['smtp://u:p@127.0.0.1', 0],
  ])('%s: a password in the clear, %i times', (url, count) => {
    const findings = checkEncryption(url)
    expect(findings).toHaveLength(count)
    expectRemedies(findings)
  })

  test('servers that do not answer', async () => {
    const mail = await checkMail(settings({ smtpUrl: 'smtp://127.0.0.1:1' }), null)
    const redis = await checkRedis(settings({ redisUrl: 'redis://127.0.0.1:1' }))
    expect(lines([...mail, ...redis])).toEqual([
      'wrong mail: connect ECONNREFUSED 127.0.0.1:1',
      'wrong redis: connect ECONNREFUSED 127.0.0.1:1',
    ])
    expectRemedies([...mail, ...redis])
    expect(await checkRedis(settings({}))).toEqual([])
  })
})

describe('a finding', () => {
  test('is made from the error of a check, with the remedy in its message', async () => {
    const fail = (error: Error) => checked('x', 'Do this', () => Promise.reject(error))
    expect(await fail(new Error('no; luck'))).toEqual([wrong('x', 'no; luck', 'Do this')])
    expect(await fail(new ConfigError('one; mend it; so\ntwo'))).toEqual([
      wrong('x', 'one', 'mend it; so'),
      wrong('x', 'two', 'Do this'),
    ])
    expect(await checked('x', 'Do this', () => new Promise(() => undefined), 20)).toEqual([
      wrong('x', 'there was no answer within 0.02 s', 'Do this'),
    ])
  })

  test('shows no secret', () => {
    const findings = [wrong('x', 'no hunter2!! and hunter2!!-long', 'not hunter2!!'), ok('y', 'abc')]
    expect(withoutSecrets(findings, ['hunter2!!', 'hunter2!!-long', 'abc'])).toEqual([
      wrong('x', 'no … and …', 'not …'),
      ok('y', 'abc'),
    ])
  })

  test('is a line, with its remedy below', () => {
    expect(asText([ok('a', 'Good'), wrong('b', 'Bad', 'Mend it')])).toBe(
      'ok       a             Good\nWRONG    b             Bad\n                       → Mend it\n\n1 wrong, 0 to look at, 1 ok\n',
    )
  })
})
