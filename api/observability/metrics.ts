// GET /metrics for Prometheus: the counted metrics (instruments.ts), and the state of this node and the site, which is
// read at each scrape. docs/operations/metrics.md describes each metric.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Gauge, Metric } from 'prom-client'
import { readWalState, type WalState } from '../backup/wal-state.ts'
import type { Config } from '../config.ts'
import { isEqual } from '../crypto.ts'
import type { ListeningDatabase } from '../database/database.ts'
import { poolUse } from '../database/pool.ts'
import { asService } from '../database/scope.ts'
import type { QueueState, Worker } from '../jobs/worker.ts'
import type { Logger } from '../log.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Redis } from '../redis.ts'
import { instruments } from './instruments.ts'

/** Minimum interval of the queries, however often the endpoint is scraped. */
const QUERIED_FOR_MS = 5_000
/** A scrape waits at most this long for the database, whose metrics are missing otherwise. */
const ANSWER_WITHIN_MS = 2_000
const HEADERS = { 'cache-control': 'no-store' }

export type Metrics = {
  /** Handles a request for the metrics: 404 without METRICS_TOKEN, 401 unless the request has the token. */
  answer(request: Request): Promise<Response>
  /** Adds a metric whose value is read at each scrape. @param of a counter must never fall */
  add(of: 'gauge' | 'counter', name: string, help: string, read: () => number): void
  /** Adds a gauge with one label, whose values, by the label's, are asked of the database. */
  addQueried(name: string, help: string, label: string, query: () => Promise<Record<string, number>>): void
}

export async function createMetrics(options: {
  config: Pick<Config, 'metricsToken' | 'databasePool' | 'walArchive'>
  db: ListeningDatabase
  redis: Redis | null
  log: Logger
  realtime: Realtime
  worker: Worker
}): Promise<Metrics> {
  const { config, db, redis, log, realtime, worker } = options
  const token = config.metricsToken
  if (token === null) {
    return {
      answer: async () => new Response('Not Found', { status: 404, headers: HEADERS }),
      add: () => undefined,
      addQueried: () => undefined,
    }
  }
  const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  // It asks each for its values alone.
  for (const instrument of instruments) registry.registerMetric(instrument as unknown as Metric)
  const gauge = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => unknown) =>
    new Gauge({
      name: `arthachowk_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // Without a response of the database there is no value, rather than 0.
        if (labelNames.length === 0) this.remove()
        else this.reset()
        await read(this)
      },
    })
  const add: Metrics['add'] = (of, name, help, read) => {
    if (of === 'gauge') return void gauge(name, help, [], (one) => one.set(read()))
    new Counter({
      name: `arthachowk_${name}`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  collectDefaultMetrics({ register: registry })
  addProcessMetrics(add)
  add('gauge', 'db_up', '1 while the database answers.', () => Number(!db.heartbeat?.isUnresponsive))
  gauge('redis_up', '1 while Redis answers.', [], (one) => redis && one.set(Number(redis.isUp())))
  add('gauge', 'db_pool_size', 'Connections that the pool may open.', () => config.databasePool)
  add('gauge', 'db_pool_in_use', 'Connections of the pool that are taken.', () => poolUse.taken)
  add('gauge', 'db_pool_waiting', 'Requests that wait for a connection.', () => poolUse.waiting)
  const shares = Object.entries(db.shares ?? {})
  const ofShares = (name: string, help: string, read: (share: (typeof shares)[number][1]) => number) =>
    gauge(`db_share_${name}`, help, ['share'], (one) => {
      for (const [share, state] of shares) one.set({ share }, read(state))
    })
  ofShares('size', 'Connections that a kind of work may hold.', ({ size }) => size)
  ofShares('in_use', 'Connections that a kind of work holds.', ({ held }) => held)
  ofShares('waiting', 'Work that waits for its share.', ({ waiting }) => waiting)
  add('gauge', 'realtime_sockets', 'Open WebSockets.', () => realtime.counts().sockets)
  add('gauge', 'realtime_channels', 'Channels joined on them.', () => realtime.counts().channels)
  const ask = asking(db, log)
  addQueueMetrics(gauge, ask(worker.queue))
  addBackupMetrics(
    gauge,
    ask(() => readBackups(db)),
  )
  addWalMetrics(
    gauge,
    config.walArchive ? ask(() => asService(db, readWalState)) : () => Promise.resolve(null),
  )
  return {
    add,
    addQueried: (name, help, label, query) => {
      const values = ask(query)
      gauge(name, help, [label], async (one) => {
        for (const [of, value] of Object.entries((await values()) ?? {})) one.set({ [label]: of }, value)
      })
    },
    answer: async (request) => {
      if (!isEqual(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
        const headers = { ...HEADERS, 'www-authenticate': 'Bearer' }
        return new Response('Unauthorized', { status: 401, headers })
      }
      const headers = { ...HEADERS, 'content-type': registry.contentType }
      return new Response(await registry.metrics(), { headers })
    },
  }
}

function addProcessMetrics(add: Metrics['add']): void {
  const { eventLoopUtilization } = performance
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  add(
    'gauge',
    'event_loop_longest_pause_seconds',
    'The longest time since the last scrape that nothing else could be done.',
    () => {
      const longest = delay.max / 1e9
      delay.reset()
      return longest
    },
  )
  add(
    'counter',
    'event_loop_active_seconds_total',
    'Time that the event loop did not wait: its rate is the utilisation.',
    () => eventLoopUtilization().active / 1_000,
  )
}

type AddGauge = (name: string, help: string, labels: string[], read: (gauge: Gauge) => unknown) => Gauge
type Ask = <T>(query: () => Promise<T>) => () => Promise<T | null>

/** Runs a query for a scrape: at most every few seconds, and without waiting for an unavailable database. */
function asking(db: ListeningDatabase, log: Logger): Ask {
  return <T>(query: () => Promise<T>) => {
    let asked = Number.NEGATIVE_INFINITY
    let answer: Promise<T | null> = Promise.resolve(null)
    return () => {
      if (db.heartbeat?.isUnresponsive) return Promise.resolve(null)
      if (performance.now() - asked > QUERIED_FOR_MS) {
        asked = performance.now()
        answer = query().catch((error: unknown) => {
          log.warn({ err: error }, 'metrics.query_failed')
          return null
        })
      }
      return Promise.race([answer, sleep(ANSWER_WITHIN_MS, null, { ref: false })])
    }
  }
}

function addQueueMetrics(gauge: AddGauge, ask: () => Promise<QueueState | null>): void {
  gauge('queue_tasks', 'Tasks in the queue of the site, by state.', ['state'], async (one) => {
    const queue = await ask()
    if (!queue) return
    const { oldestSeconds: _, ...states } = queue
    for (const [state, count] of Object.entries(states)) one.set({ state }, count)
  })
  gauge('queue_oldest_seconds', 'How long the task that is due for longest waits.', [], async (one) => {
    const queue = await ask()
    if (queue) one.set(queue.oldestSeconds)
  })
}

type Backups = { succeededAt: number | null; bytes: number | null; hasFailed: boolean | null }

async function readBackups(db: ListeningDatabase): Promise<Backups> {
  const [row] = await asService(
    db,
    (sql) => sql<Backups[]>`
      select extract(epoch from max(finished_at) filter (where error is null))::float8 as "succeededAt",
        (array_agg(bytes::float8 order by started_at desc) filter (where error is null))[1] as bytes,
        (array_agg(error is not null order by started_at desc))[1] as "hasFailed"
      from platform.backups where finished_at is not null and kind = 'site' and (is_scheduled or error is null)`,
  )
  return row as Backups
}

function addBackupMetrics(gauge: AddGauge, ask: () => Promise<Backups | null>): void {
  const add = (name: string, help: string, read: (backups: Backups) => number | null) =>
    gauge(`backup_${name}`, help, [], async (one) => {
      const backups = await ask()
      const value = backups ? read(backups) : null
      if (value !== null) one.set(value)
    })
  add('last_success_timestamp_seconds', 'When the last complete backup ended.', (last) => last.succeededAt)
  add('last_success_bytes', 'Size of the last complete backup.', ({ bytes }) => bytes)
  add('last_failed', '1 when the last backup that ended failed.', ({ hasFailed }) =>
    hasFailed === null ? null : Number(hasFailed),
  )
}

function addWalMetrics(gauge: AddGauge, ask: () => Promise<WalState | null>): void {
  const add = (name: string, help: string, read: (state: WalState) => number | null) =>
    gauge(`wal_archive_${name}`, help, [], async (one) => {
      const state = await ask()
      const value = state ? read(state) : null
      if (value !== null) one.set(value)
    })
  const seconds = (time: Date | null) => (time === null ? null : time.getTime() / 1_000)
  add('last_success_timestamp_seconds', 'When the archive last took a part of the log.', (state) =>
    seconds(state.archivedAt),
  )
  add('failing', '1 when it did not take the last part, or PostgreSQL runs without it.', (state) =>
    Number(state.isFailing || !state.isOn),
  )
  add('waiting_bytes', 'Size of the log that waits for it.', (state) => state.waitingBytes)
  add('base_timestamp_seconds', 'When the last base copy was complete.', (state) => seconds(state.baseAt))
}
