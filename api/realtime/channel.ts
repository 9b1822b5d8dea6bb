// A channel: one topic on one socket, joined as somebody. It keeps four flags of its join and what it subscribed to, never
// the join itself, whose text and token the client chose.

import { RULES } from '../limits/rules.ts'
import type { Binding } from './bindings.ts'
import { encode, type Frame, isName } from './frames.ts'
import type { JoinRequest } from './join.ts'
import { RateWindow, type Socket } from './socket.ts'
import type { Subscriber } from './subscribers.ts'

export const TOPIC_PREFIX = 'realtime:'

/** The topic without its prefix; null if it has none. */
export function subTopicOf(topic: string): string | null {
  if (!topic.startsWith(TOPIC_PREFIX)) return null
  const name = topic.slice(TOPIC_PREFIX.length)
  return name !== '' && isName(topic) ? name : null
}

/**
 * A private and a public topic of the same name are separate: those who may not enter the private one cannot listen
 * on the public one.
 */
export function roomOf(subTopic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}

/** The topic with its prefix. */
export function topicOf(room: string): string {
  return TOPIC_PREFIX + room.slice(room.indexOf(':') + 1)
}

/** Memory of a channel and of each binding, beside their texts. */
const CHANNEL_BYTES = 256
const BINDING_BYTES = 256

export class Channel {
  readonly socket: Socket<Channel>
  readonly topic: string
  readonly subTopic: string
  readonly room: string
  readonly joinRef: string | null
  readonly isPrivate: boolean
  readonly ack: boolean
  readonly self: boolean
  readonly presenceEnabled: boolean
  readonly presenceKey: string
  /** Kept when they are refused as well: another token may bind them. */
  readonly changes: JoinRequest['changes']
  readonly presenceCalls = new RateWindow(RULES.presence)
  subscriber: Subscriber<Channel> | null = null
  bindings: Binding[] = []
  /** The reference of this channel's presence. */
  presenceRef: string | null = null
  /** What this channel has taken of its address's budget. */
  heldBytes = 0
  /** The part of it that its presence has. */
  presenceBytes = 0
  isOpen = true

  constructor(socket: Socket<Channel>, topic: string, joinRef: string | null, request: JoinRequest) {
    this.socket = socket
    this.topic = topic
    this.subTopic = topic.slice(TOPIC_PREFIX.length)
    this.room = roomOf(this.subTopic, request.isPrivate)
    this.joinRef = joinRef
    this.isPrivate = request.isPrivate
    this.ack = request.ack
    this.self = request.self
    this.presenceEnabled = request.presenceEnabled
    this.presenceKey = request.presenceKey
    this.changes = request.changes
  }

  /** About how much memory it keeps. */
  get bytes(): number {
    const texts = Buffer.byteLength(
      JSON.stringify([this.topic, this.presenceKey, this.joinRef, this.changes]),
    )
    return CHANNEL_BYTES + this.changes.length * BINDING_BYTES + texts
  }

  push(event: string, payload: string): void {
    this.send(encode(this.socket.version, { topic: this.topic, event }, payload))
  }

  send(frame: Frame | null): void {
    if (this.isOpen) this.socket.send(frame)
  }

  /** Tells the client that the channel is over. After an error (unlike a close) it rejoins and reloads its data. */
  tellEnd(event: 'phx_close' | 'phx_error'): void {
    const { socket, topic, joinRef } = this
    socket.send(encode(socket.version, { joinRef, ref: joinRef, topic, event }, '{}'))
  }

  /** A system message, as upstream. */
  system(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.push('system', JSON.stringify({ message, status, extension, channel: this.subTopic }))
  }
}
