// Subscribers, grouped by identity: permissions and rows under row security are evaluated once for all channels of
// one identity, so a thousand guests cost one query.
import { digest } from '../crypto.ts'
import type { Viewer } from '../viewer.ts'
import type { Judgement } from './authorize.ts'

export type Subscriber<Channel> = {
  key: string
  viewer: Viewer
  /** When its token expires, in milliseconds since 1970; null: never. */
  expiresAt: number | null
  channels: Set<Channel>
  judgements: Map<string, Judgement>
}

/** The type of channel.ts, which refers to its subscriber. */
export class Subscribers<Channel extends { subscriber: Subscriber<Channel> | null }> {
  readonly #byKey = new Map<string, Subscriber<Channel>>()

  /** Adds `channel` to the subscriber of `viewer`, and removes it from its previous one. */
  enter(channel: Channel, viewer: Viewer): Subscriber<Channel> {
    const key = keyOf(viewer)
    let subscriber = this.#byKey.get(key)
    if (!subscriber) {
      const { exp } = viewer.claims
      const expiresAt = typeof exp === 'number' ? exp * 1_000 : null
      subscriber = { key, viewer, expiresAt, channels: new Set(), judgements: new Map() }
      this.#byKey.set(key, subscriber)
    }
    if (channel.subscriber !== subscriber) this.leave(channel)
    subscriber.channels.add(channel)
    channel.subscriber = subscriber
    return subscriber
  }

  leave(channel: Channel): void {
    const { subscriber } = channel
    channel.subscriber = null
    if (!subscriber) return
    subscriber.channels.delete(channel)
    if (subscriber.channels.size === 0) this.#byKey.delete(subscriber.key)
  }

  all(): Subscriber<Channel>[] {
    return [...this.#byKey.values()]
  }
}

/** Policies depend on the claims, not on a guest's address. */
function keyOf(viewer: Viewer): string {
  return `${viewer.role}:${digest(JSON.stringify(viewer.claims))}`
}

/** This node's channels, by topic. */
export class Rooms<Channel extends { room: string }> {
  readonly #rooms = new Map<string, Set<Channel>>()

  enter(channel: Channel): void {
    const room = this.#rooms.get(channel.room)
    if (room) room.add(channel)
    else this.#rooms.set(channel.room, new Set([channel]))
  }

  leave(channel: Channel): void {
    const room = this.#rooms.get(channel.room)
    room?.delete(channel)
    if (room?.size === 0) this.#rooms.delete(channel.room)
  }

  in(room: string): ReadonlySet<Channel> {
    return this.#rooms.get(room) ?? new Set()
  }
}
