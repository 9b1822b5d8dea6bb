// Names every statement that writes a way into an account outside the one procedure (change.ts), which alone asks for a
// proof, ends the other sessions and mails the owner.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** Files that may write without a `Change`, and why. */
const MAY_WRITE: Readonly<Record<string, string>> = {
  'api/auth/credentials/ways-in.ts': 'takes a Change',
  'api/auth/credentials/snapshot.ts': 'the undo of a change',
  'api/auth/signup/new-account.ts': 'a new account, or one that nobody has confirmed yet',
  'api/auth/signup/anonymous.ts': 'a new account, and the first identity of one without credentials',
  'api/auth/oauth/identities.ts': 'a new account, in place of one that nobody has confirmed yet',
  'api/auth/admin/admin-write.ts': 'a new account that the operator makes',
  'api/auth/admin/admin.ts': 'the operator deletes an account',
  'api/auth/signin/confirm.ts':
    'the first confirmation of an account drops a password that nobody has proved',
  'api/auth/signin/token.ts': 'another hash of the same password',
  'api/auth/account/close-account.ts': 'the end of the account, with a proof of its own',
  'server/import/load-members.ts': 'new accounts of an import',
  'supabase/seed/load.ts': 'the sample accounts of a new database',
}

/** What makes, changes or removes a way in; not what uses one, such as `used_at` of a code. */
const WRITES: readonly { table: string; columns: RegExp }[] = [
  { table: 'users', columns: /\b(?:encrypted_password|email)\s*=/ },
  { table: 'identities', columns: /\b(?:user_id|provider|provider_id)\s*=/ },
  { table: 'mfa_factors', columns: /\b(?:user_id|factor_type|status|secret)\s*=/ },
  { table: 'mfa_recovery_codes', columns: /\b(?:factor_id|code_hash)\s*=/ },
]

/** @returns the tables whose ways in the statements of `source` write */
function written(source: string): string[] {
  return WRITES.filter(({ table, columns }) => {
    if (new RegExp(`\\b(?:insert into|delete from) auth\\.${table}\\b`).test(source)) return true
    const updates = source.split(new RegExp(`\\bupdate auth\\.${table}\\b`)).slice(1)
    return updates.some((rest) => {
      const [statement = ''] = rest.split(/`|'\s*[,)]|"\s*[,)]/)
      const [set = ''] = statement.split(/\bwhere\b/)
      return columns.test(set)
    })
  }).map(({ table }) => table)
}

test('a way into an account is written by the procedure of credentials/ only', () => {
  const files = globSync(['api/**/*.ts', 'server/**/*.ts', 'shared/**/*.ts', 'supabase/**/*.ts'], {
    cwd: ROOT,
    exclude: (name) => name.endsWith('.test.ts') || name.includes('node_modules'),
  }).filter((name) => !name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const writers = files
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => ({ file, tables: written(readFileSync(join(ROOT, file), 'utf8')) }))
    .filter(({ tables }) => tables.length > 0)
  const strangers = writers.filter(({ file }) => !Object.hasOwn(MAY_WRITE, file))
  expect(strangers, 'use changeWaysIn of api/auth/credentials/change.ts').toEqual([])
  expect(writers.map(({ file }) => file).toSorted(), 'no exception without a writer').toEqual(
    Object.keys(MAY_WRITE).toSorted(),
  )
})

test.each([
  ['update auth.users set encrypted_password = $3 where id = $1', ['users']],
  ["update auth.users u set updated_at = now(), email = 'x' where lower(u.email) = $1", ['users']],
  ['update auth.users set last_sign_in_at = now() where lower(email) = $1', []],
  ['insert into auth.identities (id) values ($1)', ['identities']],
  ["update auth.mfa_factors set status = 'verified' where id = $1", ['mfa_factors']],
  ['update auth.mfa_factors set last_used_step = $1 where status = $2', []],
  ['delete from auth.mfa_recovery_codes where factor_id = $1', ['mfa_recovery_codes']],
  ['update auth.mfa_recovery_codes c set used_at = now() where c.code_hash = $1', []],
])('%s', (statement, tables) => {
  expect(written(`sql\`${statement}\``)).toEqual(tables)
})
