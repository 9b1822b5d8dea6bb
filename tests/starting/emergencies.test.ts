// The commands of docs/operations/emergencies.md do what the page says: each statement is taken from the page itself.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFactor } from '../support/second-factor.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/operations/emergencies.md'), 'utf8')
const EMAIL = 'you@example.org'
const PASSWORD = 'kaleidoscope-tamarind-7'
let site: TestServer
let service: SupabaseClient
let id = ''

beforeAll(async () => {
  site = await startServer({ AUTOCONFIRM: 'on' })
  const auth = { persistSession: false, autoRefreshToken: false }
  service = createClient(site.url, site.secretKey, { auth })
  const { data } = await service.auth.admin.createUser({
    email: EMAIL,
    password: PASSWORD,
    email_confirm: true,
  })
  id = data.user?.id ?? ''
}, 60_000)
afterAll(() => site.stop())

/** Runs the page's command that begins with `start`, with `email` in the place of its example. */
async function run(start: string): Promise<string> {
  const [, write, statement = ''] =
    PAGE.split('\n')
      .map((line) => /^npm run sql (-- --write )?"(.*)"$/.exec(line))
      .find((found) => found?.[2]?.startsWith(start)) ?? []
  const args = [...(write ? ['--write'] : []), statement.replaceAll('them@example.org', EMAIL)]
  const env = { ...PROGRAM_ENV, DATA_DIR: site.dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/sql.ts'), ...args], {
    cwd: ROOT,
    env,
  })
  return stdout
}

const signedIn = async () => {
  const client = createClient(site.url, site.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(error).toBeNull()
  return client
}

test('an administrator is made and unmade, at once', async () => {
  const client = await signedIn()
  const isAdmin = async () => (await client.rpc('is_admin')).data
  expect(await isAdmin()).toBe(false)
  expect(await run('insert into public.user_roles')).toBe('INSERT 1\n')
  expect(await isAdmin()).toBe(true)
  expect(await run('delete from public.user_roles')).toBe('DELETE 1\n')
  expect(await isAdmin()).toBe(false)
})

test('a link without mail, and a lost second factor', async () => {
  const { data } = await service.auth.admin.generateLink({ type: 'recovery', email: EMAIL })
  expect(data.properties?.action_link).toContain(site.url)
  const { data: session } = await (await signedIn()).auth.getSession()
  await withFactor(site, session.session?.access_token ?? '')
  expect(await run('delete from auth.mfa_factors')).toBe('DELETE 1\n')
  const { data: level } = await (await signedIn()).auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('lost keys are forgotten, and a member is deleted', async () => {
  expect(await run('delete from platform.key_fingerprints')).toBe('OK\n')
  expect(await run('select id from auth.users')).toContain(id)
  expect((await service.auth.admin.deleteUser(id)).error).toBeNull()
  expect(await run('select id from auth.users')).toContain('(0 rows)')
})
