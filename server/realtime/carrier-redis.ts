// Between nodes with Redis or Valkey: publish and subscribe.
import { Redis } from 'iovalkey'
import type { Logger } from '../log.ts'
import type { Carrier, OpenCarrier } from './bus.ts'

const CHANNEL = 'arthachowk:realtime'

/** @param url as REDIS_URL gives it */
export function redisCarrier(url: string, log: Logger): OpenCarrier {
  return async (receive, interrupted): Promise<Carrier> => {
    // A command waits for one reconnection, not for ever: what is old is no news.
    const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
    const subscriber = new Redis(url, { lazyConnect: true })
    for (const client of [publisher, subscriber]) {
      client.on('error', (error: Error) => log.warn({ err: error }, 'Redis is not reached'))
    }
    await Promise.all([publisher.connect(), subscriber.connect()])
    subscriber.on('message', (_channel: string, text: string) => receive(text))
    await subscriber.subscribe(CHANNEL)
    // Subscriptions come back by themselves; what was published meanwhile doesn't.
    subscriber.on('ready', interrupted)
    return {
      publish: async (text) => {
        await publisher.publish(CHANNEL, text)
      },
      close: async () => {
        await Promise.allSettled([publisher.quit(), subscriber.quit()])
      },
    }
  }
}
