import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withLargestBody } from '../http/route-cost.ts'
import {
  checkMetadata,
  MAX_BODY_BYTES,
  MAX_METADATA_BYTES,
  metadata,
  normalEmail,
  optionalText,
  readBody,
} from './read-body.ts'

const SHAPE = z.object({ email: optionalText, data: metadata })
const read = (body: BodyInit) =>
  readBody(withLargestBody(new Request('http://site', { method: 'POST', body }), MAX_BODY_BYTES), SHAPE)

describe('a body', () => {
  test('is read; null, missing and empty are the same', async () => {
    expect(await read('{"email":"a@b.c","data":{"x":1}}')).toEqual({ email: 'a@b.c', data: { x: 1 } })
    expect(await read('{"email":"","data":null}')).toEqual({ email: null, data: null })
    expect(await read('{}')).toEqual({ email: null, data: null })
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '17',
    '{"email":5}',
    '{"data":[]}',
    '{"email":"a\\u0000"}',
    '{"email":"\\ud800"}',
  ])('is refused as bad_json: %s', async (body) => {
    await expect(read(body)).rejects.toMatchObject({ status: 400, code: 'bad_json' })
  })

  test('is refused when it is not UTF-8', async () => {
    await expect(read(Buffer.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({ code: 'bad_json' })
  })

  test('is refused when longer than 64 KiB, announced or not', async () => {
    const body = 'x'.repeat(MAX_BODY_BYTES + 1)
    await expect(read(body)).rejects.toMatchObject({ status: 413, code: 'request_entity_too_large' })
    const stream = new Blob([body]).stream()
    const request = new Request('http://site', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    await expect(readBody(withLargestBody(request, MAX_BODY_BYTES), SHAPE)).rejects.toMatchObject({
      status: 413,
    })
  })

  test('nested 200,000 deep is refused, not fatal', async () => {
    const deep = `{"data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    await expect(read(deep).then(({ data }) => checkMetadata(data ?? {}))).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    })
  })
})

describe('metadata', () => {
  test(`of ${MAX_METADATA_BYTES} bytes is taken, of one more refused`, () => {
    const filler = 'x'.repeat(MAX_METADATA_BYTES - '{"a":""}'.length)
    expect(() => checkMetadata({ a: filler })).not.toThrow()
    expect(() => checkMetadata({ a: `${filler}x` })).toThrow(expect.objectContaining({ status: 422 }))
  })

  test.each(['\0', 'a\0b', '\ud800', '\udfff'])('with %j is refused: it cannot be stored', (text) => {
    expect(() => checkMetadata({ a: text })).toThrow(expect.objectContaining({ code: 'bad_json' }))
    expect(() => checkMetadata({ [text]: 1 })).toThrow(expect.objectContaining({ code: 'bad_json' }))
  })

  test.each(['\\u0000', 'C:\\users\\udeep', '😀', 'नमस्ते'])('with the text %s is taken', (text) => {
    expect(() => checkMetadata({ a: text })).not.toThrow()
  })
})

test('an address has one spelling: lower case', () => {
  expect(normalEmail('Asha.K@Example.COM')).toBe('asha.k@example.com')
})

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@@example.com',
  'asha @example.com',
  ' asha@example.com',
  'asha@example.com\n',
  'asha@example.com\0',
  'asha@exam_ple.com',
  'аsha@example.com', // Cyrillic а
  'asha@exаmple.com',
  '\u212aasha@example.com', // the Kelvin sign would fold to k
  'ash\u200ba@example.com',
  'asha@example.com, bala@example.com',
  'Asha <asha@example.com>',
])('%j is no address', (email) => {
  const attempt = () => normalEmail(email)
  expect(attempt).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }))
})

test('an address has at most 255 characters', () => {
  const domain = `@${'a'.repeat(60)}.example.com`
  expect(normalEmail(`${'a'.repeat(255 - domain.length)}${domain}`)).toHaveLength(255)
  expect(() => normalEmail(`${'a'.repeat(256 - domain.length)}${domain}`)).toThrow('too long')
})
