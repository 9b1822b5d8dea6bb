// Two nodes are killed while they migrate one database.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import type { Row } from '../../bench/report.ts'
import { describeCatalog } from '../support/catalog.ts'
import { scratchFolder } from './scratch.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 20)
/** The most files between two kills. */
const FILES_BETWEEN = 12
const none = { unit: '', ceiling: 0, aim: 0 }

/** Two nodes migrate a database and are killed at random moments until it is migrated, in one database after another. */
export async function killedMigrations(): Promise<Row[]> {
  const folder = scratchFolder()
  const embedded = await startEmbedded(folder.path, createLog('silent'))
  const owner = connect(embedded.ownerUrl, { max: 1 })
  const [whole] = await Promise.all([migrateTo(embedded.ownerUrl)])
  const expected = await describeSchema(embedded.ownerUrl)
  let [kills, failures, differences, database] = [0, whole === 0 ? 0 : 1, 0, 0]
  let files = new Set<number>()
  while (kills < KILLS) {
    database += 1
    const url = await createDatabase(embedded.ownerUrl, database)
    while (kills < KILLS) {
      const nodes = [node(url), node(url)]
      // Counted in files, not in time: a busy machine would never get beyond the first files.
      const reach = (await countMigratedFiles(url)) + Math.floor(Math.random() * FILES_BETWEEN)
      const isDone = () => nodes.some(({ child }) => child.exitCode === 0)
      while ((await countMigratedFiles(url)) < reach && !isDone()) await sleep(5)
      await sleep(Math.random() * 50)
      const wasDone = isDone()
      for (const { child } of nodes) child.kill('SIGKILL')
      await Promise.all(nodes.map(({ ended }) => ended))
      if (wasDone) break
      kills += 1
      files = files.add(await countMigratedFiles(url))
    }
    // Both nodes start again, and neither may fail on a half migrated schema.
    failures += (await Promise.all([migrateTo(url), migrateTo(url)])).filter((code) => code !== 0).length
    if ((await describeSchema(url)) !== expected) differences += 1
  }
  await owner.end()
  await embedded.stop()
  folder.remove()
  const what = `two nodes killed while they migrate, ${kills} times`
  return [
    {
      what: `${what}: failed starts afterwards`,
      value: failures,
      ...none,
      note: `after ${[...files].sort((a, b) => a - b).join(', ')} files`,
    },
    {
      what: `${what}: schemas that differ from a fresh one`,
      value: differences,
      ...none,
      note: `of ${database}`,
    },
  ]
}

function node(url: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-once.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: url },
  })
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

const migrateTo = (url: string) => node(url).ended

async function createDatabase(ownerUrl: string, number: number): Promise<string> {
  const url = new URL(ownerUrl)
  const name = `killed_${number}`
  const sql = connect(ownerUrl, { max: 1 })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  url.pathname = `/${name}`
  return url.href
}

async function countMigratedFiles(url: string): Promise<number> {
  const sql = connect(url, { max: 1 })
  try {
    const [table] = await sql`select to_regclass('platform.migration_checksums') is not null as exists`
    if (!table?.exists) return 0
    const [row] = await sql<
      { files: number }[]
    >`select count(*)::int as files from platform.migration_checksums`
    return row?.files ?? 0
  } finally {
    await sql.end()
  }
}

async function describeSchema(url: string): Promise<string> {
  const sql = connect(url, { max: 1 })
  try {
    return (await describeCatalog(sql)).join('\n')
  } finally {
    await sql.end()
  }
}
