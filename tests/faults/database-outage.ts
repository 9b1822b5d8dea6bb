// The database is frozen, and in another run stopped, for half a minute. Requests must be answered soon, and the site
// must recover.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import type { Row } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { postmaster, signalAll } from './postgres-processes.ts'
import { scratchFolder } from './scratch.ts'

const OUTAGE_MS = Number(process.env.FAULTS_AWAY_S ?? 30) * 1_000
const RESPONSE_WITHIN_S = 3
const RECOVERED_WITHIN_S = 5
const CACHED_PAGE = '/forums/ipos'
/** Not asked for before, so it cannot be served. */
const RENDERED_PAGE = '/trending'

export async function databaseFrozen(): Promise<Row[]> {
  const folder = scratchFolder()
  const site = await startServer({ SEED: 'sample', DATA_DIR: folder.path })
  const pid = postmaster(folder.path)
  const rows = await measureOutage('database frozen', site, {
    begin: async () => signalAll(pid, 'SIGSTOP'),
    end: async () => signalAll(pid, 'SIGCONT'),
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
  const rows = await measureOutage('database gone', site, {
    begin: () => embedded.stop(),
    end: async () => {
      embedded = await startEmbedded(databaseFolder.path, log)
    },
  })
  await site.stop()
  await embedded.stop()
  folder.remove()
  databaseFolder.remove()
  return rows
}

type Outage = { begin(): Promise<void>; end(): Promise<void> }

async function measureOutage(what: string, site: TestServer, outage: Outage): Promise<Row[]> {
  await request(site, CACHED_PAGE)
  await outage.begin()
  const until = performance.now() + OUTAGE_MS
  let slowest = 0
  let otherStatuses = 0
  let untold = 0
  let missingPages = 0
  while (performance.now() < until) {
    const [table, rendered, page] = await Promise.all([
      request(site, '/rest/v1/threads?limit=1'),
      request(site, RENDERED_PAGE),
      request(site, CACHED_PAGE),
    ])
    slowest = Math.max(slowest, table.seconds, rendered.seconds, page.seconds)
    if (table.status !== 503 && table.status !== 504) otherStatuses += 1
    if (rendered.status !== 503) otherStatuses += 1
    if (!table.retryAfter || !rendered.retryAfter) untold += 1
    if (page.status !== 200) missingPages += 1
    await sleep(100)
  }
  await outage.end()
  const end = performance.now()
  // A title is changed at once. The page must show it, although a cached copy outlived the outage.
  const title = `Renamed right after the outage ${Date.now()}`
  await rename(site.adminDatabaseUrl, title)
  while (!(await request(site, CACHED_PAGE)).text.includes(title)) {
    if (performance.now() - end > 60_000) throw new Error(`${what}: the page still shows the old title`)
    await sleep(50)
  }
  const recovered = (performance.now() - end) / 1_000
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
    seconds('slowest response', slowest, RESPONSE_WITHIN_S),
    count('table responses other than 503 and 504, pages other than 503', otherStatuses),
    count('responses that do not say when to try again', untold),
    count('cached pages that were not served', missingPages),
    seconds('time until a change afterwards is shown', recovered, RECOVERED_WITHIN_S),
  ]
}

async function request(site: TestServer, path: string) {
  const start = performance.now()
  const response = await fetch(site.url + path, { headers: { apikey: site.publishableKey } })
  const text = await response.text()
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, text, seconds: (performance.now() - start) / 1_000 }
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
