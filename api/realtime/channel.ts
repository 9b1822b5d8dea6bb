// A channel: one topic on one socket, joined as somebody.

import type { Binding } from './bindings.ts'
import { encode, type Frame, isName } from './frames.ts'
import type { JoinRequest } from './join.ts'
import { PRESENCE, RateWindow } from './rate-window.ts'
import type { Socket } from './socket.ts'
import type { Subscriber } from './subscribers.ts'

export const TOPIC_PREFIX = 'realtime:'

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
  readonly socket: Socket<Channel>
  readonly topic: string
  readonly subTopic: string
  readonly room: string
  readonly joinRef: string | null
  readonly request: JoinRequest
  readonly presenceCalls = new RateWindow(PRESENCE)
  subscriber: Subscriber<Channel> | null = null
  bindings: Binding[] = []
  /** What this channel tracks, by the reference that presence gave it. */
  presenceRef: string | null = null
  isOpen = true

  constructor(socket: Socket<Channel>, topic: string, joinRef: string | null, request: JoinRequest) {
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
