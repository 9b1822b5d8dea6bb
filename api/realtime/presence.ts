// Presence: of this node from its channels' tracks, of other nodes from their messages. Channels receive the full
// state on joining and differences after that, batched briefly, because a crowd arrives at once.
import { randomToken } from '../crypto.ts'
import type { Presence } from './bus.ts'

const GATHER_MS = 50
const HERE = ''

type Metas = { metas: Record<string, unknown>[] }
type Diff = { joins: Record<string, Metas>; leaves: Record<string, Metas> }

type Room = {
  /** By node, then by reference. */
  present: Map<string, Map<string, Presence>>
  joins: Presence[]
  leaves: Presence[]
  timer: NodeJS.Timeout | null
  /** The state sent so far: a new channel receives this, and the rest with the next difference. */
  shown: Map<string, Presence>
  state: string | null
}

export class Presences {
  readonly #rooms = new Map<string, Room>()
  readonly #changed: (room: string, diff: string) => void
  readonly #tell: (room: string, joins: Presence[], leaves: Presence[]) => void

  /**
   * @param changed sends a difference (JSON text) to the room's listeners on this node
   * @param tell tells the other nodes what changed on this one
   */
  constructor(
    changed: (room: string, diff: string) => void,
    tell: (room: string, joins: Presence[], leaves: Presence[]) => void,
  ) {
    this.#changed = changed
    this.#tell = tell
  }

  /** Adds a presence, replacing `before`. @returns the new reference */
  track(room: string, key: string, meta: Record<string, unknown>, before: string | null): string {
    const ref = randomToken(9)
    const left = before === null ? undefined : this.#take(room, HERE, before)
    const joined = { key, ref, meta: left ? { ...meta, phx_ref_prev: left.ref } : meta }
    this.#put(room, HERE, joined)
    this.#note(room, [joined], left ? [left] : [])
    this.#tell(room, [joined], left ? [left] : [])
    return ref
  }

  untrack(room: string, ref: string): void {
    const left = this.#take(room, HERE, ref)
    if (!left) return
    this.#note(room, [], [left])
    this.#tell(room, [], [left])
  }

  state(room: string): string {
    const known = this.#rooms.get(room)
    if (!known) return '{}'
    known.state ??= JSON.stringify(grouped([...known.shown.values()]))
    return known.state
  }

  /** All presences of this node, for a new node. */
  here(): { room: string; present: Presence[] }[] {
    return [...this.#rooms].flatMap(([room, { present }]) => {
      const here = present.get(HERE)
      return here && here.size > 0 ? [{ room, present: [...here.values()] }] : []
    })
  }

  applyRemote(node: string, room: string, joins: Presence[], leaves: Presence[]): void {
    const left = leaves.filter(({ ref }) => this.#take(room, node, ref) !== undefined)
    const joined = joins.filter(({ ref }) => !this.#rooms.get(room)?.present.get(node)?.has(ref))
    for (const presence of joined) this.#put(room, node, presence)
    this.#note(room, joined, left)
  }

  /** Replaces the state of another node; missing presences have left. */
  replaceRemote(node: string, rooms: { room: string; present: Presence[] }[]): void {
    const reported = new Map(rooms.map(({ room, present }) => [room, present]))
    for (const [room, { present }] of [...this.#rooms]) {
      const known = [...(present.get(node)?.values() ?? [])]
      const refs = new Set((reported.get(room) ?? []).map(({ ref }) => ref))
      this.applyRemote(
        node,
        room,
        [],
        known.filter(({ ref }) => !refs.has(ref)),
      )
    }
    for (const [room, present] of reported) this.applyRemote(node, room, present, [])
  }

  gone(node: string): void {
    this.replaceRemote(node, [])
  }

  stop(): void {
    for (const { timer } of this.#rooms.values()) if (timer) clearTimeout(timer)
  }

  #put(name: string, node: string, presence: Presence): void {
    let room = this.#rooms.get(name)
    if (!room) {
      room = { present: new Map(), joins: [], leaves: [], timer: null, shown: new Map(), state: null }
      this.#rooms.set(name, room)
    }
    const there = room.present.get(node) ?? new Map<string, Presence>()
    there.set(presence.ref, presence)
    room.present.set(node, there)
  }

  #take(name: string, node: string, ref: string): Presence | undefined {
    const room = this.#rooms.get(name)
    const there = room?.present.get(node)
    const presence = there?.get(ref)
    if (!room || !there || !presence) return undefined
    there.delete(ref)
    if (there.size === 0) room.present.delete(node)
    return presence
  }

  #note(name: string, joins: Presence[], leaves: Presence[]): void {
    const room = this.#rooms.get(name)
    if (!room || joins.length + leaves.length === 0) return
    room.joins.push(...joins)
    room.leaves.push(...leaves)
    room.timer ??= setTimeout(() => this.#flush(name, room), GATHER_MS)
  }

  #flush(name: string, room: Room): void {
    room.timer = null
    const { joins, leaves } = room
    room.joins = []
    room.leaves = []
    for (const joined of joins) room.shown.set(joined.ref, joined)
    for (const left of leaves) room.shown.delete(left.ref)
    room.state = null
    if (room.present.size === 0) this.#rooms.delete(name)
    if (joins.length + leaves.length === 0) return
    const diff: Diff = { joins: grouped(joins), leaves: grouped(leaves) }
    this.#changed(name, JSON.stringify(diff))
  }
}

function grouped(present: Presence[]): Record<string, Metas> {
  // No prototype, because clients choose the keys, including `__proto__`.
  const byKey = Object.create(null) as Record<string, Metas>
  for (const { key, ref, meta } of present) {
    const metas = byKey[key]?.metas ?? []
    metas.push({ ...meta, phx_ref: ref })
    byKey[key] = { metas }
  }
  return byKey
}
