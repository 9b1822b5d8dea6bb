// Encodes and decodes Phoenix messages in both protocol versions. 1.0.0 uses a JSON object; 2.0.0 uses an array, and
// for broadcasts a binary frame whose payload is not parsed on the way.
import { isObject, tryParseJson } from '../http/untrusted-json.ts'

export type Version = '1.0.0' | '2.0.0'

/** A broadcast of a client: its payload is passed on byte by byte. */
export type UserBroadcast = { event: string; encoding: 'json' | 'binary'; body: Buffer }

export type Incoming = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
  /** Set when `event` is broadcast. */
  broadcast: UserBroadcast | null
}

export type Outgoing = { joinRef?: string | null; ref?: string | null; topic: string; event: string }

/** Encoded bytes for all sockets of one protocol version. */
export type Frame = { data: Buffer; binary: boolean }

/** Maximum length of topic and event in bytes of UTF-8: a binary frame stores it in one byte. */
const NAME_BYTES = 255

const PUSH = 3
const BROADCAST = 4
const BINARY = 0
const JSON_TEXT = 1
const PUSH_HEADER = 7
const EMPTY = Buffer.alloc(0)

/** The protocol version of a socket; the default is Phoenix's older one, clients request the newer. */
export function versionOf(vsn: string | null): Version | null {
  if (vsn === null || vsn === '1.0.0') return '1.0.0'
  return vsn === '2.0.0' ? vsn : null
}

/** @returns null for a malformed frame, which is dropped while the socket stays open */
export function decode(data: Buffer, binary: boolean, version: Version): Incoming | null {
  if (binary) return version === '2.0.0' ? decodePush(data) : null
  const parsed = tryParseJson(data.toString())
  const fields = version === '2.0.0' ? parsed : fieldsOf(parsed)
  if (!Array.isArray(fields) || fields.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = fields as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic)) return null
  const broadcast = event === 'broadcast' ? broadcastOf(payload) : null
  if (event === 'broadcast' && !broadcast) return null
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload, broadcast }
}

/** One message. `payload` is JSON text, so that what is sent to many is written once. */
export function encode(version: Version, message: Outgoing, payload: string): Frame {
  const { joinRef = null, ref = null, topic, event } = message
  const text =
    version === '2.0.0'
      ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
      : `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},` +
        `"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
  return { data: Buffer.from(text), binary: false }
}

/** A broadcast. @returns null for binary payloads in the older protocol */
export function encodeBroadcast(version: Version, topic: string, message: UserBroadcast): Frame | null {
  if (version === '2.0.0') return { data: binaryBroadcast(topic, message), binary: true }
  if (message.encoding === 'binary') return null
  const payload = `{"type":"broadcast","event":${JSON.stringify(message.event)},"payload":${message.body}}`
  return encode(version, { topic, event: 'broadcast' }, payload)
}

export function shared(write: (version: Version) => Frame | null): (version: Version) => Frame | null {
  const written = new Map<Version, Frame | null>()
  return (version) => {
    const known = written.get(version)
    if (known !== undefined) return known
    const frame = write(version)
    written.set(version, frame)
    return frame
  }
}

function binaryBroadcast(topic: string, { event, encoding, body }: UserBroadcast): Buffer {
  const topicBytes = Buffer.from(topic)
  const eventBytes = Buffer.from(event)
  const head = Buffer.from([
    BROADCAST,
    topicBytes.length,
    eventBytes.length,
    0,
    encoding === 'json' ? JSON_TEXT : BINARY,
  ])
  return Buffer.concat([head, topicBytes, eventBytes, body])
}

function decodePush(data: Buffer): Incoming | null {
  if (data.length < PUSH_HEADER || data[0] !== PUSH) return null
  const sizes = data.subarray(1, 6)
  const encoding = data[6]
  if (encoding !== BINARY && encoding !== JSON_TEXT) return null
  let offset = PUSH_HEADER
  const [joinRef = EMPTY, ref = EMPTY, topic = EMPTY, event = EMPTY] = [...sizes].map((size) => {
    offset += size
    return data.subarray(offset - size, offset)
  })
  if (offset > data.length || topic.length === 0 || event.length === 0) return null
  const body = data.subarray(offset)
  if (encoding === JSON_TEXT && tryParseJson(body.toString()) === undefined) return null
  return {
    joinRef: joinRef.length > 0 ? joinRef.toString() : null,
    ref: ref.length > 0 ? ref.toString() : null,
    topic: topic.toString(),
    event: 'broadcast',
    payload: null,
    broadcast: {
      event: event.toString(),
      encoding: encoding === JSON_TEXT ? 'json' : 'binary',
      // JSON is re-encoded: invalid UTF-8 must not reach clients that decode strictly.
      body: encoding === JSON_TEXT ? Buffer.from(body.toString()) : body,
    },
  }
}

/** A broadcast in the older protocol's form. */
function broadcastOf(payload: unknown): UserBroadcast | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { event, payload: body = {} } = payload as { event?: unknown; payload?: unknown }
  if (typeof event !== 'string' || !isName(event)) return null
  return { event, encoding: 'json', body: Buffer.from(JSON.stringify(body)) }
}

function fieldsOf(parsed: unknown): unknown[] | null {
  if (!isObject(parsed)) return null
  const { join_ref, ref, topic, event, payload } = parsed
  return [join_ref, ref, topic, event, payload]
}

function isRef(value: unknown): value is string | null | undefined {
  if (value === null || value === undefined) return true
  return typeof value === 'string' && Buffer.byteLength(value) <= NAME_BYTES
}

export function isName(value: string): boolean {
  const bytes = Buffer.byteLength(value)
  return bytes > 0 && bytes <= NAME_BYTES
}
