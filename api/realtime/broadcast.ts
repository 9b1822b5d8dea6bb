// Broadcasts: encoded once per protocol version, sent to each socket. On a private topic every receiver's permission
// is checked first, at most once a second per identity.
import type { Logger } from '../log.ts'
import { type Authorize, Refusal } from './authorize.ts'
import type { BusMessage } from './bus.ts'
import { type Channel, topicOf } from './channel.ts'
import { encodeBroadcast, type Frame, shared, type UserBroadcast, type Version } from './frames.ts'
import type { Rooms, Subscriber } from './subscribers.ts'

type FrameOf = (version: Version) => Frame | null
type Right = 'receive_broadcast' | 'receive_presence'

export function createBroadcasts(options: {
  rooms: Rooms<Channel>
  authorize: Authorize
  log: Logger
  /** A channel that may not receive any more. */
  refused: (channel: Channel) => void
  publish: (message: BusMessage) => void
}) {
  const { rooms, authorize, log, refused, publish } = options
  /** The last delivery in each private room: permission checks take time, and messages stay in order. */
  const tails = new Map<string, Promise<void>>()

  /** Sends a frame to the permitted channels of `room` that want it. */
  const fan = (room: string, right: Right, frame: FrameOf, wants: (channel: Channel) => boolean): void => {
    const channels = rooms.in(room)
    if (channels.size === 0) return
    if (room.startsWith('public:')) {
      for (const channel of channels) if (wants(channel)) channel.send(frame(channel.socket.version))
      return
    }
    const tail = (tails.get(room) ?? Promise.resolve())
      .then(() => fanPrivately(room, right, frame, wants))
      .finally(() => {
        if (tails.get(room) === tail) tails.delete(room)
      })
    tails.set(room, tail)
  }

  const fanPrivately = async (
    room: string,
    right: Right,
    frame: FrameOf,
    wants: (channel: Channel) => boolean,
  ) => {
    const byAudience = Map.groupBy(rooms.in(room), ({ subscriber }) => subscriber)
    await Promise.all(
      [...byAudience].map(async ([subscriber, channels]) => {
        const may = subscriber !== null && (await mayReceive(subscriber, channels, right))
        for (const channel of channels) {
          if (may && wants(channel)) channel.send(frame(channel.socket.version))
        }
      }),
    )
  }

  const mayReceive = async (
    subscriber: Subscriber<Channel>,
    channels: Channel[],
    right: Right,
  ): Promise<boolean> => {
    try {
      const permissions = await authorize.permissions(subscriber, channels[0]?.subTopic ?? '')
      if (!permissions.receive_broadcast && !permissions.receive_presence) channels.forEach(refused)
      return permissions[right]
    } catch (error) {
      if (error instanceof Refusal) channels.forEach(refused)
      // Without a decision nothing is delivered.
      else log.warn({ err: error }, 'realtime.authorization_failed')
      return false
    }
  }

  /** To this node's channels only: the message came from another node. */
  const deliver = (room: string, message: UserBroadcast, except?: Channel): void => {
    const topic = topicOf(room)
    const frame = shared((version) => encodeBroadcast(version, topic, message))
    fan(room, 'receive_broadcast', frame, (channel) => channel !== except)
  }

  return {
    fan,
    deliver,
    /** To this node's channels in `room` (but `except`), and to the other nodes. */
    send: (room: string, message: UserBroadcast, except?: Channel): void => {
      deliver(room, message, except)
      const { event, encoding, body } = message
      if (encoding === 'json') publish({ kind: 'cast', room, event, json: body.toString() })
      else publish({ kind: 'cast', room, event, base64: body.toString('base64') })
    },
  }
}

export type Broadcasts = ReturnType<typeof createBroadcasts>
