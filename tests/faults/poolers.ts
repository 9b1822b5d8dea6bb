// Which PgBouncer may stand between the nodes and the database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../api/database/connection.ts'
import type { Row } from '../../bench/report.ts'
import { findProgram, freePort } from '../support/program.ts'
import type { Cluster } from './cluster.ts'
import { freshPages } from './nodes-agree.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const MISCONFIGURED = 78
/** The pool's role of an operator, without the settings that a start gives its own. */
const BARE_ROLE = 'pool_of_the_drill'
const none = { unit: '', ceiling: 0, aim: 0 }

/** Nodes whose DATABASE_URL names PgBouncer. */
export async function poolers(cluster: Cluster): Promise<Row[]> {
  const transaction = await startPgbouncer(cluster, 'transaction')
  const refused = await startRefused(cluster, transaction.url)
  await transaction.stop()
  const session = await startPgbouncer(cluster, 'session')
  const own = { POOL_DATABASE_URL: session.url.replace('postgres@', 'authenticator_arthachowk@') }
  const parameters = await startRefused(cluster, cluster.settings.DATABASE_URL ?? '', own)
  const owner = connect(cluster.settings.DATABASE_URL ?? '', { max: 1 })
  await owner.unsafe(`create role ${BARE_ROLE} login inherit in role authenticator`)
  await owner.end()
  const dropping = await startPgbouncer(cluster, 'session', [
    'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, jit',
  ])
  const pool = { POOL_DATABASE_URL: dropping.url.replace('postgres@', `${BARE_ROLE}@`) }
  const dropped = await startRefused(cluster, cluster.settings.DATABASE_URL ?? '', pool)
  await dropping.stop()
  const node = await cluster.start('one', { DATABASE_URL: session.url })
  const other = await cluster.start('two')
  const [fresh] = await freshPages([node, other])
  await node.stop()
  await other.stop()
  await session.stop()
  const isRefused = ({ code, said }: typeof refused, line: RegExp) =>
    code === MISCONFIGURED && line.test(said)
  return [
    {
      what: 'PgBouncer in transaction mode: starts that are not refused in one line',
      ...none,
      value: Number(!isRefused(refused, /^DATABASE_URL names a transaction pooler[^\n]*\n$/)),
      note: refused.said.trim(),
    },
    {
      what: 'PgBouncer for POOL_DATABASE_URL, without the settings: starts that are not refused in one line',
      ...none,
      value: Number(!isRefused(parameters, /^POOL_DATABASE_URL names a pooler that refuses[^\n]*\n$/)),
      note: parameters.said.trim(),
    },
    {
      what: 'the same, with PgBouncer told to drop them: starts that are not refused in one line',
      ...none,
      value: Number(!isRefused(dropped, /^POOL_DATABASE_URL names a pooler that drops[^\n]*\n$/)),
      note: dropped.said.trim(),
    },
    ...(fresh ? [{ ...fresh, what: `PgBouncer in session mode, ${fresh.what}` }] : []),
  ]
}

async function startRefused(cluster: Cluster, databaseUrl: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...cluster.settings,
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(cluster.folder, 'one'),
      DATABASE_URL: databaseUrl,
      ...more,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** @param more lines of its configuration */
async function startPgbouncer(cluster: Cluster, mode: 'session' | 'transaction', more: string[] = []) {
  const program = findProgram(['pgbouncer'], 'pgbouncer', 'PGBOUNCER')
  const folder = mkdtempSync(join(cluster.folder, 'pgbouncer-'))
  const owner = new URL(cluster.settings.DATABASE_URL ?? '')
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(
    users,
    ['postgres', BARE_ROLE, 'authenticator_arthachowk'].map((user) => `"${user}" ""\n`).join(''),
  )
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `arthachowk = host=${owner.searchParams.get('host')} dbname=arthachowk`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
      ...more,
      '',
    ].join('\n'),
  )
  // It does not run as root; and the database's socket belongs to `nobody` where root starts it.
  const isRoot = process.getuid?.() === 0
  for (const path of [cluster.folder, folder]) chmodSync(path, 0o755)
  const child = spawn(program, [file], {
    stdio: ['ignore', 'ignore', process.env.FAULTS_VERBOSE ? 'inherit' : 'ignore'],
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  })
  const url = `postgres://postgres@127.0.0.1:${port}/arthachowk`
  for (let attempt = 0; ; attempt += 1) {
    const sql = connect(url, { max: 1, connect_timeout: 2, fetch_types: false })
    const answers = await sql
      .unsafe('select 1')
      .simple()
      .then(Boolean, () => false)
    await sql.end({ timeout: 1 })
    if (answers) break
    if (attempt > 50) throw new Error('PgBouncer does not answer')
    await sleep(100)
  }
  return {
    url,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
