// Publish/subscribe between nodes through Redis or Valkey, with a fallback while it is unavailable.
import type { Redis } from '../redis.ts'
import type { OpenPubSub } from './bus.ts'

/**
 * @param otherwise carries messages while this node cannot reach Redis, and for a while after an outage because of the
 * other nodes. Every node always listens to it, so that it hears nodes that lost Redis.
 */
export function redisPubSub(redis: Redis, otherwise: OpenPubSub): OpenPubSub {
  const channel = `${redis.namespace}:realtime`
  return async (receive, interrupted) => {
    const other = await otherwise(receive, interrupted)
    await redis.listen(channel, receive, interrupted)
    return {
      publish: async (text) => {
        if (redis.isSettled()) {
          try {
            await redis.client.publish(channel, text)
            return
          } catch (error) {
            redis.commandFailed(error)
          }
        }
        await other.publish(text)
      },
      close: other.close,
    }
  }
}
