// Everybody who listens, grouped by who they are: what is judged or read under row security is judged and read once
// for all channels of one identity, so that a thousand guests cost one query.
import { hash } from 'node:crypto'
import type { Viewer } from '../viewer.ts'
import type { Judgement } from './authorize.ts'

export type Subscriber<Channel> = {
  key: string
  viewer: Viewer
  /** Milliseconds since 1970 after which its token is no longer believed; null: its key never expires. */
  expiresAt: number | null
  channels: Set<Channel>
  /** What it may do on private topics, and when that was last asked. */
  judgements: Map<string, Judgement>
}

/** `Channel` is channel.ts's, which knows its subscriber. */
export class Subscribers<Channel extends { subscriber: Subscriber<Channel> | null }> {
  readonly #byKey = new Map<string, Subscriber<Channel>>()

  /** Puts `channel` among those of `viewer`; takes it away from whoever it was before. */
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

/** The claims decide what policies say; a guest's address doesn't. */
function keyOf(viewer: Viewer): string {
  return `${viewer.role}:${hash('sha256', JSON.stringify(viewer.claims), 'base64')}`
}
