// Several nodes behind HAProxy, on one PostgreSQL, one Redis and one bucket: a rolling restart under load, a node killed,
// Redis killed and brought back; then what the nodes must agree on (nodes-agree.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { channelClient, joined } from '../support/channels.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Cluster, type Name, startCluster } from './cluster.ts'
import { type Ledger, lostEntries, openLedger, openThreads, wrongCounters } from './ledger.ts'
import { filesOfOthers, freshPages, jobsOnce, limitsTogether } from './nodes-agree.ts'
import { poolers } from './poolers.ts'
import { openListeners, openReaders, openSockets, type Readers } from './visitors.ts'

const READERS = 24
const WRITERS = 8
const SOCKETS = 100
const LISTENERS = 20
const SERVICE_RESTART = 1012
const LEAST_REQUESTS = Number(process.env.FAULTS_REQUESTS ?? 20_000)
const METRICS_TOKEN = 'metrics-of-the-drill'
const BACKUPS_EACH_MINUTE = '* * * * *'

export async function severalNodes(): Promise<Row[]> {
  const cluster = await startCluster({ METRICS_TOKEN, RATE_LIMITS: 'off' })
  const backups = { BACKUP_TO: 's3://community/backups/', BACKUP_SCHEDULE: BACKUPS_EACH_MINUTE }
  const nodes = new Map<Name, TestServer>([['one', cluster.first]])
  const start = async (name: Name) => nodes.set(name, await cluster.start(name, backups))
  const stop = async (name: Name) => {
    await nodes.get(name)?.stop()
    nodes.delete(name)
  }
  await start('two')
  await cluster.inService(['one', 'two'])
  const members = await signUpMembers(cluster.site, WRITERS + 1)
  const threads = await openThreads(cluster.site, WRITERS + 1)
  try {
    const rows = [
      ...(await rollingRestart(cluster, { start, stop, members, threads })),
      ...(await killedNode(cluster, { nodes, start, members, threads })),
      ...(await killedRedis(cluster, nodes)),
      ...(await freshPages([...nodes.values()])),
      ...(await filesOfOthers([...nodes.values()])),
      ...(await jobsOnce(cluster, nodes)),
    ]
    for (const name of [...nodes.keys()]) await stop(name)
    return [...rows, ...(await poolers(cluster)), ...(await limitsTogether(cluster))]
  } finally {
    for (const name of [...nodes.keys()]) await stop(name)
    await cluster.stop()
  }
}

type Crew = { members: { id: string; token: string }[]; threads: string[] }

const none = { unit: '', ceiling: 0, aim: 0 }

/** Two nodes become three, and each of them is stopped and started again, while visitors read, write and listen. */
async function rollingRestart(
  cluster: Cluster,
  { start, stop, members, threads }: Crew & Record<'start' | 'stop', (name: Name) => Promise<unknown>>,
): Promise<Row[]> {
  const what = 'rolling restart of two and three nodes'
  const [follower = { id: '', token: '' }, ...writers] = members
  const [followed = '', ...others] = threads
  const sockets = await openSockets(cluster.strict, SOCKETS)
  const listeners = await openListeners(cluster.site, followed, LISTENERS)
  const readers = openReaders(cluster.strict, READERS)
  const ledger = openLedger(cluster.strict, writers, others)
  const slow = openLedger(cluster.strict, [follower], [followed], 100)
  await start('three')
  for (const name of ['one', 'two', 'three'] as const) {
    await cluster.inService(['one', 'two', 'three'])
    await stop(name)
    await start(name)
  }
  await cluster.inService(['one', 'two', 'three'])
  while (readers.answered() < LEAST_REQUESTS) await sleep(100)
  await Promise.all([readers.close(), ledger.close(), slow.close()])
  const told = sockets.closings.filter(({ code }) => code === SERVICE_RESTART)
  const missing = await settled(() => listeners.missing(slow.acknowledged))
  await listeners.close()
  sockets.close()
  return [
    {
      what: `${what}: requests that failed, no retries`,
      ...none,
      value: readers.failures.length + ledger.refused + slow.refused,
      note: `of ${readers.answered()} reads and ${ledger.acknowledged.length} writes${said(readers, ledger)}`,
    },
    ...(await ledgerRows(what, cluster.first.adminDatabaseUrl, ledger)),
    {
      what: `${what}: sockets closed without code ${SERVICE_RESTART}`,
      ...none,
      value: sockets.closings.length - told.length,
      note: `of ${sockets.closings.length}`,
    },
    {
      what: `${what}: refused attempts to come back at once`,
      ...none,
      value: sockets.refused.length,
      note: [...new Set(sockets.refused.map((failure) => failure.what))].join(', '),
    },
    {
      what: `${what}: replies that a listener does not hold`,
      ...none,
      value: missing.length,
      note: `${slow.acknowledged.length} replies, ${LISTENERS} listeners, ${listeners.joins()} joins`,
    },
  ]
}

/** SIGKILL for one of three nodes. */
async function killedNode(
  cluster: Cluster,
  { nodes, start, members, threads }: Crew & { nodes: Map<Name, TestServer>; start: (name: Name) => unknown },
): Promise<Row[]> {
  const what = 'kill -9 of one of three nodes'
  const [follower = { id: '', token: '' }, ...writers] = members
  const [followed = '', ...others] = threads
  const sockets = await openSockets(cluster.site, SOCKETS)
  const listeners = await openListeners(cluster.site, followed, LISTENERS)
  const readers = openReaders(cluster.site, READERS)
  const ledger = openLedger(cluster.site, writers, others)
  const slow = openLedger(cluster.site, [follower], [followed], 100)
  await sleep(2_000)
  const victim = nodes.get('two')
  const gone = new Promise((resolve) => victim?.process.once('exit', resolve))
  const killedAt = performance.now()
  victim?.process.kill('SIGKILL')
  await gone
  nodes.delete('two')
  await settled(() => (sockets.areOpen() ? [] : [1]))
  const back = Math.max(killedAt, ...sockets.arrivals) - killedAt
  await sleep(4_000)
  await Promise.all([readers.close(), ledger.close(), slow.close()])
  const missing = await settled(() => listeners.missing(slow.acknowledged))
  await listeners.close()
  sockets.close()
  await start('two')
  await cluster.inService(['one', 'two', 'three'])
  const inFlight = READERS + WRITERS + 1
  return [
    {
      what: `${what}: requests that failed`,
      unit: '',
      ceiling: inFlight,
      aim: 0,
      value: readers.failures.length + ledger.refused + slow.refused,
      note: `of ${readers.answered()}, ${inFlight} of them at a time${said(readers, ledger)}`,
    },
    {
      what: `${what}: last failed read after the kill`,
      unit: 's',
      ceiling: 1,
      aim: 0.1,
      value: Math.max(0, ...readers.failures.map(({ at }) => at - killedAt)) / 1_000,
    },
    {
      what: `${what}: sockets back after`,
      unit: 's',
      ceiling: 3,
      aim: 1,
      value: back / 1_000,
      note: `${sockets.closings.length} of ${SOCKETS} were on it`,
    },
    ...(await ledgerRows(what, cluster.first.adminDatabaseUrl, ledger)),
    { what: `${what}: replies that a listener does not hold`, ...none, value: missing.length },
  ]
}

/** SIGKILL for Redis while broadcasts cross from node to node, and another site uses the same Redis. */
async function killedRedis(cluster: Cluster, nodes: Map<Name, TestServer>): Promise<Row[]> {
  const what = 'Redis killed for 5 s'
  const [one, other] = [nodes.get('one'), nodes.get('three')] as [TestServer, TestServer]
  const stranger = await startServer({ REDIS_URL: cluster.redis().url })
  const sender = channelClient(one).channel('across')
  const heard = new Set<number>()
  const overheard: string[] = []
  const receiver = channelClient(other).channel('across')
  receiver.on('broadcast', { event: 'n' }, ({ payload }) => heard.add(payload.n))
  const elsewhere = channelClient(stranger).channel('across')
  elsewhere.on('broadcast', { event: '*' }, ({ event }) => overheard.push(event))
  for (const channel of [sender, receiver, elsewhere]) await joined(channel)
  const readers = openReaders(cluster.site, 4)
  let sent = 0
  let isSending = true
  const sending = (async () => {
    while (isSending) {
      await sender.send({ type: 'broadcast', event: 'n', payload: { n: sent } })
      sent += 1
      await sleep(150)
    }
  })()
  await sleep(1_000)
  await cluster.redis().kill()
  const killedAt = performance.now()
  const live = [...nodes.values()]
  await settled(async () => ((await redisUp(live)).some((up) => up === 1) ? [1] : []))
  const noticed = performance.now() - killedAt
  await sleep(5_000 - noticed)
  const during = sent
  await cluster.restartRedis()
  const restartedAt = performance.now()
  await settled(async () => ((await redisUp(live)).some((up) => up === 0) ? [1] : []))
  const recovered = performance.now() - restartedAt
  // Until the nodes publish there again.
  await sleep(7_000)
  isSending = false
  await sending
  await readers.close()
  const missing = await settled(() => Array.from({ length: sent }, (_, n) => n).filter((n) => !heard.has(n)))
  // What it would have overheard comes before its own.
  const own = channelClient(stranger).channel('across')
  await joined(own)
  await own.send({ type: 'broadcast', event: 'own', payload: {} })
  await settled(() => (overheard.includes('own') ? [] : [1]))
  for (const channel of [sender, receiver, elsewhere, own]) await channel.socket.disconnect()
  await stranger.stop()
  const events = ['redis.unreachable', 'redis.reachable']
  const lines = live.map((node) => node.log().filter(({ msg = '' }) => events.includes(msg)).length)
  return [
    {
      what: `${what}: requests that failed`,
      ...none,
      value: readers.failures.length,
      note: `of ${readers.answered()}`,
    },
    {
      what: `${what}: broadcasts from node to node that were lost`,
      ...none,
      value: missing.length,
      note: `of ${sent}, ${during} of them until it was back`,
    },
    {
      what: `${what}: noticed by every node (redis_up) after`,
      unit: 's',
      ceiling: 3,
      aim: 1,
      value: noticed / 1_000,
    },
    {
      what: `${what}: reached by every node again after`,
      unit: 's',
      ceiling: 3,
      aim: 1,
      value: recovered / 1_000,
    },
    {
      what: `${what}: log lines besides one at its end and one at its return`,
      ...none,
      value: Math.max(...lines.map((count) => Math.abs(count - 2))),
    },
    {
      what: 'another site on the same Redis: broadcasts overheard',
      ...none,
      value: overheard.filter((event) => event !== 'own').length,
    },
  ]
}

async function redisUp(nodes: readonly TestServer[]): Promise<number[]> {
  return Promise.all(
    nodes.map(async ({ url }) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const text = await (await fetch(`${url}/metrics`, { headers })).text()
      return Number(/^arthachowk_redis_up (\d)/m.exec(text)?.[1] ?? Number.NaN)
    }),
  )
}

/** Asks until nothing is left, for ten seconds at most. @returns what is left */
async function settled<T>(left: () => T[] | Promise<T[]>): Promise<T[]> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await left()).length === 0) return []
    await sleep(50)
  }
  return left()
}

function said(readers: Readers, ledger: Ledger): string {
  const kinds = [...new Set(readers.failures.map(({ what }) => what)), ...ledger.answers.keys()]
  return kinds.length > 0 ? `: ${kinds.join(', ')}` : ''
}

async function ledgerRows(what: string, ownerUrl: string, { acknowledged }: Ledger): Promise<Row[]> {
  return [
    {
      what: `${what}: acknowledged writes lost`,
      ...none,
      note: `of ${acknowledged.length}`,
      value: await lostEntries(ownerUrl, acknowledged),
    },
    { what: `${what}: discussions with wrong counters`, ...none, value: await wrongCounters(ownerUrl) },
  ]
}
