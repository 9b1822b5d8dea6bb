// A channel: one topic on one socket, joined as somebody. Decides what a joining message may ask for.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Allowance, PRESENCE } from './allowance.ts'
import type { Audience } from './audience.ts'
import type { Binding } from './bindings.ts'
import { encode, type Frame, isName } from './frames.ts'
import type { Socket } from './socket.ts'

export const TOPIC_PREFIX = 'realtime:'

const BINDINGS = 100

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z
        .array(
          z.object({
            event: z.string(),
            schema: z.string().nullish(),
            table: z.string().nullish(),
            filter: z.string().max(2_048).nullish(),
            select: z.array(z.string()).max(100).nullish(),
          }),
        )
        .max(BINDINGS)
        .nullish(),
      private: z.boolean().nullish(),
      postgres_changes_options: z.object({ wait: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})

export type JoinRequest = {
  accessToken: string | null
  isPrivate: boolean
  ack: boolean
  self: boolean
  /** Wants to be told when broadcasts from the database arrive here. */
  asksReadiness: boolean
  presenceKey: string
  presenceEnabled: boolean
  changes: { event: string; schema?: string; table?: string; filter?: string; select?: string[] }[]
  /** Tables that cannot be subscribed to refuse the join instead of telling afterwards. */
  waits: boolean
}

/** @returns null when the payload is none that a client of this protocol sends */
export function readJoin(payload: unknown): JoinRequest | null {
  const { success, data } = joinPayload.safeParse(payload ?? {})
  if (!success) return null
  const {
    broadcast,
    presence,
    postgres_changes,
    private: isPrivate,
    postgres_changes_options,
  } = data.config ?? {}
  return {
    accessToken: data.access_token || null,
    isPrivate: isPrivate ?? false,
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    asksReadiness: broadcast?.replication_ready ?? false,
    presenceKey: presence?.key || randomUUID(),
    presenceEnabled: presence?.enabled ?? false,
    changes: (postgres_changes ?? []).map(({ event, schema, table, filter, select }) => ({
      event,
      ...(schema ? { schema } : {}),
      ...(table ? { table } : {}),
      ...(filter ? { filter } : {}),
      ...(select ? { select } : {}),
    })),
    waits: postgres_changes_options?.wait ?? false,
  }
}

/** The topic as its users know it; null when it isn't one of ours. */
export function subTopicOf(topic: string): string | null {
  if (!topic.startsWith(TOPIC_PREFIX)) return null
  const name = topic.slice(TOPIC_PREFIX.length)
  return name !== '' && isName(topic) ? name : null
}

/** A private and a public topic of one name are two: who may not enter the one cannot listen at the other. */
export function roomOf(subTopic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}

/** The topic as the wire names it. */
export function topicOf(room: string): string {
  return TOPIC_PREFIX + room.slice(room.indexOf(':') + 1)
}

export class Channel {
  readonly socket: Socket
  readonly topic: string
  readonly subTopic: string
  readonly room: string
  readonly joinRef: string | null
  readonly request: JoinRequest
  readonly presenceCalls = new Allowance(PRESENCE)
  audience: Audience | null = null
  bindings: Binding[] = []
  /** What this channel tracks, by the reference that presence gave it. */
  presenceRef: string | null = null
  isOpen = true

  constructor(socket: Socket, topic: string, joinRef: string | null, request: JoinRequest) {
    this.socket = socket
    this.topic = topic
    this.subTopic = topic.slice(TOPIC_PREFIX.length)
    this.room = roomOf(this.subTopic, request.isPrivate)
    this.joinRef = joinRef
    this.request = request
  }

  get isPrivate(): boolean {
    return this.request.isPrivate
  }

  push(event: string, payload: string): void {
    this.send(encode(this.socket.version, { topic: this.topic, event }, payload))
  }

  send(frame: Frame | null): void {
    if (this.isOpen) this.socket.send(frame)
  }

  /** What upstream tells a channel about itself. */
  system(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.push('system', JSON.stringify({ message, status, extension, channel: this.subTopic }))
  }
}
