// Who a client is, and what it may receive on a channel: asked when it joins, and again with each new token.
import { guest, type Viewer } from '../../viewer.ts'
import { mayNotRead, type Permissions } from '../authorize.ts'
import { type Binding, BindingError, bind } from '../bindings.ts'
import type { Channel } from '../channel.ts'
import type { RealtimeContext } from '../context.ts'
import type { Socket } from '../socket.ts'

/** The viewer of a token, or of the socket's API key without one. @throws Refusal */
export function identify(
  { authorize }: RealtimeContext,
  socket: Socket<Channel>,
  token: string | null,
): Promise<Viewer> {
  const credential = token ?? socket.apiKey
  return credential === null
    ? Promise.resolve(guest(socket.address))
    : authorize.identify(credential, socket.address)
}

/** What `viewer` may do on a private channel; null on a public one. @throws Refusal when that is not to read */
export async function permissionsOf(
  { authorize }: RealtimeContext,
  { isPrivate, subTopic }: Channel,
  viewer: Viewer,
): Promise<Permissions | null> {
  if (!isPrivate) return null
  const permissions = await authorize.permissions({ viewer, judgements: new Map() }, subTopic)
  if (!permissions.receive_broadcast && !permissions.receive_presence) throw mayNotRead(subTopic)
  return permissions
}

/** All bindings, or the reason for a refusal. */
export async function bindingsOf(
  { db, published }: RealtimeContext,
  viewer: Viewer,
  { changes }: Channel,
): Promise<{ bindings: Binding[]; fault: string | null }> {
  try {
    return { bindings: await bind(db, published, viewer, changes), fault: null }
  } catch (error) {
    if (error instanceof BindingError) return { bindings: [], fault: error.message }
    const { code, message } = error as { code?: unknown; message: string }
    // A filter value of the wrong type, or an operator that the type does not have.
    if (typeof code === 'string' && /^(22|42)/.test(code)) {
      return { bindings: [], fault: `Unable to subscribe to changes with given parameters. ${message}` }
    }
    throw error
  }
}
