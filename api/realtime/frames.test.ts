import Serializer from '@supabase/realtime-js/dist/main/lib/serializer.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, encode, encodeBroadcast, type Version } from './frames.ts'

type Message = { join_ref: string | null; ref: string | null; topic: string; event: string; payload: unknown }
type Client = {
  encode(message: Message, done: (data: string | ArrayBuffer) => void): void
  decode(data: string | ArrayBuffer, done: (message: Message) => void): void
}

/** The official client's implementation of protocol 2.0.0. */
const client = new (
  (Serializer as unknown as { default?: new () => Client }).default ??
  (Serializer as unknown as new () => Client)
)()

const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((text) => Buffer.from(text).toString() === text)
const reference = fc.option(fc.string({ maxLength: 20 }), { nil: null })
const json = fc.dictionary(fc.string(), fc.jsonValue().filter(isPlain))

/** JSON writes -0 as 0. */
function isPlain(value: unknown): boolean {
  return !JSON.stringify(value).includes('__proto__') && !Object.is(value, -0)
}
const roundTrip = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

function written(message: Message): { data: Buffer; binary: boolean } {
  let result: string | ArrayBuffer = ''
  client.encode(message, (data) => {
    result = data
  })
  return typeof result === 'string'
    ? { data: Buffer.from(result), binary: false }
    : { data: Buffer.from(result as ArrayBuffer), binary: true }
}

function readByClient(data: Buffer, binary: boolean): Message {
  let result: Message | null = null
  client.decode(binary ? Uint8Array.from(data).buffer : data.toString(), (message) => {
    result = message
  })
  return result as unknown as Message
}

describe('frames', () => {
  test('that the official client writes are read as it meant them', () => {
    fc.assert(
      fc.property(reference, reference, name, name, json, (join_ref, ref, topic, event, payload) => {
        fc.pre(event !== 'broadcast')
        const { data, binary } = written({ join_ref, ref, topic, event, payload })
        expect(decode(data, binary, '2.0.0')).toEqual({
          joinRef: join_ref,
          ref,
          topic,
          event,
          broadcast: null,
          payload: roundTrip(payload),
        })
      }),
    )
  })

  test('of broadcasts go from one client to another unchanged', () => {
    fc.assert(
      fc.property(name, name, json, (topic, event, payload) => {
        const message = { join_ref: '1', ref: '2', topic, event: 'broadcast', payload: { event, payload } }
        const { data, binary } = written(message)
        expect(binary).toBe(true)
        const read = decode(data, true, '2.0.0')
        expect(read).toMatchObject({ joinRef: '1', ref: '2', topic, event: 'broadcast' })
        const sent = read?.broadcast ? encodeBroadcast('2.0.0', topic, read.broadcast) : null
        expect(readByClient(sent?.data ?? Buffer.alloc(0), true)).toEqual({
          join_ref: null,
          ref: null,
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event, payload: roundTrip(payload) },
        })
        const older = read?.broadcast ? encodeBroadcast('1.0.0', topic, read.broadcast) : null
        expect(JSON.parse(older?.data.toString() ?? '')).toMatchObject({
          payload: { type: 'broadcast', event, payload: roundTrip(payload) },
        })
      }),
    )
  })

  test('of bytes go from one client to another unchanged, and to none of the older protocol', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const payload = { event: 'e', payload: Uint8Array.from(bytes).buffer }
        const { data } = written({ join_ref: null, ref: null, topic: 't', event: 'broadcast', payload })
        const read = decode(data, true, '2.0.0')?.broadcast
        expect(read?.encoding).toBe('binary')
        const sent = read ? encodeBroadcast('2.0.0', 't', read) : null
        const arrived = readByClient(sent?.data ?? Buffer.alloc(0), true).payload as { payload: ArrayBuffer }
        expect(new Uint8Array(arrived.payload)).toEqual(bytes)
        expect(read ? encodeBroadcast('1.0.0', 't', read) : undefined).toBeNull()
      }),
    )
  })

  test('that this server writes are read by the official client', () => {
    fc.assert(
      fc.property(reference, reference, name, name, json, (joinRef, ref, topic, event, payload) => {
        const { data } = encode('2.0.0', { joinRef, ref, topic, event }, JSON.stringify(payload))
        expect(readByClient(data, false)).toEqual({
          join_ref: joinRef,
          ref,
          topic,
          event,
          payload: roundTrip(payload),
        })
      }),
    )
  })

  test('of any bytes are read or dropped, never more', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.boolean(),
        fc.constantFrom<Version>('1.0.0', '2.0.0'),
        (bytes, binary, version) => {
          const read = decode(Buffer.from(bytes), binary, version)
          expect(read === null || typeof read.topic === 'string').toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(fc.json(), fc.constantFrom<Version>('1.0.0', '2.0.0'), (text, version) => {
        const read = decode(Buffer.from(text), false, version)
        expect(read === null || typeof read.topic === 'string').toBe(true)
      }),
    )
  })

  test('with a binary header cut anywhere are dropped', () => {
    const { data } = written({
      join_ref: '1',
      ref: '2',
      topic: 'topic',
      event: 'broadcast',
      payload: { event: 'event', payload: { a: 1 } },
    })
    for (let length = 0; length < data.length; length += 1) {
      expect(decode(data.subarray(0, length), true, '2.0.0')).toBeNull()
    }
    expect(decode(data, true, '2.0.0')).not.toBeNull()
  })
})
