// Publish/subscribe between nodes with Redis or Valkey.
import { createHmac } from 'node:crypto'
import type { Logger } from '../log.ts'
import type { OpenPubSub, PubSub } from './bus.ts'

/**
 * The channel of one site. Redis' numbered databases do not separate channels, and staging may share a Redis with
 * production, so the name is derived from a key that only the site's nodes have.
 */
export function channelOf(encryptionKey: string): string {
  const site = createHmac('sha256', encryptionKey).update('realtime channel').digest('base64url')
  return `arthachowk:realtime:${site.slice(0, 22)}`
}

/** @param url as REDIS_URL gives it */
export function redisPubSub(url: string, encryptionKey: string, log: Logger): OpenPubSub {
  const channel = channelOf(encryptionKey)
  return async (receive, interrupted): Promise<PubSub> => {
    // Loaded only where it is used, because loading takes a tenth of the start.
    const { Redis } = await import('iovalkey')
    // A command waits for one reconnection only: an old message is of no use.
    const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
    const subscriber = new Redis(url, { lazyConnect: true })
    for (const client of [publisher, subscriber]) {
      client.on('error', (error: Error) => log.warn({ err: error }, 'redis.unreachable'))
    }
    await Promise.all([publisher.connect(), subscriber.connect()])
    subscriber.on('message', (_channel: string, text: string) => receive(text))
    await subscriber.subscribe(channel)
    // Subscriptions are restored automatically; messages published meanwhile are lost.
    subscriber.on('ready', interrupted)
    return {
      publish: async (text) => {
        await publisher.publish(channel, text)
      },
      close: async () => {
        await Promise.allSettled([publisher.quit(), subscriber.quit()])
      },
    }
  }
}
