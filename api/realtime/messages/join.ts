// `phx_join` and `phx_leave`.
import type { Viewer } from '../../viewer.ts'
import { Refusal } from '../authorize.ts'
import { idsOf } from '../bindings.ts'
import { Channel, subTopicOf } from '../channel.ts'
import { type ChannelMessage, hold, type RealtimeContext } from '../context.ts'
import { encode, type Incoming } from '../frames.ts'
import { readJoin } from '../join.ts'
import type { Socket } from '../socket.ts'
import type { Subscribers } from '../subscribers.ts'
import { bindingsOf, identify, permissionsOf } from './entry.ts'

const CHANNELS_PER_SOCKET = 100
const SOCKETS_PER_USER = 10
/** Presence keys with this prefix are reserved for that member, so others may rely on them. */
const MEMBER_KEY = 'member:'

/** @throws Refusal */
export async function join(
  context: RealtimeContext,
  socket: Socket<Channel>,
  message: Incoming,
): Promise<void> {
  const { forget, limited, presences, rooms, subscribers } = context
  if (limited && !socket.joins.take())
    throw new Refusal('ClientJoinRateLimitReached: Too many joins per second')
  const subTopic = subTopicOf(message.topic)
  const request = readJoin(message.payload)
  if (subTopic === null) throw new Refusal('unmatched topic')
  if (!request) throw new Refusal('InvalidJoinPayload: the payload of the join could not be read')
  const before = socket.channels.get(message.topic)
  if (before) {
    before.tellEnd('phx_close')
    forget(before)
  }
  if (socket.channels.size >= CHANNELS_PER_SOCKET) {
    throw new Refusal('ChannelRateLimitReached: Too many channels')
  }
  const viewer = await identify(context, socket, request.accessToken)
  if (!mayBePresentAs(viewer, request.presenceKey)) {
    throw new Refusal('Unauthorized: this presence key belongs to a member')
  }
  const channel = new Channel(socket, message.topic, message.joinRef ?? message.ref, request)
  const permissions = await permissionsOf(context, channel, viewer)
  const { bindings, fault } = await bindingsOf(context, viewer, channel)
  if (fault !== null && request.waits) throw new Refusal(`RealtimeDisabledForConfiguration: ${fault}`)
  if (!socket.isOpen) return
  // Counted after the checks: several sockets may have been checked at the same time.
  if (limited && hasTooManySockets(subscribers, viewer, socket)) {
    throw new Refusal('ConnectionRateLimitReached: Too many connected users')
  }
  hold(context, channel, channel.bytes)
  channel.bindings = bindings
  socket.channels.set(channel.topic, channel)
  subscribers.enter(channel, viewer)
  rooms.enter(channel)
  const ids = idsOf(channel.changes)
  const changes = channel.changes.map((wish, index) => ({ id: ids[index], ...wish }))
  socket.reply(message, 'ok', { postgres_changes: changes })
  if (channel.presenceEnabled && permissions?.receive_presence !== false) {
    const { topic, joinRef } = channel
    const state = presences.state(channel.room)
    channel.send(encode(socket.version, { joinRef, topic, event: 'presence_state' }, state))
  }
  // Upstream's message. No replication connects here: a node listens before it accepts its first socket.
  if (request.asksReadiness) channel.system('ok', 'Replication connection established')
  if (fault !== null) channel.system('error', fault, 'postgres_changes')
  else if (changes.length > 0) channel.system('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
}

export function leave({ forget }: RealtimeContext, { socket, message, channel }: ChannelMessage): void {
  forget(channel)
  socket.reply(message, 'ok')
  channel.tellEnd('phx_close')
}

function hasTooManySockets(
  subscribers: Subscribers<Channel>,
  { userId }: Viewer,
  socket: Socket<Channel>,
): boolean {
  if (userId === null) return false
  const theirs = new Set<Socket<Channel>>()
  for (const { viewer, channels } of subscribers.all()) {
    if (viewer.userId === userId) for (const channel of channels) theirs.add(channel.socket)
  }
  return !theirs.has(socket) && theirs.size >= SOCKETS_PER_USER
}

function mayBePresentAs({ userId }: Viewer, key: string): boolean {
  return !key.startsWith(MEMBER_KEY) || (userId !== null && key === MEMBER_KEY + userId)
}
