// The connection to Redis or Valkey (REDIS_URL), through which the nodes of a site exchange messages and count requests
// together. It keeps nothing that the site needs: while it does not answer, messages go through PostgreSQL
// (realtime/pubsub-redis.ts) and each node counts for itself (limits/counters.ts).
import { createHmac } from 'node:crypto'
import type { Redis as Client } from 'iovalkey'
import type { Logger } from './log.ts'

/** A command takes well under a millisecond. */
const ANSWER_WITHIN_MS = 500
/** A connection on which nothing arrives for this long after a command is dead. */
const DEAD_AFTER_MS = 1_000
const PING_EVERY_MS = 1_000
const CONNECT_WITHIN_MS = 2_000
const LONGEST_PAUSE_MS = 1_000
const REPORT_EVERY_MS = 60_000
/** After an outage every node has connected again by then, and hears what is published. */
const SETTLED_AFTER_MS = 5_000

export type Redis = {
  /** For commands. While there is no connection they fail at once. */
  client: Client
  /** Begins the names of this site's channels and keys. */
  namespace: string
  /** Whether it answers this node. */
  isUp(): boolean
  /** Whether it answers every node by now, as far as this one can tell. */
  isSettled(): boolean
  /** Reports that a command failed, unless an outage has been reported already. */
  commandFailed(error: unknown): void
  /**
   * Calls `heard` for each message on `channel`.
   * @param restored called after each interruption, during which messages were missed
   */
  listen(channel: string, heard: (text: string) => void, restored: () => void): Promise<void>
  close(): void
}

/**
 * Redis' numbered databases do not separate channels, and staging may share a Redis with production, so names begin with
 * what follows from a key that only the site's nodes have.
 */
export function namespaceOf(encryptionKey: string): string {
  const site = createHmac('sha256', encryptionKey).update('redis').digest('base64url')
  return `arthachowk:${site.slice(0, 22)}`
}

/**
 * Connects, and keeps trying for as long as the process runs. Returns after the first attempt, whether it succeeded or
 * not.
 * @param url as REDIS_URL gives it
 */
export async function openRedis(url: string, encryptionKey: string, log: Logger): Promise<Redis> {
  // Loaded only where it is used, because loading takes a tenth of the start.
  const { Redis: RedisClient } = await import('iovalkey')
  const open = () =>
    new RedisClient(url, {
      lazyConnect: true,
      // Nothing is sent later: an old message is of no use, and a request does not wait.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      connectTimeout: CONNECT_WITHIN_MS,
      commandTimeout: ANSWER_WITHIN_MS,
      socketTimeout: DEAD_AFTER_MS,
      retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS),
    })
  const client = open()
  const subscriber = open()
  const clients = [client, subscriber]
  const areReady = () => clients.every(({ status }) => status === 'ready')
  let isUp: boolean | null = null
  let settledAt = 0
  let reportedAt = 0
  let lastError: Error | undefined
  const look = () => {
    const was = isUp
    isUp = areReady()
    if (was === isUp) return
    if (!isUp) log.warn({ err: lastError }, 'redis.unreachable')
    else if (was === false) {
      lastError = undefined
      settledAt = Date.now() + SETTLED_AFTER_MS
      log.warn('redis.reachable')
    }
  }
  for (const one of clients) {
    one.on('error', (error: Error) => {
      lastError = error
    })
    // Clients that connect for the first time are no outage yet.
    one.on('close', look)
    one.on('ready', () => areReady() && look())
  }
  const pings = setInterval(() => {
    // An error ends the connection, or has done so.
    for (const one of clients) if (one.status === 'ready') one.ping().catch(() => undefined)
  }, PING_EVERY_MS)
  pings.unref()
  await Promise.allSettled(clients.map((one) => one.connect()))
  return {
    client,
    namespace: namespaceOf(encryptionKey),
    isUp: () => isUp === true,
    isSettled: () => isUp === true && Date.now() >= settledAt,
    commandFailed: (error) => {
      if (!areReady() || Date.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = Date.now()
      log.warn({ err: error }, 'redis.command_failed')
    },
    listen: async (channel, heard, restored) => {
      subscriber.on('message', (from: string, text: string) => {
        if (from === channel) heard(text)
      })
      const subscribe = () =>
        subscriber.subscribe(channel).catch(() => {
          // Connected without a subscription, it would hear nothing: connects again.
          subscriber.disconnect(true)
        })
      subscriber.on('ready', () => void subscribe().then(restored))
      if (subscriber.status === 'ready') await subscribe()
    },
    close: () => {
      clearInterval(pings)
      for (const one of clients) {
        one.removeAllListeners('close')
        one.disconnect()
      }
    },
  }
}
