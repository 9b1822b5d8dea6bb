import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readSettings, SETTING_NAMES, SETTINGS } from './config.ts'
import { RULES } from './limits/rules.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a wrong setting is named', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'https://example.org/forum'],
    ['DATABASE_POOL', 'abc'],
    ['API_URL', 'ftp://api.example.org'],
    ['ADMIN_EMAIL', 'nobody'],
    ['SEED', 'everything'],
    ['RATE_LIMITS', 'maybe'],
    ['FILE_SIZE_LIMIT', '50MB'],
    ['FILE_SIZE_LIMIT', '0'],
    ['REQUEST_LIMITS', 'guest'],
    ['REQUEST_LIMITS', 'guest=0'],
    ['REQUEST_LIMITS', 'guest=1e9'],
    ['REQUEST_LIMITS', 'guest=600, sign-in=600'],
    ['REQUEST_LIMITS', 'verify=600'],
    ['EXPOSED_SCHEMAS', ','],
    ['EXPOSED_SCHEMAS', 'public,auth'],
    ['MAX_ROWS', '0'],
    ['AGGREGATES', 'yes'],
    ['EXPLAIN', 'yes'],
    ['TRANSACTION_END', 'never'],
    ['OPENAPI', 'some'],
    ['GUEST_FILTERS', 'some'],
    ['REQUIRE_API_KEY', 'yes'],
    ['MAIL_FROM', 'nobody'],
    ['AUTOCONFIRM', 'maybe'],
    ['MAIL_FROM', 'ArthaChowk post@example.com'],
    ['REDIRECT_URLS', 'app.example.com'],
    ['REDIRECT_URLS', 'javascript:nothing'],
    ['MINIMUM_PASSWORD', '5'],
    ['MINIMUM_PASSWORD', '73'],
    ['MINIMUM_PASSWORD', '8.5'],
    ['MINIMUM_PASSWORD', 'long'],
    ['REUSE_INTERVAL', '-1'],
    ['REUSE_INTERVAL', '301'],
    ['REUSE_INTERVAL', '10s'],
    ['MAIL_FREQUENCY', '-1'],
    ['MAIL_FREQUENCY', '3601'],
    ['MAIL_FREQUENCY', '1m'],
    ['ANONYMOUS_SIGN_IN', 'yes'],
    ['PASSWORD_BLOCKLIST', 'none'],
    ['DISABLE_SIGNUP', 'true'],
    ['MANUAL_LINKING', 'false'],
    ['LOG_LEVEL', 'loud'],
    ['WAL_ARCHIVE_TO', '/archive'],
    ['WAL_ARCHIVE_TO', 's3://'],
    ['BACKUP_TO', 's3://bucket/prefix'],
  ])('%s=%s', async (name, value) => {
    const refused = readConfig({ DATA_DIR: dataDir, [name]: value })
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(new RegExp(`^${name} .*\\(it is "${value}"\\)$`))
  })

  test('every refusal says what the setting must be, in our words', () => {
    for (const name of SETTING_NAMES) {
      for (const value of ['?', '-0.5', 'http://?']) {
        try {
          readSettings({ DATA_DIR: dataDir, [name]: value })
        } catch (error) {
          expect((error as Error).message).not.toMatch(/Invalid|expected|Too (?:small|big)/)
        }
      }
    }
  })

  test('an address with slashes at its end is one without', async () => {
    expect((await readConfig({ DATA_DIR: dataDir, SITE_URL: 'https://example.org//' })).siteUrl).toBe(
      'https://example.org',
    )
  })

  test.each([
    ['DATABASE_URL', 'mysql://owner:hunter2@localhost/x'],
    ['REDIS_URL', 'http://:hunter2@localhost'],
    ['SMTP_URL', 'https://user:hunter2@mail.example.com'],
    ['JWT_SECRET', 'hunter2'],
    ['SECRET_KEY', 'hunter2'],
    ['ENCRYPTION_KEY', 'hunter2'],
    ['SIGNING_KEYS', 'hunter2'],
  ])('%s without its value, which is a secret', async (name, value) => {
    const refused = readConfig({ DATA_DIR: dataDir, [name]: value })
    await expect(refused).rejects.toThrow(new RegExp(`^${name} must be .*$`))
    await expect(refused).rejects.not.toThrow(/hunter2/)
  })

  test('an archive of the log without S3 settings, or for an external database', async () => {
    const to = { DATA_DIR: dataDir, WAL_ARCHIVE_TO: 's3://bucket/log/' }
    await expect(readConfig(to)).rejects.toThrow('WAL_ARCHIVE_TO needs S3_BUCKET')
    await expect(
      readConfig({ ...to, WAL_ARCHIVE_TO: '/archive/', DATABASE_URL: 'postgres://x/y' }),
    ).rejects.toThrow('WAL_ARCHIVE_TO is for the built-in database')
  })

  test('two wrong settings give two lines', async () => {
    await expect(readConfig({ DATA_DIR: dataDir, PORT: 'x', SEED: 'y' })).rejects.toThrow(
      /^PORT .*\nSEED .*$/,
    )
  })
})

test('a mail server needs MAIL_FROM', async () => {
  const smtp = { DATA_DIR: dataDir, SMTP_URL: 'smtp://localhost' }
  await expect(readConfig(smtp)).rejects.toThrow(/^MAIL_FROM must be given/)
  const config = await readConfig({ ...smtp, MAIL_FROM: 'ArthaChowk <post@example.com>' })
  expect(config).toMatchObject({ smtpUrl: 'smtp://localhost', mailFrom: 'ArthaChowk <post@example.com>' })
})

describe('.env.example', () => {
  const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
  const shown = [...example.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }))
  const defaultOf = (name: string) => SETTINGS[name]?.safeParse(undefined).data
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

  test('has each setting once, and nothing else', () => {
    expect(
      shown
        .map(({ name }) => name.replace(/^DATABASE_URL_FILE$/, ''))
        .filter(Boolean)
        .sort(),
    ).toEqual([...SETTING_NAMES].sort())
  })

  test.each(shown.filter(({ name, value }) => value !== '' && name in SETTINGS && !value.includes('…')))(
    '$name=$value is valid, and what holds without it if that is a value',
    ({ name, value }) => {
      const parsed = SETTINGS[name]?.safeParse(value)
      expect(parsed?.error).toBeUndefined()
      const otherwise = defaultOf(name)
      if (!isEmpty(otherwise)) expect(parsed?.data).toEqual(otherwise)
    },
  )

  test('shows the limits that hold without REQUEST_LIMITS', () => {
    const limits = SETTINGS.REQUEST_LIMITS?.parse(shown.find(({ name }) => name === 'REQUEST_LIMITS')?.value)
    const points = Object.entries(RULES).map(([name, rule]) => [name, rule.points] as const)
    expect(limits).toEqual(Object.fromEntries(points.filter(([name]) => name in Object(limits))))
  })
})

test('an empty variable counts as not given', async () => {
  expect((await readConfig({ DATA_DIR: dataDir, PORT: '' })).port).toBe(3000)
})

describe('secrets', () => {
  test('are generated once, stored, and readable by their owner only', async () => {
    const first = await readConfig({ DATA_DIR: dataDir })
    const second = await readConfig({ DATA_DIR: dataDir })
    expect(second.secrets).toEqual(first.secrets)
    expect(first.secrets.PUBLISHABLE_KEY).toMatch(/^sb_publishable_/)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('of the operator are used and never stored', async () => {
    const given = 'sb_secret_from-the-operator-of-this-site'
    const config = await readConfig({ DATA_DIR: dataDir, SECRET_KEY: given })
    expect(config.secrets.SECRET_KEY).toBe(given)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(given)
  })

  test('are the same for concurrent first starts', async () => {
    const starts = await Promise.all(Array.from({ length: 8 }, () => readConfig({ DATA_DIR: dataDir })))
    const stored = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
    for (const { secrets } of starts) expect(secrets).toEqual(stored)
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  test('of a truncated file are not replaced', async () => {
    const half = '{"PUBLISHABLE_KEY": "sb_publ'
    writeFileSync(join(dataDir, 'secrets.json'), half)
    await expect(readConfig({ DATA_DIR: dataDir })).rejects.toThrow(
      /^DATA_DIR cannot be used: .* is not whole/,
    )
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(half)
  })
})

describe('the sample community', () => {
  test.each([
    [{}, 'sample'],
    [{ SITE_URL: 'http://localhost:3000' }, 'sample'],
    [{ SITE_URL: 'http://127.0.0.1:8080' }, 'sample'],
    [{ SITE_URL: 'http://[::1]:8080' }, 'sample'],
    [{ SITE_URL: 'https://arthachowk.example' }, 'none'],
    [{ SITE_URL: 'https://127.example.org' }, 'none'],
    [{ SITE_URL: 'https://arthachowk.example', SEED: 'sample' }, 'sample'],
    [{ SEED: 'none' }, 'none'],
  ] as const)('with %o is %s', async (given, seed) => {
    expect((await readConfig({ DATA_DIR: dataDir, ...given })).seed).toBe(seed)
  })
})

describe('settings of the bundled PostgreSQL', () => {
  test('are name=value, separated by commas', async () => {
    const config = await readConfig({
      DATA_DIR: dataDir,
      POSTGRES_SETTINGS: 'shared_buffers=1GB, work_mem = 16MB',
    })
    expect(config.postgresSettings).toEqual({ shared_buffers: '1GB', work_mem: '16MB' })
  })

  test('cannot open it to the network, or weaken durability', async () => {
    for (const setting of ['listen_addresses=*', 'fsync=off', 'work_mem', '-c x=y']) {
      await expect(readConfig({ DATA_DIR: dataDir, POSTGRES_SETTINGS: setting })).rejects.toThrow(
        /^POSTGRES_SETTINGS must/,
      )
    }
  })
})
