// npm test with the names of files runs these and nothing else, each with its own runner; killed, nothing of it lives on.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isBuilt, isInstalled } from './prepare.mjs'
import { temporaryBase } from './process-group.mjs'
import { chosenTests } from './test-files.mjs'

const ROOT = join(import.meta.dirname, '..')
const NOTHING = { isAll: false, name: null, tests: [], journeys: [], unknown: [] }

test.each([
  { args: [], chosen: { isAll: true } },
  { args: ['shared/slugs.test.ts'], chosen: { tests: ['shared/slugs.test.ts'] } },
  { args: [join(ROOT, 'shared/slugs.test.ts:12')], chosen: { tests: ['shared/slugs.test.ts:12'] } },
  {
    args: ['tests/e2e/journeys/polls.spec.ts', '-t', 'a poll'],
    chosen: { journeys: ['tests/e2e/journeys/polls\\.spec\\.ts'], name: 'a poll' },
  },
  { args: ['shared/slugs.ts'], chosen: { unknown: ['shared/slugs.ts'] } },
  { args: ['shared/none.test.ts'], chosen: { unknown: ['shared/none.test.ts'] } },
  { args: ['-t', 'slug'], chosen: { unknown: ['-t slug'], name: 'slug' } },
])('npm test -- $args chooses $chosen', ({ args, chosen }) => {
  expect(chosenTests(args, ROOT)).toEqual({ ...NOTHING, ...chosen })
})

/** Beside the folder of the run that this file is part of: within it, PostgreSQL's socket would have too long a path. */
const newFolder = () => mkdtempSync(join(temporaryBase(), 'arthachowk-npm-test-'))

/** The processes whose command line or settings name a folder. */
function processesWith(folder: string): string[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => `${read(pid, 'cmdline')}${read(pid, 'environ')}`.includes(folder))
}

beforeAll(() => {
  // It would begin by installing or building, in the middle of the tests that use the packages and the pages.
  if (!isInstalled() || !isBuilt())
    throw new Error('the packages or the pages are not up to date: `npm test` prepares them')
})

function npmTest(folder: string, ...args: string[]) {
  const { VITEST: _, VITEST_POOL_ID: __, TEMPLATE_DATA_DIR: ___, ...env } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'scripts/test.mjs'), ...args], {
    env: { ...env, TMPDIR: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

test('runs one file alone, and ends with its count', async () => {
  const folder = newFolder()
  const run = npmTest(folder, 'shared/trim.test.ts')
  expect(await run.ended, run.output()).toBe(0)
  expect(run.output()).toMatch(/Test Files {2}1 passed/)
  expect(run.output()).toMatch(/\n[1-9]\d* passed, 0 failed\n$/)
  const unknown = npmTest(folder, 'shared/trim.ts')
  expect(await unknown.ended).toBe(1)
  expect(unknown.output()).toMatch(/shared\/trim\.ts is no test file\n\n0 passed, 1 failed\n$/)
  rmSync(folder, { recursive: true })
})

test.skipIf(process.platform !== 'linux')(
  'killed while a file runs, nothing of it lives on: no worker, no server, no PostgreSQL, no file',
  async () => {
    const folder = newFolder()
    const run = npmTest(folder, 'tests/contract/digests.test.ts')
    const servers = () =>
      processesWith(folder).filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('impatient-site'),
      )
    await expect.poll(servers, { timeout: 60_000 }).not.toHaveLength(0)
    run.child.kill('SIGTERM')
    expect(await run.ended).not.toBe(0)
    expect(processesWith(folder)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
