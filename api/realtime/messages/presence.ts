// `presence`: a client tracks or untracks itself on its channel.
import { z } from 'zod'
import { Refusal } from '../authorize.ts'
import { type ChannelMessage, hold, type RealtimeContext } from '../context.ts'

/** Maximum size of one presence, which every participant receives. */
const PRESENCE_BYTES = 4 * 1024

const PRESENCE = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
})

/** @throws Refusal */
export async function presence(
  context: RealtimeContext,
  { socket, message, channel }: ChannelMessage,
): Promise<void> {
  const { authorize, limited, presences } = context
  const call = PRESENCE.safeParse(message.payload)
  if (!call.success) return
  if (limited && !channel.presenceCalls.take()) {
    throw new Refusal('ClientPresenceRateLimitReached: Too many presence messages per second')
  }
  if (channel.isPrivate && channel.subscriber) {
    const permissions = await authorize.permissions(channel.subscriber, channel.subTopic)
    if (!permissions.send_presence) {
      throw new Refusal(`Unauthorized: You do not have permissions to track presence on: ${channel.subTopic}`)
    }
  }
  const { event, payload = {} } = call.data
  if (event.toLowerCase() === 'untrack') {
    if (channel.presenceRef !== null) presences.untrack(channel.room, channel.presenceRef)
    channel.presenceRef = null
  } else if (event.toLowerCase() === 'track') {
    const bytes = Buffer.byteLength(JSON.stringify(payload))
    if (bytes > PRESENCE_BYTES) {
      throw new Refusal(`PayloadTooLarge: a presence may have ${PRESENCE_BYTES} bytes`)
    }
    if (!channel.isOpen) return
    hold(context, channel, Math.max(0, bytes - channel.presenceBytes))
    channel.presenceBytes = Math.max(bytes, channel.presenceBytes)
    channel.presenceRef = presences.track(channel.room, channel.presenceKey, payload, channel.presenceRef)
  } else {
    throw new Refusal('UnknownPresenceEvent')
  }
  socket.reply(message, 'ok')
}
