import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig, readSettings, SECRET_NAMES, SETTING_NAMES } from './config.ts'

const VALUE = 'hunter2-of-thirty-two-characters-or-more'
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(content: string, mode = 0o600): string {
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  chmodSync(file, mode)
  return file
}

test('every setting whose name says secret, key, token, passphrase or password is one, but those that are public', () => {
  const named = SETTING_NAMES.filter((name) => /SECRET|KEY|TOKEN|PASS(?:PHRASE|WORD$)/.test(name))
  const open = ['PUBLISHABLE_KEY', 'VERIFICATION_KEYS', 'REQUIRE_API_KEY', 'MINIMUM_PASSWORD']
  const addresses = ['DATABASE_URL', 'POOL_DATABASE_URL', 'REDIS_URL', 'SMTP_URL']
  expect([...SECRET_NAMES].sort()).toEqual(
    [...new Set([...named.filter((name) => !open.includes(name)), ...addresses])].sort(),
  )
})

describe('a secret in a file', () => {
  test.each([
    ['ENCRYPTION_KEY', VALUE, ({ secrets }: Config) => secrets.ENCRYPTION_KEY],
    ['JWT_SECRET', VALUE, ({ jwtSecret }: Config) => jwtSecret],
    ['BACKUP_PASSPHRASE', VALUE, (config: Config) => config.backupPassphrase],
    ['DATABASE_URL', 'postgres://owner:x@db/site', ({ databaseUrl }: Config) => databaseUrl],
  ])('%s_FILE, without its line break', async (name, value, read) => {
    const config = await readConfig({ DATA_DIR: folder, [`${name}_FILE`]: fileWith(`${value}\r\n`) })
    expect(read(config)).toBe(value)
    expect(config.warnings).toEqual([])
  })

  test('is judged like one from the environment, and its value is not repeated', () => {
    const read = () => readSettings({ DATA_DIR: folder, JWT_SECRET_FILE: fileWith('hunter2') })
    expect(read).toThrow(new ConfigError('JWT_SECRET must be at least 32 characters'))
  })

  test('beside the setting itself is refused in one line', () => {
    const env = { DATA_DIR: folder, JWT_SECRET: VALUE, JWT_SECRET_FILE: fileWith(VALUE) }
    expect(() => readSettings(env)).toThrow(
      new ConfigError('JWT_SECRET and JWT_SECRET_FILE are both given; keep one of them'),
    )
  })

  test.each([
    ['missing', () => join(folder, 'gone'), /^JWT_SECRET_FILE cannot be read: ENOENT.*gone'$/],
    ['a folder', () => folder, /^JWT_SECRET_FILE cannot be read: EISDIR.*$/],
    ['empty', () => fileWith('\n'), /^JWT_SECRET_FILE names an empty file \(.*\)$/],
  ])('that is %s is refused in one line', (_what, file, line) => {
    expect(() => readSettings({ DATA_DIR: folder, JWT_SECRET_FILE: file() })).toThrow(line)
  })

  test('that every user may read is told, with the command that changes it', () => {
    const file = fileWith(VALUE, 0o644)
    expect(readSettings({ DATA_DIR: folder, JWT_SECRET_FILE: file }).warnings).toEqual([
      `JWT_SECRET_FILE can be read by every user of this machine; chmod 600 ${file}`,
    ])
  })

  test('is for secrets only', () => {
    expect(readSettings({ DATA_DIR: folder, HOST_FILE: fileWith('0.0.0.0') }).host).toBe('127.0.0.1')
  })
})

test('an empty NAME_FILE counts as not given', () => {
  expect(readSettings({ DATA_DIR: folder, JWT_SECRET_FILE: '' }).jwtSecret).toBeNull()
})

test('.env.example names every secret among those that a file may hold', () => {
  const text = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
  const [, list = ''] = /^# A secret can be in a file.*?NAME_FILE: ([^.]*)/ms.exec(text) ?? []
  expect([...list.matchAll(/[A-Z0-9_]{3,}/g)].map(String).sort()).toEqual([...SECRET_NAMES].sort())
})
