// SIGKILL for the node, for the process of one connection and for PostgreSQL, while sixteen members write.
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { type Ledger, lostEntries, openLedger, openThreads, wrongCounters } from './ledger.ts'
import { backends, postmaster } from './postgres-processes.ts'
import { scratchFolder } from './scratch.ts'

const WRITERS = 16
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 50)
const READY_WITHIN_S = 5
const WRITING_WITHIN_S = 10

/** Kills the node at random moments and restarts it on the database, which keeps running. */
export async function killsOfTheNode(): Promise<Row[]> {
  const folder = scratchFolder()
  const settings = { SEED: 'sample', DATA_DIR: folder.path }
  let site = await startServer(settings)
  const again = { ...settings, PORT: new URL(site.url).port }
  const ledger = await writers(site)
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(100 + Math.random() * 900)
    const gone = new Promise((resolve) => site.process.once('exit', resolve))
    site.process.kill('SIGKILL')
    await gone
    const start = performance.now()
    site = await startServer(again)
    slowest = Math.max(slowest, (performance.now() - start) / 1_000)
  }
  await ledger.close()
  const what = `kill -9 of node, ${ROUNDS} times`
  const ledgerChecks = await ledgerRows(what, site.adminDatabaseUrl, ledger)
  await site.stop()
  folder.remove()
  return [
    ...ledgerChecks,
    {
      what: `${what}: time until ready`,
      value: slowest,
      unit: 's',
      ceiling: READY_WITHIN_S,
      aim: 2,
      note: 'slowest',
    },
  ]
}

/** Kills PostgreSQL's processes while the node keeps running. */
export async function killsOfPostgres(): Promise<Row[]> {
  const folder = scratchFolder()
  const site = await startServer({ SEED: 'sample', DATA_DIR: folder.path })
  const ledger = await writers(site)
  const rows: Row[] = []
  const kill = async (what: string, findPid: () => number | undefined) => {
    await sleep(1_000)
    const pid = findPid()
    if (!pid) throw new Error(`${what}: there is no such process`)
    process.kill(pid, 'SIGKILL')
    const killedAt = performance.now()
    while (!ledger.at.some((at) => at > killedAt + 250)) {
      if (performance.now() - killedAt > 60_000) throw new Error(`${what}: writes still fail`)
      await sleep(50)
    }
    const value = (performance.now() - killedAt) / 1_000
    rows.push({
      what: `${what}: time until writes work again`,
      value,
      unit: 's',
      ceiling: WRITING_WITHIN_S,
      aim: 3,
    })
  }
  await kill('kill -9 of a backend', () => backends(postmaster(folder.path))[0])
  await kill('kill -9 of the postmaster', () => postmaster(folder.path))
  await sleep(1_000)
  await ledger.close()
  const ledgerChecks = await ledgerRows('kill -9 of PostgreSQL', site.adminDatabaseUrl, ledger)
  await site.stop()
  folder.remove()
  return [...rows, ...ledgerChecks]
}

async function writers(site: Awaited<ReturnType<typeof startServer>>): Promise<Ledger> {
  const members = await signUpMembers(site, WRITERS)
  return openLedger(site, members, await openThreads(site, WRITERS))
}

async function ledgerRows(what: string, ownerUrl: string, { acknowledged }: Ledger): Promise<Row[]> {
  const none = { unit: '', ceiling: 0, aim: 0 }
  return [
    {
      what: `${what}: acknowledged writes lost`,
      ...none,
      note: `of ${acknowledged.length}`,
      value: await lostEntries(ownerUrl, acknowledged),
    },
    {
      what: `${what}: discussions with wrong counters`,
      ...none,
      value: await wrongCounters(ownerUrl),
    },
  ]
}
