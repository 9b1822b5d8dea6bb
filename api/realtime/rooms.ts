// Maps topics to this node's channels.
import type { Channel } from './channel.ts'

const NOBODY: ReadonlySet<Channel> = new Set()

export class Rooms {
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
    return this.#rooms.get(room) ?? NOBODY
  }
}
