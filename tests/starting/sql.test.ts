// `npm run sql`: the database of a running and of a stopped site, and of DATABASE_URL, as its owner.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-sql-'))
let site: TestServer
beforeAll(async () => {
  site = await startServer({ DATA_DIR: dataDir })
}, 60_000)
afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Outcome = { code: number | null; stdout: string; stderr: string }

function sql(args: string[], { env = {}, input = '' }: { env?: object; input?: string } = {}) {
  const program = spawn(process.execPath, [join(ROOT, 'scripts/sql.ts'), ...args], {
    cwd: ROOT,
    env: { ...PROGRAM_ENV, DATA_DIR: dataDir, ...env },
  })
  program.stdin.end(input)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    program[name].on('data', (chunk: Buffer) => {
      output[name] += chunk
    })
  return new Promise<Outcome>((resolve) => program.on('close', (code) => resolve({ code, ...output })))
}

const INSERT = `insert into public.forum_categories (name, slug) values ('Bonds', 'bonds')`

test('reads as the owner, and changes something with --write alone', async () => {
  expect(await sql([`select name, slug, 7 as n from public.forum_categories`])).toEqual({
    code: 0,
    stdout: 'name | slug | n\n-----+------+--\n(0 rows)\n',
    stderr: '',
  })
  for (const statement of [INSERT, `commit; ${INSERT}`, `begin; ${INSERT}; commit`]) {
    const { code, stderr } = await sql([statement])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^ERROR 25006: cannot execute INSERT in a read-only transaction\nTo change something: npm run sql -- --write\n$/,
    )
  }
  expect(await sql(['--write', `${INSERT}; select count(*) from public.forum_categories`])).toEqual({
    code: 0,
    stdout: 'OK\ncount\n-----\n    1\n(1 row)\n',
    stderr: '',
  })
  expect(
    (await sql(['--write', `update public.forum_categories set name = 'Gold' where slug = 'bonds';`])).stdout,
  ).toBe('UPDATE 1\n')
  const wrong = await sql(['--write', `${INSERT}; select nothing`])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toMatch(/^ERROR 23505: duplicate key.*\nKey \(slug\)=\(bonds\) already exists/s)
})

test('takes the statement from a pipe, and prints CSV or JSON', async () => {
  const input = `select 'a, "b"' as text, null as nothing, 7 as n, true as yes, '{"a": 1}'::jsonb as j, 12345678901234567890 as big`
  expect(await sql(['--csv'], { input })).toEqual({
    code: 0,
    stdout: 'text,nothing,n,yes,j,big\r\n"a, ""b""",,7,t,"{""a"": 1}",12345678901234567890\r\n',
    stderr: '',
  })
  expect(await sql(['--json'], { input })).toEqual({
    code: 0,
    stdout:
      '[{"text":"a, \\"b\\"","nothing":null,"n":7,"yes":true,"j":{"a":1},"big":"12345678901234567890"}]\n',
    stderr: '',
  })
})

test('a terminal obeys nothing that members wrote', async () => {
  const { stdout } = await sql([`select E'\\x1b[2Jा\\n' as text`])
  expect(stdout).toBe('text\n------------\n\\u001b[2Jा\\n\n(1 row)\n'.replace('------------', '-'.repeat(12)))
})

test('refuses what it cannot do in one sentence, and makes nothing', async () => {
  expect(await sql(['copy public.threads to stdout'])).toMatchObject({
    code: 1,
    stderr: 'COPY from or to the terminal is not supported: use --csv, or npm run export\n',
  })
  expect((await sql(['--rows', 'select 1'])).stderr).toMatch(
    /^Unknown option '--rows'.*\nUsage: npm run sql/s,
  )
  expect((await sql([])).stderr).toMatch(/^Usage: npm run sql/)
  const empty = join(dataDir, 'nowhere')
  expect(await sql(['select 1'], { env: { DATA_DIR: empty } })).toMatchObject({
    code: 1,
    stderr: `${empty} has no database. Set DATA_DIR or DATABASE_URL to the site's\n`,
  })
  expect(existsSync(empty)).toBe(false)
  const away = await sql(['select 1'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } })
  expect(away).toMatchObject({ code: 1, stdout: '' })
  expect(away.stderr).toMatch(/^DATABASE_URL names a database that cannot be reached: .*\n$/)
})

test('a site that is stopped, whose PostgreSQL it starts and stops; and DATABASE_URL', async () => {
  const count = 'select count(*) from public.forum_categories'
  expect(
    await sql(['--json', count], { env: { DATA_DIR: '/nowhere', DATABASE_URL: site.adminDatabaseUrl } }),
  ).toMatchObject({ code: 0, stdout: '[{"count":1}]\n' })
  await site.stop()
  expect(await sql(['--json', count])).toEqual({ code: 0, stdout: '[{"count":1}]\n', stderr: '' })
  expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
})
