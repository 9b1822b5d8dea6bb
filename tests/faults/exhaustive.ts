// Tests of npm test that try a part for the sake of time, with EXHAUSTIVE=1: they try all of it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Row } from '../../bench/report.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Every statement of every migration, made to fail. */
export async function failingStatements(): Promise<Row[]> {
  return [run('each statement of each migration made to fail: broken tests', 'api/database/migrate.test.ts')]
}

/** Every naughty string, 5,000 posts of one account, 10,000 subscribers. */
export async function wholeSizes(): Promise<Row[]> {
  return [
    run('naughty strings, at every input: broken tests', 'tests/attacks/naughty-'),
    run('5,000 posts are erased: broken tests', 'supabase/tombstones.test.ts'),
    run('10,000 subscribers are written to: broken tests', 'api/jobs/worker.test.ts'),
  ]
}

function run(what: string, test: string): Row {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', test],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, EXHAUSTIVE: '1' } },
  )
  if (status !== 0) console.log(stdout)
  return { what, value: status === 0 ? 0 : 1, unit: '', ceiling: 0, aim: 0 }
}
