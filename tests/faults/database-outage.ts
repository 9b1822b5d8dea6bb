// The database is down, then frozen, for half a minute each: what visitors are told, and how soon the site recovers.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import type { Row } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { postmaster, signalAll } from './postgres-processes.ts'
import { scratchFolder } from './scratch.ts'

const AWAY_MS = Number(process.env.FAULTS_AWAY_S ?? 30) * 1_000
const TOLD_WITHIN_S = 3
const BACK_WITHIN_S = 5
const KEPT_PAGE = '/forums/ipos'

export async function databaseFrozen(): Promise<Row[]> {
  const folder = scratchFolder()
  const site = await startServer({ SEED: 'sample', DATA_DIR: folder.path })
  const pid = postmaster(folder.path)
  const rows = await whileAway('database frozen', site, {
    leave: async () => signalAll(pid, 'SIGSTOP'),
    comeBack: async () => signalAll(pid, 'SIGCONT'),
  })
  await site.stop()
  folder.remove()
  return rows
}

export async function databaseGone(): Promise<Row[]> {
  const [databaseFolder, folder] = [scratchFolder(), scratchFolder()]
  const log = createLog('silent')
  let embedded = await startEmbedded(databaseFolder.path, log)
  const site = await startServer({
    SEED: 'sample',
    DATA_DIR: folder.path,
    DATABASE_URL: embedded.ownerUrl,
  })
  const rows = await whileAway('database gone', site, {
    leave: () => embedded.stop(),
    comeBack: async () => {
      embedded = await startEmbedded(databaseFolder.path, log)
    },
  })
  await site.stop()
  await embedded.stop()
  folder.remove()
  databaseFolder.remove()
  return rows
}

type Absence = { leave(): Promise<void>; comeBack(): Promise<void> }

async function whileAway(what: string, site: TestServer, { leave, comeBack }: Absence): Promise<Row[]> {
  await ask(site, KEPT_PAGE)
  await leave()
  const until = performance.now() + AWAY_MS
  let slowest = 0
  let otherAnswers = 0
  let missingPages = 0
  while (performance.now() < until) {
    const [table, page] = await Promise.all([ask(site, '/rest/v1/threads?limit=1'), ask(site, KEPT_PAGE)])
    slowest = Math.max(slowest, table.seconds, page.seconds)
    if (table.status !== 503 && table.status !== 504) otherAnswers += 1
    if (page.status !== 200) missingPages += 1
    await sleep(100)
  }
  await comeBack()
  const back = performance.now()
  // A title that changes at once: the page must show it, although it was kept all the while.
  const title = `Renamed while nobody listened ${Date.now()}`
  await rename(site.adminDatabaseUrl, title)
  while (!(await ask(site, KEPT_PAGE)).text.includes(title)) {
    if (performance.now() - back > 60_000) throw new Error(`${what}: the page shows the old title for ever`)
    await sleep(50)
  }
  const recovered = (performance.now() - back) / 1_000
  const seconds = (name: string, value: number, ceiling: number) => ({
    what: `${what}: ${name}`,
    value,
    unit: 's',
    ceiling,
    aim: ceiling,
  })
  const count = (name: string, value: number) => ({
    what: `${what}: ${name}`,
    value,
    unit: '',
    ceiling: 0,
    aim: 0,
  })
  return [
    seconds('slowest answer', slowest, TOLD_WITHIN_S),
    count('answers of tables other than 503 and 504', otherAnswers),
    count('kept pages that were not served', missingPages),
    seconds('a change after it shows', recovered, BACK_WITHIN_S),
  ]
}

async function ask(site: TestServer, path: string) {
  const began = performance.now()
  const answer = await fetch(site.url + path, { headers: { apikey: site.publishableKey } })
  const text = await answer.text()
  return { status: answer.status, text, seconds: (performance.now() - began) / 1_000 }
}

async function rename(ownerUrl: string, title: string): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 })
  await sql`
    update public.threads set title = ${title}
    where id = (
      select t.id from public.threads t join public.forum_categories c on c.id = t.category_id
      where c.slug = 'ipos' order by t.is_sticky desc, t.is_pinned desc, t.last_activity desc limit 1
    )`
  await sql.end()
}
