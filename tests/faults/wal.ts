// A site whose log is archived loses its database: PostgreSQL is killed under writers and its folder deleted. It is
// restored to a moment in between, and to the end of the archive; and after a stop, which sends what is left, once more.
// The archive is a folder at first. Then it is a bucket, and nothing else is left of the site: a backup in that bucket has
// its files and keys.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import S3rver from 's3rver'
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

/** Where the archive is, and what else is left when the site is gone. */
type Place = {
  name: string
  env: Record<string, string>
  /** Uploads a file and makes a backup. @returns what `npm run restore` is given besides the time */
  backUp(site: TestServer): Promise<string[]>
  /** Takes away what the place does not keep. */
  destroy(site: string): void
  /** Gives an empty data folder what the operator has besides. */
  prepare(site: string, dataDir: string): void
  /** Uploaded files that are there. */
  files(): number
}

export async function pointInTime(): Promise<Row[]> {
  const folder = scratchFolder()
  const archive = join(folder.path, 'archive')
  mkdirSync(archive)
  const inFolder = await drill({
    name: 'in a folder',
    env: { WAL_ARCHIVE_TO: `${archive}/` },
    backUp: async () => [],
    destroy: (site) => rmSync(join(site, 'postgres'), REMOVE),
    prepare: (site, dataDir) => copyFileSync(join(site, 'secrets.json'), join(dataDir, 'secrets.json')),
    files: () => 0,
  })
  const bucket = join(folder.path, 's3')
  mkdirSync(bucket)
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: bucket,
    configureBuckets: ['archive', 'files'].map((name) => ({ name, configs: [] })),
  })
  const S3_ENDPOINT = `http://127.0.0.1:${((await s3.run()) as AddressInfo).port}`
  const files = join(bucket, 'files')
  const env = {
    WAL_ARCHIVE_TO: 's3://archive/log/',
    S3_BUCKET: 'files',
    S3_ENDPOINT,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const inBucket = await drill({
    name: 'in S3',
    env,
    backUp: async (site) => {
      await upload(site)
      const backup = 's3://archive/site.tar.gz'
      await program('backup', [backup, '--with-keys'], { ...env, DATA_DIR: site.dataDir })
      return [backup]
    },
    destroy: (site) => {
      rmSync(site, REMOVE)
      for (const name of readdirSync(files)) rmSync(join(files, name), REMOVE)
    },
    prepare: () => undefined,
    files: () =>
      readdirSync(files, { recursive: true }).filter((name) => `${name}`.endsWith('_object')).length,
  })
  await s3.close()
  folder.remove()
  return [...inFolder, ...inBucket]
}

const PASSPHRASE = { BACKUP_PASSPHRASE: 'for this run alone' }
const REMOVE = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

async function program(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, `scripts/${name}.ts`), ...args],
    { cwd: ROOT, env: { PATH: process.env.PATH, ...PASSPHRASE, ...env } },
  )
  console.log(stdout.trim())
}

async function upload(site: TestServer): Promise<void> {
  const headers = { apikey: site.secretKey, authorization: `Bearer ${site.secretKey}` }
  const send = async (path: string, type: string, body: string) => {
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
    const answer = await fetch(`${site.url}/storage/v1/${path}`, init)
    if (!answer.ok) throw new Error(await answer.text())
  }
  await send('bucket', 'application/json', JSON.stringify({ id: 'drill', name: 'drill', public: true }))
  for (const name of ['a', 'b', 'c']) await send(`object/drill/${name}.txt`, 'text/plain', `File ${name}`)
}

async function drill(place: Place): Promise<Row[]> {
  const folder = scratchFolder()
  const inFolder = (name: string) => join(folder.path, name)
  const env = { ...place.env, ...PASSPHRASE }
  const site = await startServer({ ...env, SEED: 'sample', DATA_DIR: inFolder('site') })
  await baseCopies(site, 1)
  const backup = await place.backUp(site)
  const uploaded = place.files()
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
  place.destroy(inFolder('site'))
  const restore = async (name: string, until: string) => {
    mkdirSync(inFolder(name))
    place.prepare(inFolder('site'), inFolder(name))
    const began = performance.now()
    await program('restore', ['--until', until, ...backup], { ...env, DATA_DIR: inFolder(name) })
    return (performance.now() - began) / 1_000
  }
  const before = ledger.acknowledged.filter((_, entry) => (ledger.at[entry] ?? 0) < moment.at)
  const after = ledger.acknowledged.filter((_, entry) => (ledger.begun[entry] ?? 0) > moment.at)
  const left = await leftByRefusal(() => restore('refused', new Date().toISOString()), inFolder('refused'))
  const leftFiles = place.files()
  const seconds = await restore('moment', moment.time)
  const missingFiles = uploaded - place.files()
  const atMoment = await inspect(inFolder('moment'), before, after)
  await restore('latest', 'latest')
  const atEnd = await inspect(inFolder('latest'), ledger.acknowledged, [])
  const firstLost = ledger.at.filter((_, entry) => atEnd.lost.has(ledger.acknowledged[entry] ?? ''))
  const lostSeconds = firstLost.length === 0 ? 0 : (killed.at - Math.min(...firstLost)) / 1_000
  // The restored site goes on in a history of its own, and is stopped.
  const PORT = new URL(site.url).port
  const again = await startServer({ ...env, PORT, DATA_DIR: inFolder('latest') })
  await baseCopies(again, 1)
  // Their tokens are of before: the keys are the same.
  const later = openLedger(again, members, await openThreads(again, WRITERS))
  await sleep(5_000)
  await later.close()
  await again.stop()
  await restore('stopped', 'latest')
  const atStop = await inspect(inFolder('stopped'), later.acknowledged, [])
  folder.remove()
  const what = `the log in an archive ${place.name}, kill -9 of PostgreSQL and its folder gone`
  const row = rowsOf(what)
  const of = ({ acknowledged }: Ledger) => `of ${acknowledged.length}`
  return [
    row('left behind by a restore that is refused', left + leftFiles, {}),
    row('acknowledged before a moment, lost', atMoment.lost.size, { note: `of ${before.length}` }),
    row('written after it, restored', atMoment.found, { note: `of ${after.length}` }),
    row('files lost', missingFiles, { note: `of ${uploaded}` }),
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

/** @returns how many files and folders are there afterwards that were not put there before */
async function leftByRefusal(restore: () => Promise<unknown>, dataDir: string): Promise<number> {
  const said = await restore().then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )
  if (!said.includes('does not go that far')) throw new Error(`the restore was not refused: ${said}`)
  return readdirSync(dataDir).filter((name) => name !== 'secrets.json').length
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
