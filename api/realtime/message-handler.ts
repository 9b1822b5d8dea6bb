// Hands a client's message to what handles its event (messages/), and answers a refusal.
import { Refusal } from './authorize.ts'
import type { Channel } from './channel.ts'
import type { RealtimeContext } from './context.ts'
import type { Incoming } from './frames.ts'
import { exchangeToken } from './messages/access-token.ts'
import { broadcast, TOO_MANY } from './messages/broadcast.ts'
import { join, leave } from './messages/join.ts'
import { presence } from './messages/presence.ts'
import type { Socket } from './socket.ts'

export function createMessageHandler(context: RealtimeContext) {
  return (socket: Socket<Channel>, message: Incoming): Promise<void> | void => {
    try {
      return handle(context, socket, message)?.catch((error: unknown) =>
        refuse(context, socket, message, error),
      )
    } catch (error) {
      refuse(context, socket, message, error)
    }
  }
}

/** @throws Refusal */
function handle(context: RealtimeContext, socket: Socket<Channel>, message: Incoming): Promise<void> | void {
  if (message.event === 'phx_join') return join(context, socket, message)
  const channel = socket.channels.get(message.topic)
  if (!channel) throw new Refusal('unmatched topic')
  // Sent before the channel was rejoined.
  if (message.joinRef !== null && message.joinRef !== channel.joinRef) return
  const concerned = { socket, message, channel }
  switch (message.event) {
    case 'phx_leave':
      return leave(context, concerned)
    case 'access_token':
      return exchangeToken(context, concerned)
    case 'broadcast':
      return broadcast(context, concerned)
    case 'presence':
      return presence(context, concerned)
    default:
      // Unknown events count towards the limit and are ignored.
      if (context.limited && !socket.events.take()) throw new Refusal(TOO_MANY)
  }
}

function refuse({ log }: RealtimeContext, socket: Socket<Channel>, message: Incoming, error: unknown): void {
  if (error instanceof Refusal) {
    socket.reply(message, 'error', { reason: error.message })
    return
  }
  log.warn({ err: error, event: message.event }, 'realtime.message_failed')
  socket.reply(message, 'error', { reason: 'UnknownError: please try again' })
}
