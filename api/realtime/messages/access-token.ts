// `access_token`: exchanges the token of an open channel.
import { Refusal } from '../authorize.ts'
import type { ChannelMessage, RealtimeContext } from '../context.ts'
import { bindingsOf, identify, permissionsOf } from './entry.ts'

export async function exchangeToken(
  context: RealtimeContext,
  { socket, message, channel }: ChannelMessage,
): Promise<void> {
  const token = (message.payload as { access_token?: unknown } | null)?.access_token
  // Without a token the client keeps the old identity until that token expires.
  if (typeof token !== 'string' || token === '') return
  try {
    const viewer = await identify(context, socket, token)
    await permissionsOf(context, channel, viewer)
    const { bindings, fault } = await bindingsOf(context, viewer, channel)
    if (!channel.isOpen) return
    channel.bindings = bindings
    context.subscribers.enter(channel, viewer)
    if (fault !== null) channel.system('error', fault, 'postgres_changes')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.end(channel, error.message)
  }
}
