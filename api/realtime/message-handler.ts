// Handles a client's messages: join, leave, a new token, a broadcast, a presence.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { guest, type Viewer } from '../viewer.ts'
import type { AddressBudget } from './address-budget.ts'
import { type Authorize, mayNotRead, type Permissions, Refusal } from './authorize.ts'
import { type Binding, BindingError, bind, idsOf } from './bindings.ts'
import type { Broadcasts } from './broadcast.ts'
import { Channel, subTopicOf } from './channel.ts'
import { encode, type Incoming } from './frames.ts'
import { readJoin } from './join.ts'
import type { Presences } from './presence.ts'
import type { Published } from './published.ts'
import type { Socket } from './socket.ts'
import type { Rooms, Subscribers } from './subscribers.ts'

const CHANNELS_PER_SOCKET = 100
const SOCKETS_PER_USER = 10
/** Maximum size of one presence, which every participant receives. */
const PRESENCE_BYTES = 4 * 1024

const TOO_MANY = 'RateLimitExceeded: Too many messages per second'

const presenceCall = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
})

/** Presence keys with this prefix are reserved for that member, so others may rely on them. */
const MEMBER_KEY = 'member:'

type Handler = (socket: Socket<Channel>, message: Incoming) => Promise<void> | void

export function createMessageHandler(options: {
  db: Database
  log: Logger
  authorize: Authorize
  subscribers: Subscribers<Channel>
  rooms: Rooms<Channel>
  presences: Presences
  broadcasts: Broadcasts
  published: Published
  /** Null: not limited. */
  budget: AddressBudget | null
  forget: (channel: Channel) => void
  end: (channel: Channel, message: string) => void
  limited: boolean
}): Handler {
  const { db, log, authorize, subscribers, rooms, presences, broadcasts, published, budget, forget, end } =
    options
  const { limited } = options

  const join = async (socket: Socket<Channel>, message: Incoming) => {
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
    const viewer = await identify(socket, request.accessToken)
    if (!mayBePresentAs(viewer, request.presenceKey)) {
      throw new Refusal('Unauthorized: this presence key belongs to a member')
    }
    const channel = new Channel(socket, message.topic, message.joinRef ?? message.ref, request)
    const permissions = await permissionsOf(channel, viewer)
    const { bindings, fault } = await bindingsOf(viewer, channel)
    if (fault !== null && request.waits) throw new Refusal(`RealtimeDisabledForConfiguration: ${fault}`)
    if (!socket.isOpen) return
    // Counted after the checks: several sockets may have been checked at the same time.
    if (limited && tooManySockets(viewer, socket)) {
      throw new Refusal('ConnectionRateLimitReached: Too many connected users')
    }
    hold(channel, channel.bytes)
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

  const identify = (socket: Socket<Channel>, token: string | null): Promise<Viewer> => {
    const credential = token ?? socket.apiKey
    return credential === null
      ? Promise.resolve(guest(socket.address))
      : authorize.identify(credential, socket.address)
  }

  /** What `viewer` may do on a private channel; null on a public one. @throws Refusal when that is not to read */
  const permissionsOf = async (
    { isPrivate, subTopic }: Channel,
    viewer: Viewer,
  ): Promise<Permissions | null> => {
    if (!isPrivate) return null
    const permissions = await authorize.permissions({ viewer, judgements: new Map() }, subTopic)
    if (!permissions.receive_broadcast && !permissions.receive_presence) throw mayNotRead(subTopic)
    return permissions
  }

  const tooManySockets = ({ userId }: Viewer, socket: Socket<Channel>): boolean => {
    if (userId === null) return false
    const theirs = new Set<Socket<Channel>>()
    for (const { viewer, channels } of subscribers.all()) {
      if (viewer.userId === userId) for (const channel of channels) theirs.add(channel.socket)
    }
    return !theirs.has(socket) && theirs.size >= SOCKETS_PER_USER
  }

  /** Takes memory of the address's budget until the channel ends. @throws Refusal when none is left */
  const hold = (channel: Channel, bytes: number) => {
    if (budget?.take(channel.socket.address, bytes) === false) {
      throw new Refusal('ChannelRateLimitReached: Too many subscriptions from this address')
    }
    channel.heldBytes += bytes
  }

  /** All bindings, or the reason for a refusal. */
  const bindingsOf = async (
    viewer: Viewer,
    { changes }: Channel,
  ): Promise<{ bindings: Binding[]; fault: string | null }> => {
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

  const leave = (socket: Socket<Channel>, message: Incoming, channel: Channel) => {
    forget(channel)
    socket.reply(message, 'ok')
    channel.tellEnd('phx_close')
  }

  /** Exchanges the token of an open channel. */
  const exchange = async (socket: Socket<Channel>, message: Incoming, channel: Channel) => {
    const token = (message.payload as { access_token?: unknown } | null)?.access_token
    // Without a token the client keeps the old identity until that token expires.
    if (typeof token !== 'string' || token === '') return
    try {
      const viewer = await identify(socket, token)
      await permissionsOf(channel, viewer)
      const { bindings, fault } = await bindingsOf(viewer, channel)
      if (!channel.isOpen) return
      channel.bindings = bindings
      subscribers.enter(channel, viewer)
      if (fault !== null) channel.system('error', fault, 'postgres_changes')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      end(channel, error.message)
    }
  }

  const broadcast = (socket: Socket<Channel>, message: Incoming, channel: Channel): Promise<void> | void => {
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

  const presence = async (socket: Socket<Channel>, message: Incoming, channel: Channel) => {
    const call = presenceCall.safeParse(message.payload)
    if (!call.success) return
    if (limited && !channel.presenceCalls.take()) {
      throw new Refusal('ClientPresenceRateLimitReached: Too many presence messages per second')
    }
    if (channel.isPrivate && channel.subscriber) {
      const permissions = await authorize.permissions(channel.subscriber, channel.subTopic)
      if (!permissions.send_presence) {
        throw new Refusal(
          `Unauthorized: You do not have permissions to track presence on: ${channel.subTopic}`,
        )
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
      hold(channel, Math.max(0, bytes - channel.presenceBytes))
      channel.presenceBytes = Math.max(bytes, channel.presenceBytes)
      channel.presenceRef = presences.track(channel.room, channel.presenceKey, payload, channel.presenceRef)
    } else {
      throw new Refusal('UnknownPresenceEvent')
    }
    socket.reply(message, 'ok')
  }

  const answer: Handler = (socket, message) => {
    if (message.event === 'phx_join') return join(socket, message)
    const channel = socket.channels.get(message.topic)
    if (!channel) throw new Refusal('unmatched topic')
    // Sent before the channel was rejoined.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return
    switch (message.event) {
      case 'phx_leave':
        return leave(socket, message, channel)
      case 'access_token':
        return exchange(socket, message, channel)
      case 'broadcast':
        return broadcast(socket, message, channel)
      case 'presence':
        return presence(socket, message, channel)
      default:
        // Unknown events count towards the limit and are ignored.
        if (limited && !socket.events.take()) throw new Refusal(TOO_MANY)
    }
  }

  const refuse = (socket: Socket<Channel>, message: Incoming, error: unknown) => {
    if (error instanceof Refusal) {
      socket.reply(message, 'error', { reason: error.message })
      return
    }
    log.warn({ err: error, event: message.event }, 'realtime.message_failed')
    socket.reply(message, 'error', { reason: 'UnknownError: please try again' })
  }

  return (socket, message) => {
    try {
      return answer(socket, message)?.catch((error: unknown) => refuse(socket, message, error))
    } catch (error) {
      refuse(socket, message, error)
    }
  }
}

function mayBePresentAs({ userId }: Viewer, key: string): boolean {
  return !key.startsWith(MEMBER_KEY) || (userId !== null && key === MEMBER_KEY + userId)
}
