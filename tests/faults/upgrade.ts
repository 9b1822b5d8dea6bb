// A site on the PostgreSQL before this release's is upgraded, and `npm run upgrade` is killed at each of its steps: the
// old database stays as it was, and the next run goes through, with every row, sequence and queued job. Needs npm's
// registry for the old programs.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '../../api/backup/archive.ts'
import { writeBackup } from '../../api/backup/backup.ts'
import { fetchPrograms } from '../../api/backup/upgrade.ts'
import { connect } from '../../api/database/connection.ts'
import { clusterIn, MAJOR, majorOf, type Programs, startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { scratchFolder } from './scratch.ts'

const ROOT = join(import.meta.dirname, '../..')
const OLD = String(Number(MAJOR) - 1)
const MOST_STEPS = 20

type Old = { major: string; programs: Programs }

export async function killedUpgrades(): Promise<Row[]> {
  const folder = scratchFolder()
  const made = join(folder.path, 'made')
  const programs = await fetchPrograms(OLD, join(made, `postgres-programs-${OLD}`))
  const before = await fillOld(made, { major: OLD, programs })
  const refusal = await startServer({ DATA_DIR: made }).then(
    async (site) => site.stop().then(() => 'it started'),
    (error: Error) => error.message,
  )
  let kills = 0
  let lost = 0
  let different = 0
  let unfinished = 0
  // Each step is killed as it begins, and again while it works.
  for (const delay of [0, 700]) {
    for (let step = 1; step < MOST_STEPS; step += 1) {
      const dataDir = join(folder.path, `killed-${step}-${delay}`)
      execFileSync('cp', ['-a', made, dataDir])
      const said = await upgrade(dataDir, { step, delay })
      const isOver = said.includes(` rows are in PostgreSQL ${MAJOR}`)
      if (!isOver) kills += 1
      if (oldFolders(dataDir).length !== 1) lost += 1
      const last = isOver ? said : await upgrade(dataDir)
      if (majorOf(clusterIn(dataDir)) !== MAJOR || oldFolders(dataDir).length !== 1) unfinished += 1
      else different += differences(before, await contentOf(dataDir))
      console.log(`  step ${step} after ${delay} ms: ${last.trim().split('\n').at(-1)}`)
      execFileSync('rm', ['-rf', dataDir])
      if (isOver) break
    }
  }
  folder.remove()
  const what = `npm run upgrade from PostgreSQL ${OLD}, killed ${kills} times`
  const none = { unit: '', ceiling: 0, aim: 0 }
  const isRefused = refusal.includes('npm run upgrade moves it')
  return [
    { what: `${what}: runs that lost the old folder`, ...none, value: lost },
    { what: `${what}: runs after it that did not end`, ...none, value: unfinished },
    { what: `${what}: tables and sequences that differ`, ...none, value: different },
    { what: `a start on PostgreSQL ${OLD} that was not refused`, ...none, value: isRefused ? 0 : 1 },
  ]
}

/** A site with the sample community on the old PostgreSQL, and a job in its queue. */
async function fillOld(dataDir: string, old: Old): Promise<Manifest> {
  const log = createLog('silent')
  let embedded = await startEmbedded(dataDir, log, {}, { other: old })
  const site = await startServer({ DATA_DIR: dataDir, DATABASE_URL: embedded.ownerUrl, SEED: 'sample' })
  await site.stop()
  const sql = connect(embedded.ownerUrl, { max: 1 })
  await sql`select graphile_worker.add_job('mail', '{"kept": true}'::json)`
  await sql.end()
  await embedded.stop()
  embedded = await startEmbedded(dataDir, log, {}, { other: old })
  return contentOfServer(embedded)
}

async function contentOf(dataDir: string): Promise<Manifest> {
  return contentOfServer(await startEmbedded(dataDir, createLog('silent')))
}

async function contentOfServer(embedded: Awaited<ReturnType<typeof startEmbedded>>): Promise<Manifest> {
  const sql = connect(embedded.ownerUrl, { max: 1 })
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { manifest } = await writeBackup({ sql, backend: null, output, withQueue: true, secrets: null })
  await sql.end()
  await embedded.stop()
  return manifest
}

function differences(before: Manifest, after: Manifest): number {
  return (['tables', 'sequences'] as const).reduce((sum, kind) => {
    const names = new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])
    const isSame = (name: string) => JSON.stringify(before[kind][name]) === JSON.stringify(after[kind][name])
    return sum + [...names].filter((name) => !isSame(name)).length
  }, 0)
}

/** Folders in which the old database is. */
function oldFolders(dataDir: string): string[] {
  return readdirSync(dataDir).filter(
    (name) => /^postgres(?:-\d|$)/.test(name) && majorOf(join(dataDir, name)) === OLD,
  )
}

/** @param kill after which step's line, and how long after it @returns what it said */
async function upgrade(dataDir: string, kill?: { step: number; delay: number }): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/upgrade.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const before = said.split('\n').length
    said += chunk
    const after = said.split('\n').length
    if (kill && before <= kill.step && after > kill.step)
      void sleep(kill.delay).then(() => child.kill('SIGKILL'))
  })
  await new Promise((resolve) => child.once('close', resolve))
  return said
}
