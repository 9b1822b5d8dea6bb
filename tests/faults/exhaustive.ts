// Runs tests with EXHAUSTIVE=1 that in npm test cover only a part, to save time, or the same samples each time.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../bench/report.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Makes every statement of every migration fail. */
export async function failingStatements(): Promise<Row[]> {
  return [run('each statement of each migration made to fail: failed tests', 'api/database/migrate.test.ts')]
}

/** Every naughty string, 5,000 posts of one account, 10,000 subscribers, a discussion of 20,000 replies, new samples. */
export async function wholeSizes(): Promise<Row[]> {
  const long = 'supabase/long-threads.test.ts'
  return [
    run('naughty strings, at every input: failed tests', 'tests/attacks/naughty-'),
    run('5,000 posts are erased, no statement over 1 s: failed tests', 'supabase/tombstones.test.ts'),
    run('10,000 subscribers get mail, no statement over 1 s: failed tests', 'api/jobs/worker.test.ts'),
    run('20,000 replies are hidden, no statement over 1 s: failed tests', long, '-t', 'the rows in batches'),
    run('20,000 replies are deleted, no statement over 1 s: failed tests', long, '-t', 'goes on in batches'),
    run('properties, with new samples: failed tests', ...propertyTests()),
  ]
}

function propertyTests(): string[] {
  const files = globSync('{api,app,server,shared,supabase}/**/*.test.{ts,tsx}', { cwd: ROOT })
  return files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"))
}

function run(what: string, ...tests: string[]): Row {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', ...tests],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, EXHAUSTIVE: '1' } },
  )
  if (status !== 0) console.log(stdout + stderr)
  return { what, value: status === 0 ? 0 : 1, unit: '', ceiling: 0, aim: 0 }
}
