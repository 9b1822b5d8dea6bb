// `broadcast`: passes a client's message on to the others of its channel.
import { Refusal } from '../authorize.ts'
import type { ChannelMessage, RealtimeContext } from '../context.ts'

/** Exceeded by broadcasts, and by messages of unknown events. */
export const TOO_MANY = 'RateLimitExceeded: Too many messages per second'

/** @throws Refusal */
export function broadcast(
  { authorize, broadcasts, limited }: RealtimeContext,
  { socket, message, channel }: ChannelMessage,
): Promise<void> | void {
  const { broadcast: content } = message
  if (!content) return
  if (limited && !socket.events.take()) throw new Refusal(TOO_MANY)
  const pass = () => {
    broadcasts.send(channel.room, content, channel.self ? undefined : channel)
    if (channel.ack) socket.reply(message, 'ok')
  }
  if (!channel.isPrivate || !channel.subscriber) return pass()
  return authorize.permissions(channel.subscriber, channel.subTopic).then((permissions) => {
    if (!permissions.send_broadcast) {
      throw new Refusal(
        `Unauthorized: You do not have permissions to write to this Channel topic: ${channel.subTopic}`,
      )
    }
    pass()
  })
}
