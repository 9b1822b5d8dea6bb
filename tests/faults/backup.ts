// A large site is backed up while fifty members write, restored elsewhere, and backed up again: nobody is refused, and
// both backups hold the same rows.
import { execFile } from 'node:child_process'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSync } from 'otplib'
import { type Manifest, readArchive } from '../../api/backup/archive.ts'
import { connect } from '../../api/database/connection.ts'
import { generate } from '../../bench/generate.ts'
import { PASSWORD, signUpMembers } from '../../bench/members.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openLedger, openThreads, wrongCounters } from './ledger.ts'
import { scratchFolder } from './scratch.ts'

const DISCUSSIONS = Number(process.env.FAULTS_DISCUSSIONS ?? 120_000)
const WRITERS = 50
const PASSPHRASE = 'for this run alone'
const RESTORED_WITHIN_S = 600
/** Which folder holds the files, and which backups it has: another folder, other rows. */
const OF_THE_FOLDER = ['platform.key_fingerprints', 'platform.backups']
const ROOT = join(import.meta.dirname, '../..')

export async function backupUnderLoad(): Promise<Row[]> {
  const folder = scratchFolder()
  const inFolder = (name: string) => join(folder.path, name)
  const site = await startServer({ DATA_DIR: inFolder('site') })
  await generate(site.adminDatabaseUrl, DISCUSSIONS)
  const size = await megabytes(site.adminDatabaseUrl)
  const members = await signUpMembers(site, WRITERS)
  const factor = await enrol(site, members[0]?.token ?? '')
  const ledger = openLedger(site, members, await openThreads(site, WRITERS))
  const made = await timed('backup', inFolder('first.tar.gz'), inFolder('site'))
  await ledger.close()
  await site.stop()
  const restored = await timed('restore', inFolder('first.tar.gz'), inFolder('restored'))
  await timed('backup', inFolder('second.tar.gz'), inFolder('restored'))
  const [first, second] = [
    await manifestOf(inFolder('first.tar.gz')),
    await manifestOf(inFolder('second.tar.gz')),
  ]
  const different = Object.entries(first.tables).filter(
    ([name, { sha256 }]) => second.tables[name]?.sha256 !== sha256 && !OF_THE_FOLDER.includes(name),
  )
  const again = await startServer({ DATA_DIR: inFolder('restored') })
  const wrong = await wrongCounters(again.adminDatabaseUrl)
  const level = await signInWith(again, factor)
  await again.stop()
  const packed = statSync(inFolder('first.tar.gz')).size / 1024 ** 2
  folder.remove()
  const what = `a backup of ${Math.round(size)} MiB while ${WRITERS} members write`
  const row = rowsOf(what)
  return [
    row('writes refused', ledger.refused, {
      note: [
        `of ${ledger.acknowledged.length + ledger.refused}`,
        ...[...ledger.answers].map(([answer, times]) => `${times} × ${answer}`),
      ].join(', '),
    }),
    row('made in', made, {
      unit: 's',
      ceiling: RESTORED_WITHIN_S,
      aim: 60,
      note: `${Math.round(packed)} MiB`,
    }),
    row('restored in', restored, { unit: 's', ceiling: RESTORED_WITHIN_S, aim: 180 }),
    row('tables whose rows differ', different.length, { note: different.map(([name]) => name).join() }),
    row('wrong counters', wrong, {}),
    row('members who cannot sign in with their second factor', level === 'aal2' ? 0 : 1, { note: level }),
  ]
}

type Factor = { id: string; secret: string }

async function ask<T>(site: TestServer, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(`${site.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** @returns a session's token, after a code of `offset` periods of 30 s later */
async function verify(
  site: TestServer,
  { id, secret }: Factor,
  token: string,
  offset: number,
): Promise<string> {
  const challenge = await ask<{ id: string }>(site, `factors/${id}/challenge`, {}, token)
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * offset })
  const session = { challenge_id: challenge.id, code }
  return (await ask<{ access_token: string }>(site, `factors/${id}/verify`, session, token)).access_token
}

async function enrol(site: TestServer, token: string): Promise<Factor> {
  const { id, totp } = await ask<{ id: string; totp: { secret: string } }>(
    site,
    'factors',
    { factor_type: 'totp' },
    token,
  )
  await verify(site, { id, secret: totp.secret }, token, -1)
  return { id, secret: totp.secret }
}

/** @returns the level that the first member's new session has: aal2 after both steps */
async function signInWith(site: TestServer, factor: Factor): Promise<string> {
  const email = 'bench0@example.invalid'
  const { access_token } = await ask<{ access_token: string }>(site, 'token?grant_type=password', {
    email,
    password: PASSWORD,
  })
  const [, claims = ''] = (await verify(site, factor, access_token, 1)).split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aal: string }).aal
}

/** Runs the program. @returns how many seconds it took */
async function timed(name: 'backup' | 'restore', archive: string, dataDir: string): Promise<number> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE }
  const args = [join(ROOT, `scripts/${name}.ts`), archive, ...(name === 'backup' ? ['--with-keys'] : [])]
  const began = performance.now()
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  return (performance.now() - began) / 1_000
}

async function manifestOf(archive: string): Promise<Manifest> {
  for await (const { name, content } of readArchive(createReadStream(archive), PASSPHRASE)) {
    if (name === 'manifest.json') return JSON.parse(content.toString('utf8')) as Manifest
  }
  throw new Error(`${archive} has no manifest`)
}

async function megabytes(ownerUrl: string): Promise<number> {
  const sql = connect(ownerUrl, { max: 1 })
  const [row] = await sql<{ size: number }[]>`
    select (pg_database_size(current_database()) / 1024.0 / 1024.0)::float8 as size`
  await sql.end()
  return row?.size ?? Number.NaN
}
