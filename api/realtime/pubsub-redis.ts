// Publish/subscribe between nodes with Redis or Valkey, and without it while it does not answer.
import type { Redis } from '../redis.ts'
import type { OpenPubSub } from './bus.ts'

/**
 * @param otherwise carries the messages while this node, or another one after an outage, does not hear Redis. Every node
 *   always listens to it, so that a node that lost Redis is heard by those that have not.
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
