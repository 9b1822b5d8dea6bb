// Messages between the nodes of a site: broadcasts and presence. Row changes are not sent this way: every node
// receives them from PostgreSQL.
import { randomToken } from '../crypto.ts'
import { MAX_JSON_DEPTH, parseUntrustedJson } from '../http/untrusted-json.ts'
import type { Logger } from '../log.ts'

export type Presence = { key: string; ref: string; meta: Record<string, unknown> }

export type BusMessage =
  /** A node is alive; a node that sees it for the first time, or is asked, replies with its presences. */
  | { kind: 'hello'; ask: boolean }
  | { kind: 'bye' }
  | { kind: 'cast'; room: string; event: string; json: string }
  | { kind: 'cast'; room: string; event: string; base64: string }
  | { kind: 'presence'; room: string; joins: Presence[]; leaves: Presence[] }
  /** All presences of a node; missing ones have left. */
  | { kind: 'present'; rooms: { room: string; present: Presence[] }[] }

/** Transports texts between nodes, possibly also back to the sender. */
export type PubSub = {
  publish(text: string): Promise<void>
  close(): Promise<void>
}
export type OpenPubSub = (receive: (text: string) => void, interrupted: () => void) => Promise<PubSub>

/** Maximum nesting of a presence within its message. */
const BUS_DEPTH = MAX_JSON_DEPTH + 10
const HELLO_EVERY_MS = 5_000
/** A node without a message for this long is gone, with all its presences. */
const GONE_AFTER_MS = 20_000

/** Joins the other nodes over `open`. `gone` is called for a node that left or timed out. */
export async function createBus(options: {
  open: OpenPubSub
  log: Logger
  receive: (node: string, message: BusMessage) => void
  present: () => BusMessage
  gone: (node: string) => void
}) {
  const { log, receive, present, gone } = options
  const self = randomToken(9)
  const lastSeen = new Map<string, number>()

  const send = (message: BusMessage): Promise<void> =>
    pubsub
      .publish(JSON.stringify([self, message]))
      .catch((error: unknown) => log.warn({ err: error, kind: message.kind }, 'realtime.publish_failed'))

  const take = (text: string) => {
    try {
      takeMessage(...(parseUntrustedJson(text, BUS_DEPTH) as [string, BusMessage]))
    } catch (error) {
      // It may come from another program or release; an exception in an event handler would end the process.
      log.warn({ err: error }, 'realtime.node_message_invalid')
    }
  }

  const takeMessage = (node: string, message: BusMessage) => {
    if (node === self) return
    if (typeof node !== 'string') throw new TypeError('no node has sent it')
    const isNew = !lastSeen.has(node)
    if (message.kind === 'bye') {
      lastSeen.delete(node)
      gone(node)
      return
    }
    lastSeen.set(node, Date.now())
    if (isNew) void send({ kind: 'hello', ask: true })
    if (message.kind !== 'hello') receive(node, message)
    else if (isNew || message.ask) void send(present())
  }

  const pubsub = await options.open(take, () => void send({ kind: 'hello', ask: true }))
  const clock = setInterval(() => {
    for (const [node, at] of lastSeen) {
      if (Date.now() - at < GONE_AFTER_MS) continue
      lastSeen.delete(node)
      gone(node)
    }
    void send({ kind: 'hello', ask: false })
  }, HELLO_EVERY_MS)
  await send({ kind: 'hello', ask: true })

  return {
    publish: (message: BusMessage): void => {
      // A single node publishes nothing, which spares its database the NOTIFY.
      if (lastSeen.size > 0) void send(message)
    },
    /** Announces that this node leaves, and closes. */
    close: async () => {
      clearInterval(clock)
      await send({ kind: 'bye' })
      await pubsub.close()
    },
  }
}

export type Bus = Awaited<ReturnType<typeof createBus>>
