// The connection to Redis or Valkey (REDIS_URL), which the nodes of a site use to exchange messages and to share rate
// limits. It holds nothing permanent: while it is unavailable, messages go through PostgreSQL
// (realtime/pubsub-redis.ts) and each node counts for itself (limits/counters.ts).
import type { Redis as Client } from 'iovalkey'
import { hmac } from './crypto.ts'
import type { Logger } from './log.ts'

/** A command takes well under a millisecond. */
const ANSWER_WITHIN_MS = 500
/** A connection without data for this long after a command is dead. */
const DEAD_AFTER_MS = 1_000
const PING_EVERY_MS = 1_000
const CONNECT_WITHIN_MS = 2_000
const LONGEST_PAUSE_MS = 1_000
const REPORT_EVERY_MS = 60_000
/** By this time after an outage, every node has reconnected and receives messages. */
const SETTLED_AFTER_MS = 5_000

export type Redis = {
  /** For commands. Without a connection they fail at once. */
  client: Client
  /** Prefix of this site's channels and keys. */
  namespace: string
  /** Whether it answers this node. */
  isUp(): boolean
  /** Whether it presumably answers all nodes. */
  isSettled(): boolean
  /** Reports a failed command, unless an outage is reported already. */
  commandFailed(error: unknown): void
  /**
   * Calls `heard` for each message on `channel`.
   * @param restored called after each interruption, during which messages were missed
   */
  listen(channel: string, heard: (text: string) => void, restored: () => void): Promise<void>
  close(): void
}

/**
 * Numbered databases do not separate channels, and staging may share a Redis with production. Names therefore start
 * with a value derived from a key that only the site's nodes have.
 */
export function namespaceOf(encryptionKey: string): string {
  const site = hmac(encryptionKey, 'redis')
  return `arthachowk:${site.slice(0, 22)}`
}

/**
 * Connects, and reconnects for as long as the process runs. Resolves after the first attempt, even if it failed.
 * @param url value of REDIS_URL
 */
export async function openRedis(url: string, encryptionKey: string, log: Logger): Promise<Redis> {
  // Loaded only if used, because loading takes a tenth of the start.
  const { Redis: RedisClient } = await import('iovalkey')
  const open = () =>
    new RedisClient(url, {
      lazyConnect: true,
      // No offline queue: an old message is useless, and a request must not wait.
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
    // The first connection of a client does not end an outage.
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
          // Without a subscription the connection would receive nothing, so it is closed and reopened.
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
