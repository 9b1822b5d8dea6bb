// /realtime/v1: composes sockets, topics, changes, presence and other nodes, and runs the timers: pings, token
// expiry, session revocation, and disconnection on shutdown.
import pLimit from 'p-limit'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { ListeningDatabase } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import type { Logger } from '../log.ts'
import type { Redis } from '../redis.ts'
import { AddressBudget } from './address-budget.ts'
import { createAuthorize, mayNotRead, Refusal } from './authorize.ts'
import { type Broadcasts, createBroadcasts } from './broadcast.ts'
import { type Bus, createBus } from './bus.ts'
import { createChanges } from './changes.ts'
import { type Channel, topicOf } from './channel.ts'
import { encode, shared } from './frames.ts'
import { createHttpBroadcast } from './http-broadcast.ts'
import { createMessageHandler } from './message-handler.ts'
import { Presences } from './presence.ts'
import { readPublished } from './published.ts'
import { listenToDatabase, notifyPubSub } from './pubsub-notify.ts'
import { redisPubSub } from './pubsub-redis.ts'
import { CLOSE, type Socket } from './socket.ts'
import { Rooms, type Subscriber, Subscribers } from './subscribers.ts'
import { createUpgradeHandler } from './upgrade.ts'

const PING_EVERY_MS = 25_000
const GONE_AFTER_MS = 60_000
const LOOK_EVERY_MS = 1_000
const JUDGES = 4
/** Disconnections are spread over this time, longer with more clients. */
const RECONNECT_SPREAD_MS = 5_000
const RECONNECT_SPREAD_PER_SOCKET_MS = 2

export async function createRealtime(options: {
  config: Config & { siteUrl: string }
  db: ListeningDatabase
  log: Logger
  auth: Auth
  limits: Limits
  /** Carries broadcasts and presence between nodes; null: PostgreSQL does. */
  redis: Redis | null
  /** Whether to install change triggers on published tables. */
  watch: boolean
}) {
  const { config, db, log, auth, limits, redis, watch } = options
  const sockets = new Set<Socket<Channel>>()
  const subscribers = new Subscribers<Channel>()
  const rooms = new Rooms<Channel>()
  const published = await readPublished(db, log, watch)
  const authorize = createAuthorize(db, auth)
  const budget = config.rateLimits ? new AddressBudget() : null
  let bus: Bus | null = null

  const presences = new Presences(
    (room, diff) => {
      const topic = topicOf(room)
      const frame = shared((version) => encode(version, { topic, event: 'presence_diff' }, diff))
      broadcasts.fan(room, 'receive_presence', frame, ({ presenceEnabled }) => presenceEnabled)
    },
    (room, joins, leaves) => bus?.publish({ kind: 'presence', room, joins, leaves }),
  )

  /** Closes a channel and sends the client the reason. */
  const end = (channel: Channel, message: string) => {
    if (!channel.isOpen) return
    channel.system('error', message)
    channel.tellEnd('phx_close')
    forget(channel)
  }

  const forget = (channel: Channel) => {
    channel.isOpen = false
    budget?.give(channel.socket.address, channel.heldBytes)
    channel.heldBytes = 0
    if (channel.socket.channels.get(channel.topic) === channel) channel.socket.channels.delete(channel.topic)
    rooms.leave(channel)
    subscribers.leave(channel)
    if (channel.presenceRef !== null) presences.untrack(channel.room, channel.presenceRef)
  }

  const endAudience = (subscriber: Subscriber<Channel>, message: string) => {
    for (const channel of [...subscriber.channels]) end(channel, message)
  }

  const broadcasts: Broadcasts = createBroadcasts({
    rooms,
    authorize,
    log,
    refused: (channel) => end(channel, mayNotRead(channel.subTopic).message),
    publish: (message) => bus?.publish(message),
  })

  const changes = createChanges({
    db,
    log,
    subscribers,
    published,
    revoked: (subscriber, refusal) => endAudience(subscriber, refusal.message),
    missed: (channel) => {
      channel.system('error', 'Changes were missed: please subscribe again', 'postgres_changes')
      channel.tellEnd('phx_error')
      forget(channel)
    },
  })

  const handle = createMessageHandler({
    db,
    log,
    authorize,
    subscribers,
    rooms,
    presences,
    broadcasts,
    published,
    budget,
    forget,
    end,
    limited: config.rateLimits,
  })

  const upgradeHandler = createUpgradeHandler({
    config,
    limits,
    auth,
    sockets,
    handle,
    closed: (socket) => {
      sockets.delete(socket)
      for (const channel of [...socket.channels.values()]) forget(channel)
    },
  })

  bus = await createBus({
    open: redis ? redisPubSub(redis, notifyPubSub(db)) : notifyPubSub(db),
    log,
    receive: (node, message) => {
      if (message.kind === 'cast') {
        const { room, event } = message
        const encoding = 'json' in message ? 'json' : 'binary'
        const body = 'json' in message ? Buffer.from(message.json) : Buffer.from(message.base64, 'base64')
        broadcasts.deliver(room, { event, encoding, body })
      } else if (message.kind === 'presence') {
        presences.applyRemote(node, message.room, message.joins, message.leaves)
      } else if (message.kind === 'present') {
        presences.replaceRemote(node, message.rooms)
      }
    },
    present: () => ({ kind: 'present', rooms: presences.here() }),
    gone: (node) => presences.gone(node),
  })

  /** Rechecks whether these may still listen, a few at a time, because the pool is for requests. */
  const judge = (concerned: Subscriber<Channel>[]) => void pLimit(JUDGES).map(concerned, judgeOne)
  const judgeOne = async (subscriber: Subscriber<Channel>) => {
    subscriber.judgements.clear()
    try {
      await authorize.enter(subscriber.viewer)
    } catch (error) {
      if (error instanceof Refusal) endAudience(subscriber, error.message)
      else log.warn({ err: error }, 'realtime.reauthorization_failed')
    }
  }
  const { unlisten } = await db.listener.listen(
    'revoked',
    (userId) => judge(subscribers.all().filter(({ viewer }) => viewer.userId === userId)),
    // Also after an interruption, during which a revocation may have been missed.
    () => judge(subscribers.all().filter(({ viewer }) => viewer.userId !== null)),
  )
  const unlistenBroadcasts = await listenToDatabase(db, log, broadcasts.deliver)
  const reloadLater = () =>
    void published
      .reload()
      .catch((error: unknown) => log.error({ err: error }, 'realtime.publication_reload_failed'))
  const { unlisten: unlistenSchema } = await db.listener.listen(
    'pgrst',
    (payload) => {
      if (payload === '' || payload === 'reload schema') reloadLater()
    },
    (missedSince) => missedSince !== null && reloadLater(),
  )

  let pinged = Date.now()
  const clock = setInterval(() => {
    const now = Date.now()
    for (const subscriber of subscribers.all()) {
      if (subscriber.expiresAt !== null && subscriber.expiresAt <= now) {
        endAudience(subscriber, 'InvalidJWTToken: Token has expired')
      }
    }
    const ping = now - pinged >= PING_EVERY_MS
    if (ping) pinged = now
    for (const socket of sockets) {
      if (now - socket.lastSeen > GONE_AFTER_MS) socket.terminate()
      else if (ping) socket.ping()
    }
  }, LOOK_EVERY_MS)

  return {
    /** Handles an upgrade request for this path. @returns whether it did */
    upgrade: upgradeHandler.upgrade,
    /** Clients that are connected now, and the channels that they have joined. */
    counts: () => ({
      sockets: sockets.size,
      channels: [...sockets].reduce((sum, { channels }) => sum + channels.size, 0),
    }),
    http: createHttpBroadcast({ auth, limits, authorize, broadcasts }),
    change: changes.take,
    /** Changes were missed: whoever subscribed to some has to subscribe again. */
    missed: changes.missed,
    /** Disconnects every client, spread over time. Resolves when all are gone. */
    drain: async () => {
      upgradeHandler.close()
      const within = Math.min(RECONNECT_SPREAD_MS, sockets.size * RECONNECT_SPREAD_PER_SOCKET_MS)
      await Promise.all(
        [...sockets].map(async (socket) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * within))
          socket.close(CLOSE.restart, 'restarting')
        }),
      )
      // Clients that do not answer the close are not waited for.
      await new Promise((resolve) => setTimeout(resolve, Math.min(500, sockets.size)))
      for (const socket of sockets) socket.terminate()
    },
    stop: async () => {
      clearInterval(clock)
      presences.stop()
      await bus?.close()
      await unlisten()
      await unlistenBroadcasts()
      await unlistenSchema()
    },
  }
}

export type Realtime = Awaited<ReturnType<typeof createRealtime>>
