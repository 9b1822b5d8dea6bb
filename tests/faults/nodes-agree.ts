// What the nodes of a site must agree on: pages that another node changed, files, jobs and limits.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../../api/database/connection.ts'
import { FREQUENT_LOCK } from '../../api/jobs/frequent.ts'
import { median } from '../../bench/load.ts'
import type { Row } from '../../bench/report.ts'
import type { TestServer } from '../support/server.ts'
import type { Cluster, Name } from './cluster.ts'

const CHANGES = 100
const FILES = 20
const WATCHED_S = 20
const none = { unit: '', ceiling: 0, aim: 0 }

/** A discussion is renamed at one node, and its category's page asked for at the others until it shows the new title. */
export async function freshPages(nodes: readonly TestServer[]): Promise<Row[]> {
  const [one, ...others] = nodes as [TestServer, ...TestServer[]]
  const headers = { apikey: one.secretKey, 'content-type': 'application/json' }
  const search = 'select=id,forum_categories(slug)&limit=1&order=last_activity.desc'
  const [thread] = (await (await fetch(`${one.url}/rest/v1/threads?${search}`, { headers })).json()) as {
    id: string
    forum_categories: { slug: string }
  }[]
  if (!thread) throw new Error('there is no discussion')
  const ages: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const other = others[change % others.length] as TestServer
    const page = `${other.url}/forums/${thread.forum_categories.slug}`
    // Kept by that node.
    await (await fetch(page)).text()
    const title = `Renamed at another node ${change} ${Date.now()}`
    const body = JSON.stringify({ title })
    const address = `${one.url}/rest/v1/threads?id=eq.${thread.id}`
    const answer = await fetch(address, { method: 'PATCH', headers, body })
    if (!answer.ok) throw new Error(`the title was refused: ${await answer.text()}`)
    const from = performance.now()
    while (!(await (await fetch(page)).text()).includes(title)) {
      if (performance.now() - from > 20_000) throw new Error(`${page} does not show ${title}`)
      await sleep(1)
    }
    ages.push((performance.now() - from) / 1_000)
  }
  ages.sort((a, b) => a - b)
  const at = (share: number) => `${Math.round((ages[Math.floor(share * (CHANGES - 1))] ?? 0) * 1_000)} ms`
  return [
    {
      what: 'a page that another node changed: oldest after the write was answered',
      unit: 's',
      ceiling: 1,
      aim: 0.1,
      value: Math.max(...ages),
      note: `${CHANGES} changes: median ${Math.round(median(ages) * 1_000)} ms, p90 ${at(0.9)}, p99 ${at(0.99)}`,
    },
  ]
}

/** Files that came to one node are asked for at the others. */
export async function filesOfOthers(nodes: readonly TestServer[]): Promise<Row[]> {
  const [one, ...others] = nodes as [TestServer, ...TestServer[]]
  const headers = { apikey: one.secretKey, authorization: `Bearer ${one.secretKey}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const bucket = JSON.stringify({ name: 'drill', id: 'drill', public: true })
  await fetch(`${one.url}/storage/v1/bucket`, { method: 'POST', headers: json, body: bucket })
  let wrong = 0
  for (let file = 0; file < FILES; file += 1) {
    const text = `File ${file} of the drill`
    const path = `drill/${file}.txt`
    await fetch(`${one.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: text,
    })
    for (const { url } of others) {
      const answer = await fetch(`${url}/storage/v1/object/public/${path}`)
      if ((await answer.text()) !== text) wrong += 1
    }
  }
  return [
    {
      what: 'files of one node that the others do not serve',
      ...none,
      value: wrong,
      note: `of ${FILES * others.length}`,
    },
  ]
}

/**
 * Calls of a job that is due each second, and backups that were due each minute since the drill began. Then the node
 * that runs the first is killed.
 */
export async function jobsOnce(cluster: Cluster, nodes: Map<Name, TestServer>): Promise<Row[]> {
  const sql = connect(cluster.settings.DATABASE_URL ?? '', { max: 1 })
  const calls = async () => {
    const [row] = await sql<{ calls: number }[]>`
      select calls::int from pg_stat_user_functions where schemaname = 'private' and funcname = 'flush_thread_views'`
    return row?.calls ?? 0
  }
  // The statistics of a connection arrive within a second or so.
  const before = await calls()
  await sleep(WATCHED_S * 1_000)
  const rate = ((await calls()) - before) / WATCHED_S
  const [backups] = await sql<{ runs: number; minutes: number }[]>`
    select count(*)::int as runs, count(distinct date_trunc('minute', started_at))::int as minutes
    from platform.backups`
  const pause = await killedHolder(cluster, nodes, { sql, calls })
  await sql.end()
  const failed = [...nodes.values()]
    .flatMap((node) => node.log())
    .filter(({ msg }) => msg === 'backup.failed')
  const { runs = 0, minutes = 0 } = backups ?? {}
  if (minutes === 0) throw new Error('no backup was made, so nothing can be said')
  return [
    {
      what: 'a job that is due each second, on three nodes: runs a second',
      unit: '/s',
      ceiling: 1.2,
      aim: 1,
      value: rate,
    },
    {
      what: 'the same, kill -9 of the node that runs it: next run after',
      unit: 's',
      ceiling: 5,
      aim: 2,
      value: pause,
    },
    {
      what: 'a job that is due each minute, on three nodes: surplus runs',
      ...none,
      value: runs - minutes + failed.length,
      note: [`of ${runs}`, ...failed].join(': '),
    },
  ]
}

/** @returns seconds from the kill to the first run on another node; infinite when no node has the lock */
async function killedHolder(
  cluster: Cluster,
  nodes: Map<Name, TestServer>,
  { sql, calls }: { sql: Sql; calls: () => Promise<number> },
): Promise<number> {
  const holder = async () => {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objid = ${FREQUENT_LOCK} and granted`
    return row?.pid
  }
  for (const [name, node] of [...nodes]) {
    const before = await holder()
    if (before === undefined) break
    const killedAt = performance.now()
    const gone = once(node.process, 'exit')
    node.process.kill('SIGKILL')
    await gone
    nodes.delete(name)
    await sleep(200)
    if ((await holder()) === before) {
      nodes.set(name, await cluster.start(name))
      continue
    }
    while ((await holder()) === undefined) await sleep(20)
    // Its connections may report late what it called.
    const from = await calls()
    while ((await calls()) === from) await sleep(20)
    return (performance.now() - killedAt) / 1_000
  }
  return Number.POSITIVE_INFINITY
}

/** Many requests of one address to three nodes at once: as many are admitted as by one node. */
export async function limitsTogether(cluster: Cluster): Promise<Row[]> {
  const nodes = await Promise.all(
    (['one', 'two', 'three'] as const).map((name) => cluster.start(name, { RATE_LIMITS: 'on' })),
  )
  const admitted = async (
    times: number,
    address: string,
    ask: (url: string, from: HeadersInit) => Promise<number>,
  ) => {
    const headers = { apikey: cluster.site.publishableKey, 'x-forwarded-for': address }
    const statuses = await Promise.all(
      nodes.flatMap(({ url }) => Array.from({ length: times }, () => ask(url, headers))),
    )
    return statuses.filter((status) => status !== 429).length
  }
  const read = async (url: string, headers: HeadersInit) =>
    (await fetch(`${url}/rest/v1/forum_categories?limit=1`, { headers })).status
  let guess = 0
  const signIn = async (url: string, headers: HeadersInit) => {
    guess += 1
    const body = JSON.stringify({ email: `nobody${guess}@example.invalid`, password: 'not-the-password' })
    return (
      await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
    ).status
  }
  const API = 50
  const GUESSES = 6
  const rows: Row[] = []
  const row = (what: string, value: number, most: number, note: string) =>
    rows.push({ what: `three nodes, one address: ${what}`, unit: '', ceiling: most, aim: most, value, note })
  row(
    'requests admitted in 10 s',
    await admitted(API, '198.51.100.1', read),
    API,
    `of ${3 * API}, the limit is ${API}`,
  )
  row(
    'wrong passwords admitted',
    await admitted(GUESSES, '198.51.100.2', signIn),
    GUESSES,
    `of ${3 * GUESSES}`,
  )
  await cluster.redis().kill()
  await sleep(100)
  row(
    'requests admitted in 10 s without Redis',
    await admitted(2 * API, '198.51.100.3', read),
    3 * API,
    `of ${6 * API}: each node counts for itself`,
  )
  row(
    'wrong passwords admitted without Redis',
    await admitted(GUESSES, '198.51.100.4', signIn),
    GUESSES,
    `of ${3 * GUESSES}`,
  )
  await cluster.restartRedis()
  await sleep(2_000)
  row('requests admitted once it is back', await admitted(API, '198.51.100.5', read), API, `of ${3 * API}`)
  await Promise.all(nodes.map((node) => node.stop()))
  return rows
}
