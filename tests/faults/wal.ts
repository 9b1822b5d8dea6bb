// A site whose log is archived loses its database: PostgreSQL is killed under writers and its folder deleted. It is
// restored to a moment in between, and to the end of the archive; and after a stop, which sends what is left, once more.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import { signUpMembers } from '../../bench/members.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Ledger, openLedger, openThreads, wrongCounters } from './ledger.ts'
import { postmaster } from './postgres-processes.ts'
import { scratchFolder } from './scratch.ts'

const WRITERS = 16
const ROOT = join(import.meta.dirname, '../..')
/** PostgreSQL's archive_timeout, with which the site runs. */
const SENT_WITHIN_S = 60
/** Before the moment, and after it again: longer than that, so that parts are sent because of their age. */
const WRITES_MS = 1_000 * Number(process.env.FAULTS_SECONDS ?? 75)

export async function pointInTime(): Promise<Row[]> {
  const folder = scratchFolder()
  const inFolder = (name: string) => join(folder.path, name)
  mkdirSync(inFolder('archive'))
  const env = { WAL_ARCHIVE_TO: `${inFolder('archive')}/`, BACKUP_PASSPHRASE: 'for this run alone' }
  const site = await startServer({ ...env, SEED: 'sample', DATA_DIR: inFolder('site') })
  await baseCopies(site, 1)
  const members = await signUpMembers(site, WRITERS)
  const ledger = openLedger(site, members, await openThreads(site, WRITERS))
  await sleep(WRITES_MS)
  const moment = { at: performance.now(), time: new Date().toISOString() }
  await sleep(WRITES_MS)
  const killed = { at: performance.now(), pid: postmaster(inFolder('site')) }
  // Both at once: a node that is alone would start PostgreSQL again.
  site.process.kill('SIGKILL')
  process.kill(killed.pid, 'SIGKILL')
  await ledger.close()
  while (isLeft(killed.pid)) await sleep(50)
  rmSync(inFolder('site/postgres'), { recursive: true, maxRetries: 20, retryDelay: 100 })
  const restore = async (name: string, until: string) => {
    mkdirSync(inFolder(name))
    copyFileSync(inFolder('site/secrets.json'), inFolder(`${name}/secrets.json`))
    const began = performance.now()
    const args = [join(ROOT, 'scripts/restore.ts'), '--until', until]
    const settings = { PATH: process.env.PATH, ...env, DATA_DIR: inFolder(name) }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: settings })
    console.log(stdout.trim())
    return (performance.now() - began) / 1_000
  }
  const before = ledger.acknowledged.filter((_, entry) => (ledger.at[entry] ?? 0) < moment.at)
  const after = ledger.acknowledged.filter((_, entry) => (ledger.begun[entry] ?? 0) > moment.at)
  const seconds = await restore('moment', moment.time)
  const atMoment = await inspect(inFolder('moment'), before, after)
  await restore('latest', 'latest')
  const atEnd = await inspect(inFolder('latest'), ledger.acknowledged, [])
  const firstLost = ledger.at.filter((_, entry) => atEnd.lost.has(ledger.acknowledged[entry] ?? ''))
  const lostSeconds = firstLost.length === 0 ? 0 : (killed.at - Math.min(...firstLost)) / 1_000
  // The restored site goes on in a history of its own, and is stopped.
  const PORT = new URL(site.url).port
  const again = await startServer({ ...env, PORT, DATA_DIR: inFolder('latest') })
  await baseCopies(again, 1)
  const later = openLedger(again, members, await openThreads(again, WRITERS))
  await sleep(5_000)
  await later.close()
  await again.stop()
  await restore('stopped', 'latest')
  const atStop = await inspect(inFolder('stopped'), later.acknowledged, [])
  folder.remove()
  const what = 'the log in an archive, kill -9 of PostgreSQL and its folder gone'
  const row = rowsOf(what)
  const of = ({ acknowledged }: Ledger) => `of ${acknowledged.length}`
  return [
    row('acknowledged before a moment, lost', atMoment.lost.size, { note: `of ${before.length}` }),
    row('written after it, restored', atMoment.found, { note: `of ${after.length}` }),
    row('wrong counters', atMoment.wrong + atEnd.wrong + atStop.wrong, {}),
    row('restored in', seconds, { unit: 's', ceiling: 120, aim: 30 }),
    row('age of the oldest write lost at the end', lostSeconds, {
      unit: 's',
      ceiling: SENT_WITHIN_S + 5,
      aim: SENT_WITHIN_S,
      note: `${atEnd.lost.size} lost ${of(ledger)}`,
    }),
    row('lost after a stop', atStop.lost.size, { note: of(later) }),
  ]
}

/** Waits until the site made its base copies. */
async function baseCopies(site: TestServer, count: number): Promise<void> {
  while (site.log().filter(({ msg }) => msg === 'backup.made').length < count) {
    if (site.log().some(({ msg }) => msg === 'backup.failed')) throw new Error(JSON.stringify(site.log()))
    await sleep(100)
  }
}

function isLeft(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** @returns which of `written` a restored folder lacks, and how many of `later` it has */
async function inspect(dataDir: string, written: readonly string[], later: readonly string[]) {
  const embedded = await startEmbedded(dataDir, createLog('silent'))
  const sql = connect(embedded.ownerUrl, { max: 1 })
  const ids = new Set((await sql<{ id: string }[]>`select id from public.replies`).map(({ id }) => id))
  await sql.end()
  if (written.length === 0) throw new Error('no write was acknowledged, so nothing can be checked')
  const lost = new Set(written.filter((id) => !ids.has(id)))
  const wrong = await wrongCounters(embedded.ownerUrl)
  await embedded.stop()
  return { lost, wrong, found: later.filter((id) => ids.has(id)).length }
}
